-- sso_domain: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "sso_domain" as t
  where "t"."owner_id" = $1::bigint and "t"."owner_id" = $2::bigint and folded(coalesce("t"."domain", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."connection_id" as "connection_id",
    "t"."domain" as "domain",
    $4::text || "t"."domain" as "record_name",
    'wachta-sso=' || "t"."token" as "record_value",
    wire_time("t"."verified_at") as "verified_at",
    wire_time("t"."created_at") as "created_at",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    (false) is true as "update",
    (("t"."owner_id" = $1::bigint and "t"."verified_at" is null)) is true as "verify") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."source_id" as "source_id", "e"."slug" as "slug", "e"."name" as "name", "e"."issuer" as "issuer", "e"."client_id" as "client_id", "e"."scopes" as "scopes", "e"."groups_claim" as "groups_claim", "e"."role_mappings" as "role_mappings", "e"."default_role" as "default_role", "e"."is_enabled" as "is_enabled", "e"."is_enforced" as "is_enforced", "e"."is_offered" as "is_offered", "e"."second_factor" as "second_factor", wire_time("e"."scim_token_created_at") as "scim_token_created_at", wire_time("e"."created_at") as "created_at"
    from "sso_connection" as e where "e"."id" = "t"."connection_id" and ("e"."owner_id" = $1::bigint or ("e"."is_offered" and "e"."owner_id" = any(array(select s.reseller_account_id from account s where s.id = $5::bigint and s.reseller_account_id is not null)))) order by "e"."id") as r) as "connection",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $1::bigint or "e"."id" = $5::bigint or "e"."parent_account_id" = $5::bigint or "e"."reseller_account_id" = $5::bigint) order by "e"."id") as r) as "owner"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $6::bigint) as m
  join "sso_domain" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
