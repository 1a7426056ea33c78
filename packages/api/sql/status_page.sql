-- status_page: everything embedded, filtered by owner_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."title" as "title",
    "t"."slug" as "slug",
    "t"."description" as "description",
    "t"."languages" as "languages",
    "t"."time_zone" as "time_zone",
    "t"."appearance" as "appearance",
    "t"."accent_colour" as "accent_colour",
    "t"."home_url" as "home_url",
    "t"."footer" as "footer",
    "t"."availability" as "availability",
    "t"."visibility" as "visibility",
    "t"."allowed_addresses" as "allowed_addresses",
    "t"."is_published" as "is_published",
    ("t"."logo" is not null) as "has_logo",
    ("t"."favicon" is not null) as "has_favicon",
    wire_time("t"."created_at") as "created_at",
    "t"."external_id" as "external_id",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "create_components",
    ("t"."owner_id" = $1::bigint) is true as "create_posts",
    ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $2::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner"
  from "status_page" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $3::bigint and folded(coalesce("t"."title", '') || ' ' || coalesce("t"."slug", '')) like '%' || folded_literal($4::text) || '%'
  order by "t"."id", "t"."id"
  limit 10 offset $5::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $5::bigint = 0) then $5::bigint + count(*)
    else (select count(*) from "status_page" as t where "t"."owner_id" = $1::bigint and "t"."owner_id" = $3::bigint and folded(coalesce("t"."title", '') || ' ' || coalesce("t"."slug", '')) like '%' || folded_literal($4::text) || '%') end as total
from page;
