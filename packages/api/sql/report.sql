-- report: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "report" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $2::bigint and folded(coalesce("t"."name", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."template_id" as "template_id",
    "t"."group_id" as "group_id",
    "t"."name" as "name",
    wire_time("t"."start_time") as "start_time",
    wire_time("t"."end_time") as "end_time",
    "t"."status" as "status",
    "t"."failure_reason" as "failure_reason",
    "t"."reporting_plan_id" as "reporting_plan_id",
    "t"."is_test" as "is_test",
    "t"."template" ->> 'language_id' as "language_id",
    "t"."template" ->> 'time_zone_id' as "time_zone_id",
    array(select jsonb_array_elements_text("t"."template" -> 'section_ids')) as "section_ids",
    array(select jsonb_array_elements_text("t"."template" -> 'attachment_type_ids')) as "attachment_type_ids",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."completed_at") as "completed_at",
    "t"."signature_fingerprint" as "signature_fingerprint",
    "t"."time_stamp_status" as "time_stamp_status",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "send") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."title" as "title", "e"."introduction" as "introduction", "e"."email_subject" as "email_subject", "e"."email_body" as "email_body", "e"."tags" as "tags", "e"."delivery" as "delivery", "e"."is_active" as "is_active", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."section_ids" as "section_ids", "e"."reporting_plan_ids" as "reporting_plan_ids", "e"."attachment_type_ids" as "attachment_type_ids", "e"."scope" as "scope", "e"."accounting_method" as "accounting_method", "e"."recipients" as "recipients", wire_time("e"."created_at") as "created_at", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "report_template" as e where "e"."id" = "t"."template_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "template",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any(array(select jsonb_array_elements_text("t"."template" -> 'section_ids'))) and "e"."dictionary" = 'report_sections' and true order by "e"."id") as r) as "sections"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "report" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
