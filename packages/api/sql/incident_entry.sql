-- incident_entry: everything embedded, filtered by incident_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."incident_id" as "incident_id",
    "t"."kind" as "kind",
    "t"."author" as "author",
    "t"."text" as "text",
    "t"."diagnostic_id" as "diagnostic_id",
    "t"."diagnostic_kind" as "diagnostic_kind",
    wire_time("t"."created_at") as "created_at",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."service_id" as "service_id", "e"."sensor_id" as "sensor_id", "e"."kind" as "kind", case when "e"."end_time" is not null then 'resolved'
  when "e"."acknowledged_at" is not null then 'acknowledged' when "e"."is_flapping" then 'flapping' else 'open' end as "state", wire_time("e"."start_time") as "start_time", wire_time("e"."end_time") as "end_time", "e"."end_reason" as "end_reason", "e"."error_type_id" as "error_type_id", "e"."is_flapping" as "is_flapping", wire_time(case when "e"."end_time" is null then (
  select case when not bool_or(s.signal) then max(s.signal_since) end from occurrence o
  join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
  where o.incident_id = "e"."id" and o.end_time is null) end) as "quiet_since", wire_time(case when "e"."end_time" is null then (
  select case when not bool_or(s.signal) then max(s.due_at) end from occurrence o
  join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
  where o.incident_id = "e"."id" and o.end_time is null) end) as "closes_at", wire_time("e"."acknowledged_at") as "acknowledged_at", "e"."acknowledged_by" as "acknowledged_by", (select coalesce(json_agg(distinct o.event_id), '[]')
from occurrence o where o.incident_id = "e"."id" and o.event_id is not null) as "event_ids", (select json_build_object(
  'sent', count(*) filter (where n.status = 'sent'), 'pending', count(*) filter (where n.status = 'pending'),
  'failed', count(*) filter (where n.status = 'failed'), 'suppressed', count(*) filter (where n.status = 'suppressed'))
from occurrence o join notification n on n.occurrence_id = o.id and n.account_id = o.owner_id
where o.incident_id = "e"."id") as "notification_counts"
    from "incident" as e where "e"."id" = "t"."incident_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "incident"
  from "incident_entry" as t
  where "t"."owner_id" = $1::bigint and "t"."incident_id" = $2::bigint
  order by "t"."id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "incident_entry" as t where "t"."owner_id" = $1::bigint and "t"."incident_id" = $2::bigint) end as total
from page;
