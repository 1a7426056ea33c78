-- custom_template: everything embedded, filtered by contact_id, as a customer.
with page as (
  select "t"."contact_id" as "contact_id",
    "t"."channel_id" as "channel_id",
    "t"."template_id" as "template_id",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $2::text) as "name", ("e"."description" ->> $2::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."channel_id" and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channel",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = "t"."contact_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contact",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."channel_id" as "channel_id", "e"."language_id" as "language_id", "e"."start_template" as "start_template", "e"."end_template" as "end_template", "e"."start_subject" as "start_subject", "e"."end_subject" as "end_subject", "e"."artifact_type_ids" as "artifact_type_ids"
    from "template" as e where "e"."id" = "t"."template_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "template"
  from "custom_template" as t
  where "t"."owner_id" = $1::bigint and "t"."contact_id" = $3::bigint
  order by "t"."contact_id", "t"."contact_id", "t"."channel_id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "custom_template" as t where "t"."owner_id" = $1::bigint and "t"."contact_id" = $3::bigint) end as total
from page;
