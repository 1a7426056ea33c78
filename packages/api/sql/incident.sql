-- incident: everything embedded, filtered by service_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."service_id" as "service_id",
    "t"."sensor_id" as "sensor_id",
    "t"."kind" as "kind",
    case when "t"."end_time" is not null then 'resolved'
  when "t"."acknowledged_at" is not null then 'acknowledged' when "t"."is_flapping" then 'flapping' else 'open' end as "state",
    wire_time("t"."start_time") as "start_time",
    wire_time("t"."end_time") as "end_time",
    "t"."end_reason" as "end_reason",
    "t"."error_type_id" as "error_type_id",
    "t"."is_flapping" as "is_flapping",
    wire_time(case when "t"."end_time" is null then (
  select case when not bool_or(s.signal) then max(s.signal_since) end from occurrence o
  join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
  where o.incident_id = "t"."id" and o.end_time is null) end) as "quiet_since",
    wire_time(case when "t"."end_time" is null then (
  select case when not bool_or(s.signal) then max(s.due_at) end from occurrence o
  join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
  where o.incident_id = "t"."id" and o.end_time is null) end) as "closes_at",
    wire_time("t"."acknowledged_at") as "acknowledged_at",
    "t"."acknowledged_by" as "acknowledged_by",
    (select coalesce(json_agg(distinct o.event_id), '[]')
from occurrence o where o.incident_id = "t"."id" and o.event_id is not null) as "event_ids",
    (select json_build_object(
  'sent', count(*) filter (where n.status = 'sent'), 'pending', count(*) filter (where n.status = 'pending'),
  'failed', count(*) filter (where n.status = 'failed'), 'suppressed', count(*) filter (where n.status = 'suppressed'))
from occurrence o join notification n on n.occurrence_id = o.id and n.account_id = o.owner_id
where o.incident_id = "t"."id") as "notification_counts",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."type_id" as "type_id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."address" as "address", "e"."group_id" as "group_id", "e"."interval" as "interval", "e"."description" as "description", "e"."is_active" as "is_active", "e"."is_archived" as "is_archived", "e"."sensor_ids" as "sensor_ids", "e"."step_names" as "step_names", "e"."notification_channel_ids" as "notification_channel_ids", "e"."notification_condition_ids" as "notification_condition_ids", "e"."notification_mode_id" as "notification_mode_id", "e"."recovery_notification_mode_id" as "recovery_notification_mode_id", "e"."extended_settings" as "extended_settings", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = true) as "silent_hours", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = false) as "suspension_hours", "e"."external_id" as "external_id", "e"."tags" as "tags", "e"."service_level_target"::double precision as "service_level_target"
    from "service" as e where "e"."id" = "t"."service_id" and ("e"."owner_id" = $1::bigint or "e"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "service"
  from "incident" as t
  where "t"."owner_id" = $1::bigint and "t"."service_id" = $2::bigint
  order by "t"."id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "incident" as t where "t"."owner_id" = $1::bigint and "t"."service_id" = $2::bigint) end as total
from page;
