-- status_page_subscriber: everything embedded, filtered by status_page_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "status_page_subscriber" as t
  where "t"."owner_id" = $1::bigint and "t"."status_page_id" = $2::bigint and folded(coalesce("t"."address", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."status_page_id" as "status_page_id",
    "t"."channel_id" as "channel_id",
    "t"."address" as "address",
    "t"."component_ids" as "component_ids",
    "t"."language" as "language",
    "t"."state" as "state",
    "t"."reason" as "reason",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."changed_at") as "changed_at",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read") as p) as "permissions",
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
    (select coalesce(json_agg(r), '[]') from (select "e"."id" as "id", "e"."status_page_id" as "status_page_id", "e"."public_id" as "public_id", "e"."section" as "section", "e"."position" as "position", "e"."name" as "name", "e"."description" as "description", "e"."service_id" as "service_id", "e"."group_id" as "group_id", "e"."manual_status" as "manual_status", "e"."group_rule" as "group_rule", "e"."group_share" as "group_share", "e"."shows_history" as "shows_history", "e"."shows_availability" as "shows_availability", "e"."shows_response_time" as "shows_response_time", "e"."only_show_if_degraded" as "only_show_if_degraded", "e"."external_id" as "external_id"
    from "status_page_component" as e where "e"."id" = any("t"."component_ids") and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "components"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "status_page_subscriber" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
