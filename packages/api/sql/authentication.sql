-- authentication: everything embedded, filtered by account_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."account_id" as "sort_0", "t"."id" as "sort_1"
  from "authentication" as t
  where exists (select from "account" as "t_account" where "t_account"."id" = "t"."account_id" and ("t_account"."id" = $1::bigint or "t_account"."parent_account_id" = $1::bigint)) and "t"."account_id" = $2::bigint and folded(coalesce("t"."client_id", '') || ' ' || coalesce("t"."client_ip_address", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."account_id" as "account_id",
    wire_time("t"."time") as "time",
    "t"."type" as "type",
    "t"."client_id" as "client_id",
    "t"."client_ip_address" as "client_ip_address",
    "t"."user_ip_address" as "user_ip_address",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    (exists (select from "account" as "t_account" where "t_account"."id" = "t"."account_id" and ("t_account"."id" = $1::bigint or "t_account"."parent_account_id" = $1::bigint))) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."account_id" and ("e"."id" = $1::bigint or "e"."id" = $4::bigint or "e"."parent_account_id" = $4::bigint or "e"."reseller_account_id" = $4::bigint) order by "e"."id") as r) as "account"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "authentication" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
