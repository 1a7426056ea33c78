-- account: everything embedded, filtered by name, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "account" as t
  where ("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint) and "t"."name" = $3::text and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."username", '')) like '%' || folded_literal($4::text) || '%'
), page as (
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
    "t"."role" as "role",
    "t"."role_group_ids" as "role_group_ids",
    (select row_to_json(p) from (select (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $1::bigint)) is true as "close",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_contact_groups",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_contacts",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $1::bigint)) is true as "create_customer_portal_sessions",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_events",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_groups",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_report_templates",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_status_pages",
    ((("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $1::bigint) and "t"."reseller_account_id" is null)) is true as "create_subaccounts",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "create_templates",
    ((("t"."parent_account_id" is not null and "t"."parent_account_id" = $1::bigint) or ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_edit"))) is true as "delete",
    ("t"."id" = $1::bigint) is true as "own",
    (("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint)) is true as "read",
    (("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint)) is true as "read_logs",
    (("t"."id" = $1::bigint or "t"."id" = $2::bigint or "t"."parent_account_id" = $2::bigint or "t"."reseller_account_id" = $2::bigint)) is true as "read_stats",
    ("t"."id" = $1::bigint) is true as "setup_2fa",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "share_groups",
    (("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint or ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_edit"))) is true as "update",
    ((("t"."parent_account_id" = $1::bigint or ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_block")) and "t"."id" <> $1::bigint)) is true as "block",
    (("t"."parent_account_id" = $1::bigint or ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_block"))) is true as "unblock",
    (("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint)) is true as "change_password",
    (("t"."parent_account_id" is not null and "t"."id" <> $1::bigint and "t"."parent_account_id" = $1::bigint)) is true as "assign_role",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $1::bigint)) is true as "create_users",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "apply",
    (("t"."parent_account_id" is null and "t"."reseller_account_id" = $2::bigint)) is true as "copy_group_shares",
    (("t"."id" = $1::bigint and "t"."parent_account_id" is null)) is true as "export",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and ("t"."id" = $2::bigint or ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_edit")))) is true as "manage_branding",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $1::bigint)) is true as "manage_security",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "manage_signing_keys",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and "t"."id" = $2::bigint)) is true as "run_diagnostics",
    (("t"."parent_account_id" is null and "t"."closed_at" is null and ("t"."is_activated" and not "t"."is_blocked") and "t"."id" <> $1::bigint and ("t"."reseller_account_id" = $2::bigint and "t"."subaccount_edit"))) is true as "observe") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."language_id" and "e"."dictionary" = 'languages' and true order by "e"."id") as r) as "language",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."available_notification_channel_ids" as "available_notification_channel_ids", "e"."available_service_types" as "available_service_types", "e"."can_force_custom_analyses" as "can_force_custom_analyses", "e"."is_available_for_new_accounts" as "is_available_for_new_accounts", "e"."maximum_sensors" as "maximum_sensors", "e"."maximum_services" as "maximum_services", "e"."maximum_sms_numbers" as "maximum_sms_numbers", "e"."minimum_interval" as "minimum_interval", "e"."monthly_reports_limit" as "monthly_reports_limit", "e"."name" as "name", "e"."maximum_requests_per_minute" as "maximum_requests_per_minute"
    from "package" as e where "e"."id" = "t"."package_id" and ("e"."id" = $6::bigint or "e"."is_available_for_new_accounts") order by "e"."id") as r) as "package",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."parent_account_id" and ("e"."id" = $1::bigint or "e"."id" = $2::bigint or "e"."parent_account_id" = $2::bigint or "e"."reseller_account_id" = $2::bigint) order by "e"."id") as r) as "parent_account",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."time_zone_id" and "e"."dictionary" = 'time_zones' and true order by "e"."id") as r) as "time_zone",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."email_address" as "email_address", "e"."address" as "address", "e"."contact_person" as "contact_person", "e"."phone_number" as "phone_number", "e"."tax_identification_number" as "tax_identification_number", "e"."ip_whitelist" as "ip_whitelist", "e"."ip_whitelist_enabled" as "ip_whitelist_enabled", array(select s.key from user_setting s where s.account_id = "e"."id" order by s.key) as "settings", wire_time("e"."created_at") as "created_at", (exists (select from credential c where c.account_id = "e"."id" and c.totp_secret is not null)
  or exists (select from passkey y where y.account_id = "e"."id")) as "has_2fa_enabled", "e"."pending_email_address" as "pending_email_address"
    from "account" as e where "e"."id" = "t"."id" and ("e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint) order by "e"."id") as r) as "user_data"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $7::bigint) as m
  join "account" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
