-- escalation: everything embedded, filtered by event_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "escalation" as t
  where "t"."owner_id" = $1::bigint and "t"."event_id" = $2::bigint and folded(coalesce("t"."name", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."event_id" as "event_id",
    "t"."name" as "name",
    "t"."is_active" as "is_active",
    "t"."delay" as "delay",
    "t"."repeat_interval" as "repeat_interval",
    "t"."maximum_repeats" as "maximum_repeats",
    "t"."contact_ids" as "contact_ids",
    "t"."contact_group_ids" as "contact_group_ids",
    "t"."channel_ids" as "channel_ids",
    "t"."notify_end" as "notify_end",
    "t"."external_id" as "external_id",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "create_suspensions",
    ("t"."owner_id" = $1::bigint) is true as "create_weekly_suspensions",
    ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."is_active" as "is_active", "e"."kind" as "kind", "e"."settings" as "settings", "e"."scope" as "scope", "e"."start_delay" as "start_delay", "e"."end_delay" as "end_delay", "e"."condition_event_ids" as "condition_event_ids", "e"."external_id" as "external_id"
    from "event" as e where "e"."id" = "t"."event_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "event",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = any("t"."contact_ids") and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contacts",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."contact_ids" as "contact_ids"
    from "contact_group" as e where "e"."id" = any("t"."contact_group_ids") and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contact_groups",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $4::text) as "name", ("e"."description" ->> $4::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."channel_ids") and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channels"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "escalation" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
