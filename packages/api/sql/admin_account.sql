-- admin_account: everything embedded, filtered by name, as a administrator.
with page as (
  select "t"."id" as "id",
    "t"."name" as "name",
    "t"."username" as "username",
    "t"."package_id" as "package_id",
    "t"."parent_account_id" as "parent_account_id",
    "t"."is_activated" as "is_activated",
    "t"."is_blocked" as "is_blocked",
    "t"."is_read_only" as "is_read_only",
    "t"."language_id" as "language_id",
    "t"."time_zone_id" as "time_zone_id",
    "t"."email_address" as "email_address",
    "t"."address" as "address",
    "t"."contact_person" as "contact_person",
    "t"."phone_number" as "phone_number",
    "t"."tax_identification_number" as "tax_identification_number",
    "t"."comment" as "comment",
    "t"."disable_legacy_notifications" as "disable_legacy_notifications",
    (select row_to_json(p) from (select ("t"."id" <> $1::bigint) is true as "block",
    ("t"."id" <> $1::bigint) is true as "delete",
    ("t"."id" = $1::bigint) is true as "own",
    (true) is true as "read",
    (true) is true as "unblock",
    (true) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $2::text) as "name", ("e"."description" ->> $2::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."available_notification_channel_ids" as "available_notification_channel_ids", "e"."available_service_types" as "available_service_types", "e"."can_force_custom_analyses" as "can_force_custom_analyses", "e"."is_available_for_new_accounts" as "is_available_for_new_accounts", "e"."maximum_sensors" as "maximum_sensors", "e"."maximum_services" as "maximum_services", "e"."maximum_sms_numbers" as "maximum_sms_numbers", "e"."minimum_interval" as "minimum_interval", "e"."monthly_reports_limit" as "monthly_reports_limit", "e"."name" as "name", "e"."maximum_requests_per_minute" as "maximum_requests_per_minute"
    from "package" as e where "e"."id" = "t"."package_id" and true order by "e"."id") as r) as "package"
  from "account" as t
  where true and "t"."name" = $3::text and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."username", '')) like '%' || folded_literal($4::text) || '%'
  order by "t"."id", "t"."id"
  limit 10 offset $5::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $5::bigint = 0) then $5::bigint + count(*)
    else (select count(*) from "account" as t where true and "t"."name" = $3::text and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."username", '')) like '%' || folded_literal($4::text) || '%') end as total
from page;
