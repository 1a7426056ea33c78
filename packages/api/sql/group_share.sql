-- group_share: everything embedded, filtered by group_id, as a customer.
with page as (
  select "t"."group_id" as "group_id",
    "t"."account_id" as "account_id",
    "t"."can_archive_services" as "can_archive_services",
    "t"."can_create_services" as "can_create_services",
    "t"."can_delete_services" as "can_delete_services",
    "t"."can_force_analyses" as "can_force_analyses",
    "t"."can_modify_group" as "can_modify_group",
    "t"."can_modify_services" as "can_modify_services",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."account_id" = $1::bigint)) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."account_id" and ("e"."id" = $2::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "account"
  from "group_share" as t
  where ("t"."owner_id" = $1::bigint or "t"."account_id" = $1::bigint) and "t"."group_id" = $3::bigint
  order by "t"."group_id", "t"."group_id", "t"."account_id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "group_share" as t where ("t"."owner_id" = $1::bigint or "t"."account_id" = $1::bigint) and "t"."group_id" = $3::bigint) end as total
from page;
