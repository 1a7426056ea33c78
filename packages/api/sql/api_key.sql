-- api_key: everything embedded, filtered by account_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "api_key" as t
  where "t"."account_id" = $1::bigint and "t"."account_id" = $2::bigint and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."prefix", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."account_id" as "account_id",
    "t"."name" as "name",
    "t"."prefix" as "prefix",
    "t"."scopes" as "scopes",
    "t"."group_ids" as "group_ids",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."expires_at") as "expires_at",
    wire_time("t"."last_used_at") as "last_used_at",
    wire_time("t"."revoked_at") as "revoked_at",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    ("t"."account_id" = $1::bigint) is true as "read",
    (("t"."account_id" = $1::bigint and "t"."revoked_at" is null)) is true as "update",
    ("t"."account_id" = $1::bigint) is true as "revoke") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."account_id" and ("e"."id" = $1::bigint or "e"."id" = $4::bigint or "e"."parent_account_id" = $4::bigint or "e"."reseller_account_id" = $4::bigint) order by "e"."id") as r) as "account",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = any("t"."group_ids") and ("e"."owner_id" = $4::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $4::bigint))) order by "e"."id") as r) as "groups"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "api_key" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
