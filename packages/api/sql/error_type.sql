-- error_type: everything embedded, filtered by name, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "error_type" as t
  where true and ("t"."name" ->> $1::text) = $2::text and folded(coalesce(("t"."name" ->> $1::text), '') || ' ' || coalesce(("t"."description" ->> $1::text), '') || ' ' || coalesce(("t"."diagnosis" ->> $1::text), '') || ' ' || coalesce(("t"."extra_info" ->> $1::text), '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    ("t"."name" ->> $1::text) as "name",
    ("t"."description" ->> $1::text) as "description",
    ("t"."diagnosis" ->> $1::text) as "diagnosis",
    ("t"."extra_info" ->> $1::text) as "extra_info",
    "t"."category_ids" as "category_ids",
    (select row_to_json(p) from (select (false) is true as "delete",
    (false) is true as "own",
    (true) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $1::text) as "name", ("e"."description" ->> $1::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."category_ids") and "e"."dictionary" = 'error_type_categories' and true order by "e"."id") as r) as "categories"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "error_type" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
