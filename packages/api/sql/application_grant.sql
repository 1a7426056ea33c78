-- application_grant: everything embedded, filtered by account_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."account_id" as "account_id",
    "t"."application_id" as "application_id",
    (select y.name from application y where y.id = "t"."application_id") as "application_name",
    (select y.client_id from application y where y.id = "t"."application_id") as "client_id",
    "t"."scopes" as "scopes",
    wire_time("t"."created_at") as "created_at",
    wire_time("t"."last_used_at") as "last_used_at",
    wire_time("t"."expires_at") as "expires_at",
    (select row_to_json(p) from (select ("t"."account_id" = $1::bigint) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    ("t"."account_id" = $1::bigint) is true as "read",
    (false) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."name" as "name", "e"."username" as "username", "e"."package_id" as "package_id", "e"."parent_account_id" as "parent_account_id", "e"."is_activated" as "is_activated", "e"."is_blocked" as "is_blocked", "e"."is_read_only" as "is_read_only", "e"."language_id" as "language_id", "e"."time_zone_id" as "time_zone_id", "e"."disable_legacy_notifications" as "disable_legacy_notifications", "e"."reseller_account_id" as "reseller_account_id", "e"."role" as "role", "e"."role_group_ids" as "role_group_ids"
    from "account" as e where "e"."id" = "t"."account_id" and ("e"."id" = $1::bigint or "e"."id" = $2::bigint or "e"."parent_account_id" = $2::bigint or "e"."reseller_account_id" = $2::bigint) order by "e"."id") as r) as "account",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."client_id" as "client_id", "e"."name" as "name", "e"."kind" as "kind", "e"."redirect_uris" as "redirect_uris", "e"."grant_types" as "grant_types", "e"."scopes" as "scopes", wire_time("e"."created_at") as "created_at"
    from "application" as e where "e"."id" = "t"."application_id" and "e"."client_id" <> 'wachta-command' and "e"."owner_id" = $2::bigint order by "e"."id") as r) as "application"
  from "application_grant" as t
  where "t"."expires_at" > now() and "t"."account_id" = $1::bigint and "t"."account_id" = $3::bigint
  order by "t"."id", "t"."id"
  limit 10 offset $4::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $4::bigint = 0) then $4::bigint + count(*)
    else (select count(*) from "application_grant" as t where "t"."expires_at" > now() and "t"."account_id" = $1::bigint and "t"."account_id" = $3::bigint) end as total
from page;
