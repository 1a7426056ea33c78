-- service_status: everything embedded, filtered by service_id, as a customer.
with page as (
  select "t"."id" as "service_id",
    "t"."status" as "status",
    wire_time("t"."since") as "since",
    "t"."last_analysis_id" as "last_analysis_id",
    wire_time("t"."last_analysis_time") as "last_analysis_time",
    wire_time("t"."last_ok_time") as "last_ok_time",
    wire_time("t"."last_error_time") as "last_error_time",
    "t"."average_response_time" as "average_response_time",
    "t"."failing_sensor_ids" as "failing_sensor_ids",
    "t"."error_type_id" as "error_type_id",
    "t"."is_suspended" as "is_suspended",
    "t"."is_silenced" as "is_silenced",
    "t"."unchecked_reason" as "unchecked_reason",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."type_id" as "type_id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."address" as "address", "e"."group_id" as "group_id", "e"."interval" as "interval", "e"."description" as "description", "e"."is_active" as "is_active", "e"."is_archived" as "is_archived", "e"."sensor_ids" as "sensor_ids", "e"."step_names" as "step_names", "e"."notification_channel_ids" as "notification_channel_ids", "e"."notification_condition_ids" as "notification_condition_ids", "e"."notification_mode_id" as "notification_mode_id", "e"."recovery_notification_mode_id" as "recovery_notification_mode_id", "e"."extended_settings" as "extended_settings", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = true) as "silent_hours", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = false) as "suspension_hours", "e"."external_id" as "external_id", "e"."tags" as "tags", "e"."service_level_target"::double precision as "service_level_target"
    from "service" as e where "e"."id" = "t"."id" and ("e"."owner_id" = $1::bigint or "e"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "service"
  from "service_status_record" as t
  where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."id" = $2::bigint
  order by "t"."id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "service_status_record" as t where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."id" = $2::bigint) end as total
from page;
