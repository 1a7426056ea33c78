-- sso_connection: everything embedded, filtered by owner_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "sso_connection" as t
  where ("t"."owner_id" = $1::bigint or ("t"."is_offered" and "t"."owner_id" = any(array(select s.reseller_account_id from account s where s.id = $2::bigint and s.reseller_account_id is not null)))) and "t"."owner_id" = $3::bigint and folded(coalesce("t"."name", '') || ' ' || coalesce("t"."issuer", '')) like '%' || folded_literal($4::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."owner_id" as "owner_id",
    "t"."source_id" as "source_id",
    "t"."slug" as "slug",
    "t"."name" as "name",
    "t"."issuer" as "issuer",
    "t"."client_id" as "client_id",
    "t"."scopes" as "scopes",
    "t"."groups_claim" as "groups_claim",
    "t"."role_mappings" as "role_mappings",
    "t"."default_role" as "default_role",
    "t"."is_enabled" as "is_enabled",
    "t"."is_enforced" as "is_enforced",
    "t"."is_offered" as "is_offered",
    "t"."second_factor" as "second_factor",
    wire_time("t"."scim_token_created_at") as "scim_token_created_at",
    wire_time("t"."created_at") as "created_at",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or ("t"."is_offered" and "t"."owner_id" = any(array(select s.reseller_account_id from account s where s.id = $2::bigint and s.reseller_account_id is not null))))) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."owner_id" and ("e"."id" = $1::bigint or "e"."id" = $2::bigint or "e"."parent_account_id" = $2::bigint or "e"."reseller_account_id" = $2::bigint) order by "e"."id") as r) as "owner",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."source_id" as "source_id", "e"."slug" as "slug", "e"."name" as "name", "e"."issuer" as "issuer", "e"."client_id" as "client_id", "e"."scopes" as "scopes", "e"."groups_claim" as "groups_claim", "e"."role_mappings" as "role_mappings", "e"."default_role" as "default_role", "e"."is_enabled" as "is_enabled", "e"."is_enforced" as "is_enforced", "e"."is_offered" as "is_offered", "e"."second_factor" as "second_factor", wire_time("e"."scim_token_created_at") as "scim_token_created_at", wire_time("e"."created_at") as "created_at"
    from "sso_connection" as e where "e"."id" = "t"."source_id" and ("e"."owner_id" = $1::bigint or ("e"."is_offered" and "e"."owner_id" = any(array(select s.reseller_account_id from account s where s.id = $2::bigint and s.reseller_account_id is not null)))) order by "e"."id") as r) as "source"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "sso_connection" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
