-- default_template: everything embedded, filtered by channel_id, as a customer.
with page as (
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
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $1::text) as "name", ("e"."description" ->> $1::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."channel_id" and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channel",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $1::text) as "name", ("e"."description" ->> $1::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language"
  from "default_template" as t
  where true and "t"."channel_id" = $2::text and folded(coalesce("t"."start_template", '') || ' ' || coalesce("t"."end_template", '') || ' ' || coalesce("t"."start_subject", '') || ' ' || coalesce("t"."end_subject", '')) like '%' || folded_literal($3::text) || '%'
  order by "t"."channel_id", "t"."channel_id", "t"."language_id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "default_template" as t where true and "t"."channel_id" = $2::text and folded(coalesce("t"."start_template", '') || ' ' || coalesce("t"."end_template", '') || ' ' || coalesce("t"."start_subject", '') || ' ' || coalesce("t"."end_subject", '')) like '%' || folded_literal($3::text) || '%') end as total
from page;
