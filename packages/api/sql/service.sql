-- service: everything embedded, filtered by type_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "service" as t
  where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."type_id" = $2::text and ("t"."query_text" || '') like (select '%' || folded_literal($3::text) || '%')
), page as (
  select "t"."id" as "id",
    "t"."type_id" as "type_id",
    "t"."owner_id" as "owner_id",
    "t"."name" as "name",
    "t"."address" as "address",
    "t"."group_id" as "group_id",
    "t"."interval" as "interval",
    "t"."description" as "description",
    "t"."is_active" as "is_active",
    "t"."is_archived" as "is_archived",
    "t"."sensor_ids" as "sensor_ids",
    "t"."step_names" as "step_names",
    "t"."notification_channel_ids" as "notification_channel_ids",
    "t"."notification_condition_ids" as "notification_condition_ids",
    "t"."notification_mode_id" as "notification_mode_id",
    "t"."recovery_notification_mode_id" as "recovery_notification_mode_id",
    "t"."extended_settings" as "extended_settings",
    (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "t"."id" and w.only_notifications = true) as "silent_hours",
    (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "t"."id" and w.only_notifications = false) as "suspension_hours",
    "t"."external_id" as "external_id",
    "t"."tags" as "tags",
    "t"."service_level_target"::double precision as "service_level_target",
    (select row_to_json(p) from (select ((("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_archive_services"))) and not "t"."is_archived")) is true as "archive",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services")))) is true as "create_corrections",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services")))) is true as "create_suspensions",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services")))) is true as "create_weekly_suspensions",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_delete_services")))) is true as "delete",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_force_analyses")))) is true as "force_analysis",
    ((("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services"))) and ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_delete_services"))))) is true as "move",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))) is true as "read",
    ((("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_archive_services"))) and "t"."is_archived")) is true as "restore",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services")))) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description", "e"."category_id" as "category_id", ("e"."address_format" ->> $5::text) as "address_format", "e"."default_interval" as "default_interval", "e"."supports_steps" as "supports_steps", "e"."artifact_type_ids" as "artifact_type_ids"
    from "service_type" as e where "e"."id" = "t"."type_id" and true order by "e"."id") as r) as "type",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."name" as "name", "e"."location" as "location", "e"."country_code" as "country_code", "e"."latitude" as "latitude", "e"."longitude" as "longitude", "e"."color" as "color", "e"."ip_addresses" as "ip_addresses", "e"."category_ids" as "category_ids", "e"."is_active" as "is_active", "e"."owner_id" as "owner_id"
    from "sensor" as e where "e"."id" = any("t"."sensor_ids") and ("e"."owner_id" is null or "e"."owner_id" = $1::bigint) order by "e"."id") as r) as "sensors",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."notification_channel_ids") and "e"."dictionary" = 'notification_channels' and true order by "e"."id") as r) as "notification_channels",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."notification_condition_ids") and "e"."dictionary" = 'notification_conditions' and true order by "e"."id") as r) as "notification_conditions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."notification_mode_id" and "e"."dictionary" = 'notification_modes' and true order by "e"."id") as r) as "notification_mode",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $5::text) as "name", ("e"."description" ->> $5::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."recovery_notification_mode_id" and "e"."dictionary" = 'recovery_notification_modes' and true order by "e"."id") as r) as "recovery_notification_mode"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "service" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
