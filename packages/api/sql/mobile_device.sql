-- mobile_device: everything embedded, filtered by account_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."account_id" as "account_id",
    "t"."name" as "name",
    "t"."platform" as "platform",
    "t"."language_id" as "language_id",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."updated_at") as "updated_at",
    (select row_to_json(p) from (select ("t"."account_id" = $1::bigint) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    ("t"."account_id" = $1::bigint) is true as "read",
    (false) is true as "update") as p) as "permissions"
  from "mobile_device" as t
  where "t"."account_id" = $1::bigint and "t"."account_id" = $2::bigint
  order by "t"."id", "t"."account_id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "mobile_device" as t where "t"."account_id" = $1::bigint and "t"."account_id" = $2::bigint) end as total
from page;
