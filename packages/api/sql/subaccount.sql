-- subaccount: everything embedded, filtered by name, as a customer.
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
    "t"."disable_legacy_notifications" as "disable_legacy_notifications",
    "t"."reseller_account_id" as "reseller_account_id",
    "t"."subaccount_block" as "subaccount_block",
    "t"."subaccount_edit" as "subaccount_edit",
    "t"."is_2fa_setup_required" as "is_2fa_setup_required",
    (select row_to_json(p) from (select ("t"."id" = $1::bigint) is true as "own",
    (("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint)) is true as "read") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $3::text) as "name", ("e"."description" ->> $3::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."available_notification_channel_ids" as "available_notification_channel_ids", "e"."available_service_types" as "available_service_types", "e"."can_force_custom_analyses" as "can_force_custom_analyses", "e"."is_available_for_new_accounts" as "is_available_for_new_accounts", "e"."maximum_sensors" as "maximum_sensors", "e"."maximum_services" as "maximum_services", "e"."maximum_sms_numbers" as "maximum_sms_numbers", "e"."minimum_interval" as "minimum_interval", "e"."monthly_reports_limit" as "monthly_reports_limit", "e"."name" as "name", "e"."maximum_requests_per_minute" as "maximum_requests_per_minute"
    from "package" as e where "e"."id" = "t"."package_id" and ("e"."id" = $4::bigint or "e"."is_available_for_new_accounts") order by "e"."id") as r) as "package",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."reseller_account_id" and ("e"."id" = $1::bigint or "e"."id" = $2::bigint or "e"."parent_account_id" = $2::bigint or "e"."reseller_account_id" = $2::bigint) order by "e"."id") as r) as "reseller",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $3::text) as "name", ("e"."description" ->> $3::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."time_zone_id" and "e"."dictionary" = 'time_zones' and true order by "e"."id") as r) as "time_zone"
  from "account" as t
  where ("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint) and "t"."name" = $5::text
  order by "t"."id", "t"."id"
  limit 10 offset $6::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $6::bigint = 0) then $6::bigint + count(*)
    else (select count(*) from "account" as t where ("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint) and "t"."name" = $5::text) end as total
from page;
