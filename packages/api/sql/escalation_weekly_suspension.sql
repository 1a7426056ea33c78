-- escalation_weekly_suspension: everything embedded, filtered by escalation_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."escalation_id" as "escalation_id",
    "t"."description" as "description",
    wire_minute("t"."start_minute") as "start_minute",
    wire_minute("t"."end_minute") as "end_minute",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."event_id" as "event_id", "e"."name" as "name", "e"."is_active" as "is_active", "e"."delay" as "delay", "e"."repeat_interval" as "repeat_interval", "e"."maximum_repeats" as "maximum_repeats", "e"."contact_ids" as "contact_ids", "e"."contact_group_ids" as "contact_group_ids", "e"."channel_ids" as "channel_ids", "e"."notify_end" as "notify_end", "e"."external_id" as "external_id"
    from "escalation" as e where "e"."id" = "t"."escalation_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "escalation"
  from "escalation_weekly_suspension" as t
  where "t"."owner_id" = $1::bigint and "t"."escalation_id" = $2::bigint and folded(coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
  order by "t"."id", "t"."id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "escalation_weekly_suspension" as t where "t"."owner_id" = $1::bigint and "t"."escalation_id" = $2::bigint and folded(coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%') end as total
from page;
