-- escalation_suspension: everything embedded, filtered by escalation_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "escalation_suspension" as t
  where "t"."owner_id" = $1::bigint and "t"."escalation_id" = $2::bigint and folded(coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."escalation_id" as "escalation_id",
    "t"."description" as "description",
    wire_time("t"."start_time") as "start_time",
    wire_time("t"."end_time") as "end_time",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."event_id" as "event_id", "e"."name" as "name", "e"."is_active" as "is_active", "e"."delay" as "delay", "e"."repeat_interval" as "repeat_interval", "e"."maximum_repeats" as "maximum_repeats", "e"."contact_ids" as "contact_ids", "e"."contact_group_ids" as "contact_group_ids", "e"."channel_ids" as "channel_ids", "e"."notify_end" as "notify_end", "e"."external_id" as "external_id"
    from "escalation" as e where "e"."id" = "t"."escalation_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "escalation"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "escalation_suspension" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
