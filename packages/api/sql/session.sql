-- session: everything embedded, filtered by account_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "session" as t
  where "t"."expires_at" > now() and "t"."last_used_at" + make_interval(secs => "t"."timeout") > now() and ("t"."account_id" = $1::bigint or "t"."observer_id" = $1::bigint) and "t"."account_id" = $2::bigint and folded(coalesce("t"."client_id", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."account_id" as "account_id",
    "t"."client_id" as "client_id",
    "t"."scope" as "scope",
    "t"."timeout" as "timeout",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."last_used_at") as "last_used_at",
    "t"."client_ip_address" as "client_ip_address",
    "t"."user_ip_address" as "user_ip_address",
    "t"."is_verified" as "is_verified",
    coalesce("t"."id" = $4::bigint, false) as "is_current",
    "t"."observer_id" as "observer_id",
    "t"."sso_connection_id" as "sso_connection_id",
    (select row_to_json(p) from (select (("t"."account_id" = $1::bigint or "t"."observer_id" = $1::bigint)) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    (("t"."account_id" = $1::bigint or "t"."observer_id" = $1::bigint)) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."account_id" and ("e"."id" = $1::bigint or "e"."id" = $5::bigint or "e"."parent_account_id" = $5::bigint or "e"."reseller_account_id" = $5::bigint) order by "e"."id") as r) as "account"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "session" as t on "t"."id" = "m"."key_0" and "t"."expires_at" > now() and "t"."last_used_at" + make_interval(secs => "t"."timeout") > now()
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
