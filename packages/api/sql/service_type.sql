-- service_type: everything embedded, filtered by name, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "service_type" as t
  where true and ("t"."name" ->> $1::text) = $2::text and folded(coalesce("t"."id", '') || ' ' || coalesce(("t"."name" ->> $1::text), '') || ' ' || coalesce(("t"."description" ->> $1::text), '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    ("t"."name" ->> $1::text) as "name",
    ("t"."description" ->> $1::text) as "description",
    "t"."category_id" as "category_id",
    ("t"."address_format" ->> $1::text) as "address_format",
    "t"."default_interval" as "default_interval",
    "t"."supports_steps" as "supports_steps",
    "t"."artifact_type_ids" as "artifact_type_ids",
    (select row_to_json(p) from (select (false) is true as "delete",
    (false) is true as "own",
    (true) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $1::text) as "name", ("e"."description" ->> $1::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."category_id" and "e"."dictionary" = 'service_type_categories' and true order by "e"."id") as r) as "category",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $1::text) as "name", ("e"."description" ->> $1::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."artifact_type_ids") and "e"."dictionary" = 'artifact_types' and true order by "e"."id") as r) as "artifact_types"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "service_type" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
