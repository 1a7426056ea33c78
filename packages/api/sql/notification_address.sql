-- notification_address: everything embedded, filtered by address, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "notification_address" as t
  where ("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) and "t"."address" = $2::text and folded(coalesce("t"."address", '') || ' ' || coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."address" as "address",
    "t"."notification_channel_id" as "notification_channel_id",
    "t"."group_id" as "group_id",
    "t"."description" as "description",
    "t"."owner_id" as "owner_id",
    case when "t"."notification_channel_id" = any('{sms,telephone}'::text[]) then exists (select from verified_address p
where p.account_id = "t"."owner_id" and p.channel_id = "t"."notification_channel_id" and p.address = "t"."address" and p.verified_at is not null)
  when "t"."notification_channel_id" = any('{email,email_dedicated,email_extended,email_short,email_simplified}'::text[]) then exists (select from verified_address p
where p.account_id = "t"."owner_id" and p.channel_id = 'email' and p.address = "t"."address" and p.verified_at is not null) or exists (select from account h
    where (h.id = "t"."owner_id" or h.parent_account_id = "t"."owner_id") and h.is_activated and lower(h.email_address) = lower("t"."address"))
  else true end as "is_verified",
    (select row_to_json(p) from (select (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_group")))) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))) is true as "read",
    (("t"."owner_id" = $1::bigint or "t"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_group")))) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $4::text) as "name", ("e"."description" ->> $4::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."notification_channel_id" and "e"."dictionary" = 'notification_channels' and true order by "e"."id") as r) as "notification_channel",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $5::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "notification_address" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
