-- service_type: everything embedded, filtered by name, as a customer.
with page as (
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
  from "service_type" as t
  where true and ("t"."name" ->> $1::text) = $2::text and folded(coalesce("t"."id", '') || ' ' || coalesce(("t"."name" ->> $1::text), '') || ' ' || coalesce(("t"."description" ->> $1::text), '')) like '%' || folded_literal($3::text) || '%'
  order by "t"."id", "t"."id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "service_type" as t where true and ("t"."name" ->> $1::text) = $2::text and folded(coalesce("t"."id", '') || ' ' || coalesce(("t"."name" ->> $1::text), '') || ' ' || coalesce(("t"."description" ->> $1::text), '')) like '%' || folded_literal($3::text) || '%') end as total
from page;
