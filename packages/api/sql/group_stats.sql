-- group_stats: everything embedded, filtered by group_id, as a customer.
with page as (
  select "t"."group_id" as "group_id",
    case when "t"."owner_id" = $1::bigint then "t"."services" else 0 end as "own_services",
    case when "t"."owner_id" = $1::bigint then "t"."service_steps" else 0 end as "own_service_steps",
    case when "t"."owner_id" = $1::bigint then "t"."paused_services" else 0 end as "own_paused_services",
    case when "t"."owner_id" = $1::bigint then "t"."paused_service_steps" else 0 end as "own_paused_service_steps",
    case when "t"."owner_id" = $1::bigint then "t"."failure_services" else 0 end as "own_failure_services",
    case when "t"."owner_id" = $1::bigint then "t"."failure_service_steps" else 0 end as "own_failure_service_steps",
    case when "t"."owner_id" = $1::bigint then "t"."archived_services" else 0 end as "own_archived_services",
    case when "t"."owner_id" = $1::bigint then "t"."archived_service_steps" else 0 end as "own_archived_service_steps",
    case when "t"."owner_id" <> $1::bigint then "t"."services" else 0 end as "shared_services",
    case when "t"."owner_id" <> $1::bigint then "t"."service_steps" else 0 end as "shared_service_steps",
    case when "t"."owner_id" <> $1::bigint then "t"."paused_services" else 0 end as "shared_paused_services",
    case when "t"."owner_id" <> $1::bigint then "t"."paused_service_steps" else 0 end as "shared_paused_service_steps",
    case when "t"."owner_id" <> $1::bigint then "t"."failure_services" else 0 end as "shared_failure_services",
    case when "t"."owner_id" <> $1::bigint then "t"."failure_service_steps" else 0 end as "shared_failure_service_steps",
    case when "t"."owner_id" <> $1::bigint then "t"."archived_services" else 0 end as "shared_archived_services",
    case when "t"."owner_id" <> $1::bigint then "t"."archived_service_steps" else 0 end as "shared_archived_service_steps",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group"
  from "group_statistics" as t
  where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."group_id" = $2::bigint
  order by "t"."group_id", "t"."group_id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "group_statistics" as t where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."group_id" = $2::bigint) end as total
from page;
