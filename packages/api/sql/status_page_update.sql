-- status_page_update: everything embedded, filtered by post_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "status_page_update" as t
  where "t"."owner_id" = $1::bigint and "t"."post_id" = $2::bigint and folded(coalesce("t"."text", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."post_id" as "post_id",
    "t"."public_id" as "public_id",
    "t"."state" as "state",
    "t"."text" as "text",
    wire_time("t"."time") as "time",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."status_page_id" as "status_page_id", "e"."public_id" as "public_id", "e"."kind" as "kind", "e"."title" as "title", "e"."state" as "state", "e"."impact" as "impact", "e"."component_ids" as "component_ids", wire_time("e"."start_time") as "start_time", wire_time("e"."end_time") as "end_time", "e"."post_mortem" as "post_mortem", ("e"."published_at" is null) as "is_draft", wire_time("e"."published_at") as "published_at", "e"."incident_id" as "incident_id", "e"."is_automatic" as "is_automatic", wire_time("e"."created_at") as "created_at"
    from "status_page_post" as e where "e"."id" = "t"."post_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "post"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "status_page_update" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
