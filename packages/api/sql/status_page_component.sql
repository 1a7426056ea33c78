-- status_page_component: everything embedded, filtered by status_page_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "status_page_component" as t
  where "t"."owner_id" = $1::bigint and "t"."status_page_id" = $2::bigint and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."status_page_id" as "status_page_id",
    "t"."public_id" as "public_id",
    "t"."section" as "section",
    "t"."position" as "position",
    "t"."name" as "name",
    "t"."description" as "description",
    "t"."service_id" as "service_id",
    "t"."group_id" as "group_id",
    "t"."manual_status" as "manual_status",
    "t"."group_rule" as "group_rule",
    "t"."group_share" as "group_share",
    "t"."shows_history" as "shows_history",
    "t"."shows_availability" as "shows_availability",
    "t"."shows_response_time" as "shows_response_time",
    "t"."only_show_if_degraded" as "only_show_if_degraded",
    "t"."external_id" as "external_id",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."title" as "title", "e"."slug" as "slug", "e"."description" as "description", "e"."languages" as "languages", "e"."time_zone" as "time_zone", "e"."appearance" as "appearance", "e"."accent_colour" as "accent_colour", "e"."home_url" as "home_url", "e"."footer" as "footer", "e"."availability" as "availability", "e"."visibility" as "visibility", "e"."allowed_addresses" as "allowed_addresses", "e"."visitor_account_ids" as "visitor_account_ids", ("e"."password_changed_at" is not null) as "has_password", ("e"."link_created_at" is not null) as "has_link", "e"."is_published" as "is_published", "e"."allows_subscribers" as "allows_subscribers", "e"."domain" as "domain", ('_wachta-page.' || "e"."domain") as "domain_record_name", case when "e"."domain" is not null then 'wachta-page=' || "e"."domain_token" end as "domain_record_value", (select pd.target from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "e"."id" and pd.domain = "e"."domain") as "domain_target", case when "e"."domain" is not null then coalesce((select case when pd.verified_at is null then 'waiting' when pc.domain is null or pc.expires_at > now() then 'active'
  when pc.problem is not null then 'failed' else 'waiting' end from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "e"."id" and pd.domain = "e"."domain"), 'waiting') end as "domain_state", (select coalesce(pd.problem, pc.problem) from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "e"."id" and pd.domain = "e"."domain") as "domain_problem", (select pc.detail from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "e"."id" and pd.domain = "e"."domain") as "domain_detail", wire_time((select pc.expires_at from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "e"."id" and pd.domain = "e"."domain")) as "certificate_expires_at", "e"."incident_posts" as "incident_posts", "e"."incident_post_delay" as "incident_post_delay", "e"."maintenance_posts" as "maintenance_posts", "e"."maintenance_notice" as "maintenance_notice", "e"."announcement_templates" as "announcement_templates", ("e"."logo" is not null) as "has_logo", ("e"."favicon" is not null) as "has_favicon", wire_time("e"."created_at") as "created_at", "e"."external_id" as "external_id"
    from "status_page" as e where "e"."id" = "t"."status_page_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "status_page",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."type_id" as "type_id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."address" as "address", "e"."group_id" as "group_id", "e"."interval" as "interval", "e"."description" as "description", "e"."is_active" as "is_active", "e"."is_archived" as "is_archived", "e"."sensor_ids" as "sensor_ids", "e"."step_names" as "step_names", "e"."notification_channel_ids" as "notification_channel_ids", "e"."notification_condition_ids" as "notification_condition_ids", "e"."notification_mode_id" as "notification_mode_id", "e"."recovery_notification_mode_id" as "recovery_notification_mode_id", "e"."extended_settings" as "extended_settings", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = true) as "silent_hours", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = false) as "suspension_hours", "e"."external_id" as "external_id", "e"."tags" as "tags", "e"."service_level_target"::double precision as "service_level_target"
    from "service" as e where "e"."id" = "t"."service_id" and ("e"."owner_id" = $1::bigint or "e"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "service",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."owner_id" as "owner_id", "e"."is_default" as "is_default", "e"."periodic_daily_reports" as "periodic_daily_reports", "e"."periodic_weekly_reports" as "periodic_weekly_reports", "e"."periodic_monthly_reports" as "periodic_monthly_reports", "e"."archived_services_in_periodic_reports" as "archived_services_in_periodic_reports", "e"."assigned_sensor_ids" as "assigned_sensor_ids", array(select s::bigint from jsonb_array_elements_text(coalesce("e"."assigned_sensor_ids" -> 'default', '[]')) s) as "sensor_ids", "e"."external_id" as "external_id", "e"."service_level_target"::double precision as "service_level_target"
    from "service_group" as e where "e"."id" = "t"."group_id" and ("e"."owner_id" = $1::bigint or "e"."id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "group"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "status_page_component" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
