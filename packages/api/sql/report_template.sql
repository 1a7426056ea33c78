-- report_template: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "report_template" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $2::bigint and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."name" as "name",
    "t"."description" as "description",
    "t"."title" as "title",
    "t"."introduction" as "introduction",
    "t"."email_subject" as "email_subject",
    "t"."email_body" as "email_body",
    "t"."tags" as "tags",
    "t"."delivery" as "delivery",
    "t"."is_active" as "is_active",
    "t"."language_id" as "language_id",
    "t"."time_zone_id" as "time_zone_id",
    "t"."section_ids" as "section_ids",
    "t"."reporting_plan_ids" as "reporting_plan_ids",
    "t"."attachment_type_ids" as "attachment_type_ids",
    "t"."scope" as "scope",
    "t"."accounting_method" as "accounting_method",
    "t"."recipients" as "recipients",
    wire_time("t"."created_at") as "created_at",
    "t"."external_id" as "external_id",
    "t"."service_level_target"::double precision as "service_level_target",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "create_reports",
    ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."time_zone_id" and "e"."dictionary" = 'time_zones' and true order by "e"."id") as r) as "time_zone",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."section_ids") and "e"."dictionary" = 'report_sections' and true order by "e"."id") as r) as "sections",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."reporting_plan_ids") and "e"."dictionary" = 'reporting_plans' and true order by "e"."id") as r) as "plans",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."attachment_type_ids") and "e"."dictionary" = 'report_attachment_types' and true order by "e"."id") as r) as "attachment_types"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "report_template" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
