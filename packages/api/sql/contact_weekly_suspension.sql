-- contact_weekly_suspension: everything embedded, filtered by contact_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "contact_weekly_suspension" as t
  where "t"."owner_id" = $1::bigint and "t"."contact_id" = $2::bigint and folded(coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."contact_id" as "contact_id",
    "t"."description" as "description",
    wire_minute("t"."start_minute") as "start_minute",
    wire_minute("t"."end_minute") as "end_minute",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = "t"."contact_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contact"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "contact_weekly_suspension" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
