-- default_template: everything embedded, filtered by channel_id, as a customer.
with matching as materialized (
  select "t"."channel_id" as "key_0", "t"."language_id" as "key_1", "t"."channel_id" as "sort_0", "t"."channel_id" as "sort_1", "t"."language_id" as "sort_2"
  from "default_template" as t
  where true and "t"."channel_id" = $1::text and folded(coalesce("t"."start_template", '') || ' ' || coalesce("t"."end_template", '') || ' ' || coalesce("t"."start_subject", '') || ' ' || coalesce("t"."end_subject", '')) like '%' || folded_literal($2::text) || '%'
), page as (
  select "t"."channel_id" as "channel_id",
    "t"."language_id" as "language_id",
    "t"."start_template" as "start_template",
    "t"."end_template" as "end_template",
    "t"."start_subject" as "start_subject",
    "t"."end_subject" as "end_subject",
    "t"."artifact_type_ids" as "artifact_type_ids",
    (select row_to_json(p) from (select (false) is true as "delete",
    (false) is true as "own",
    (true) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $3::text) as "name", ("e"."description" ->> $3::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."channel_id" and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channel",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $3::text) as "name", ("e"."description" ->> $3::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1", "m"."sort_2" limit 10 offset $4::bigint) as m
  join "default_template" as t on "t"."channel_id" = "m"."key_0" and "t"."language_id" = "m"."key_1"
  order by "m"."sort_0", "m"."sort_1", "m"."sort_2"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
