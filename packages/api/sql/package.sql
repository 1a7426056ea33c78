-- package: everything embedded, filtered by can_force_custom_analyses, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "package" as t
  where ("t"."id" = $1::bigint or "t"."is_available_for_new_accounts") and "t"."can_force_custom_analyses" = $2::boolean and folded(coalesce("t"."name", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."available_notification_channel_ids" as "available_notification_channel_ids",
    "t"."available_service_types" as "available_service_types",
    "t"."can_force_custom_analyses" as "can_force_custom_analyses",
    "t"."is_available_for_new_accounts" as "is_available_for_new_accounts",
    "t"."maximum_sensors" as "maximum_sensors",
    "t"."maximum_services" as "maximum_services",
    "t"."maximum_sms_numbers" as "maximum_sms_numbers",
    "t"."minimum_interval" as "minimum_interval",
    "t"."monthly_reports_limit" as "monthly_reports_limit",
    "t"."name" as "name",
    "t"."maximum_requests_per_minute" as "maximum_requests_per_minute",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."id" = $1::bigint) is true as "own",
    (("t"."id" = $1::bigint or "t"."is_available_for_new_accounts")) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", ("e"."name" ->> $4::text) as "name", ("e"."description" ->> $4::text) as "description"
    from "dictionary_entry" as e where "e"."id" = any("t"."available_notification_channel_ids") and "e"."dictionary" = 'notification_channels' and true order by "e"."id") as r) as "available_notification_channels"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "package" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
