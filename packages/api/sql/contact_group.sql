-- contact_group: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "contact_group" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $2::bigint and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."name" as "name",
    "t"."description" as "description",
    "t"."contact_ids" as "contact_ids",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = any("t"."contact_ids") and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contacts"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "contact_group" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
