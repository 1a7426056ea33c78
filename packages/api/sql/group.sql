-- group: everything embedded, filtered by name, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "service_group" as t
  where ("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."name" = $2::text and folded(coalesce("t"."name", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."name" as "name",
    "t"."owner_id" as "owner_id",
    "t"."is_default" as "is_default",
    "t"."periodic_daily_reports" as "periodic_daily_reports",
    "t"."periodic_weekly_reports" as "periodic_weekly_reports",
    "t"."periodic_monthly_reports" as "periodic_monthly_reports",
    "t"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports",
    "t"."assigned_sensor_ids" as "assigned_sensor_ids",
    array(select s::bigint from jsonb_array_elements_text(coalesce("t"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids",
    "t"."external_id" as "external_id",
    "t"."service_level_target"::double precision as "service_level_target",
    (select row_to_json(p) from (select (("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_group")))) is true as "create_notification_addresses",
    (("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_group")))) is true as "create_periodic_report_addresses",
    (("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_create_services")))) is true as "create_services",
    ((not "t"."is_default" and "t"."owner_id" = $1::bigint)) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "share",
    (("t"."owner_id" = $1::bigint or "t"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_group")))) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."name" as "name", "e"."location" as "location", "e"."country_code" as "country_code", "e"."latitude" as "latitude", "e"."longitude" as "longitude", "e"."color" as "color", "e"."ip_addresses" as "ip_addresses", "e"."category_ids" as "category_ids", "e"."is_active" as "is_active", "e"."owner_id" as "owner_id"
    from "sensor" as e where "e"."id" = any(array(select s::bigint from jsonb_array_elements_text(coalesce("t"."assigned_sensor_ids" -> 'default', '[]')) s)) and ("e"."owner_id" is null or "e"."owner_id" = $1::bigint) order by "e"."id") as r) as "sensors"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "service_group" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
