-- status_page: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "status_page" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $2::bigint and folded(coalesce("t"."title", '') || ' ' || coalesce("t"."slug", '') || ' ' || coalesce("t"."domain", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."title" as "title",
    "t"."slug" as "slug",
    "t"."description" as "description",
    "t"."languages" as "languages",
    "t"."time_zone" as "time_zone",
    "t"."appearance" as "appearance",
    "t"."accent_colour" as "accent_colour",
    "t"."home_url" as "home_url",
    "t"."footer" as "footer",
    "t"."availability" as "availability",
    "t"."visibility" as "visibility",
    "t"."allowed_addresses" as "allowed_addresses",
    "t"."visitor_account_ids" as "visitor_account_ids",
    ("t"."password_changed_at" is not null) as "has_password",
    ("t"."link_created_at" is not null) as "has_link",
    "t"."is_published" as "is_published",
    "t"."allows_subscribers" as "allows_subscribers",
    "t"."domain" as "domain",
    ('_wachta-page.' || "t"."domain") as "domain_record_name",
    case when "t"."domain" is not null then 'wachta-page=' || "t"."domain_token" end as "domain_record_value",
    (select pd.target from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "t"."id" and pd.domain = "t"."domain") as "domain_target",
    case when "t"."domain" is not null then coalesce((select case when pd.verified_at is null then 'waiting' when pc.domain is null or pc.expires_at > now() then 'active'
  when pc.problem is not null then 'failed' else 'waiting' end from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "t"."id" and pd.domain = "t"."domain"), 'waiting') end as "domain_state",
    (select coalesce(pd.problem, pc.problem) from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "t"."id" and pd.domain = "t"."domain") as "domain_problem",
    (select pc.detail from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "t"."id" and pd.domain = "t"."domain") as "domain_detail",
    wire_time((select pc.expires_at from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = "t"."id" and pd.domain = "t"."domain")) as "certificate_expires_at",
    "t"."incident_posts" as "incident_posts",
    "t"."incident_post_delay" as "incident_post_delay",
    "t"."maintenance_posts" as "maintenance_posts",
    "t"."maintenance_notice" as "maintenance_notice",
    "t"."announcement_templates" as "announcement_templates",
    ("t"."logo" is not null) as "has_logo",
    ("t"."favicon" is not null) as "has_favicon",
    wire_time("t"."created_at") as "created_at",
    "t"."external_id" as "external_id",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "create_components",
    ("t"."owner_id" = $1::bigint) is true as "create_posts",
    ("t"."owner_id" = $1::bigint) is true as "create_subscribers",
    ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $4::bigint or "e"."id" = $1::bigint or "e"."parent_account_id" = $1::bigint or "e"."reseller_account_id" = $1::bigint) order by "e"."id") as r) as "owner"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "status_page" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
