-- escalation_status: everything embedded, filtered by service_id, as a customer.
with page as (
  select "t"."service_id" as "service_id",
    "t"."escalation_id" as "escalation_id",
    "t"."status" as "status",
    wire_time("t"."next_time") as "next_time",
    "t"."sent" as "sent",
    "t"."event_id" as "event_id",
    "t"."occurrence_id" as "occurrence_id",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."event_id" as "event_id", "e"."name" as "name", "e"."is_active" as "is_active", "e"."delay" as "delay", "e"."repeat_interval" as "repeat_interval", "e"."maximum_repeats" as "maximum_repeats", "e"."contact_ids" as "contact_ids", "e"."contact_group_ids" as "contact_group_ids", "e"."channel_ids" as "channel_ids", "e"."notify_end" as "notify_end", "e"."external_id" as "external_id"
    from "escalation" as e where "e"."id" = "t"."escalation_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "escalation",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."type_id" as "type_id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."address" as "address", "e"."group_id" as "group_id", "e"."interval" as "interval", "e"."description" as "description", "e"."is_active" as "is_active", "e"."is_archived" as "is_archived", "e"."sensor_ids" as "sensor_ids", "e"."step_names" as "step_names", "e"."notification_channel_ids" as "notification_channel_ids", "e"."notification_condition_ids" as "notification_condition_ids", "e"."notification_mode_id" as "notification_mode_id", "e"."recovery_notification_mode_id" as "recovery_notification_mode_id", "e"."extended_settings" as "extended_settings", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = true) as "silent_hours", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = false) as "suspension_hours", "e"."external_id" as "external_id", "e"."tags" as "tags", "e"."service_level_target"::double precision as "service_level_target"
    from "service" as e where "e"."id" = "t"."service_id" and ("e"."owner_id" = $1::bigint or "e"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "service"
  from "escalation_status" as t
  where "t"."occurrence_id" = (select max(newest.occurrence_id) from escalation_status newest
where newest.service_id = "t"."service_id" and newest.escalation_id = "t"."escalation_id") and "t"."owner_id" = $1::bigint and "t"."service_id" = $2::bigint
  order by "t"."service_id", "t"."service_id", "t"."escalation_id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "escalation_status" as t where "t"."occurrence_id" = (select max(newest.occurrence_id) from escalation_status newest
where newest.service_id = "t"."service_id" and newest.escalation_id = "t"."escalation_id") and "t"."owner_id" = $1::bigint and "t"."service_id" = $2::bigint) end as total
from page;
