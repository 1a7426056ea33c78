-- user_data: everything embedded, filtered by email_address, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."email_address" as "email_address",
    "t"."address" as "address",
    "t"."contact_person" as "contact_person",
    "t"."phone_number" as "phone_number",
    "t"."tax_identification_number" as "tax_identification_number",
    "t"."ip_whitelist" as "ip_whitelist",
    "t"."ip_whitelist_enabled" as "ip_whitelist_enabled",
    array(select s.key from user_setting s where s.account_id = "t"."id" order by s.key) as "settings",
    wire_time("t"."created_at") as "created_at",
    (exists (select from credential c where c.account_id = "t"."id" and c.totp_secret is not null)
  or exists (select from passkey y where y.account_id = "t"."id")) as "has_2fa_enabled",
    "t"."pending_email_address" as "pending_email_address",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."id" = $1::bigint) is true as "own",
    (("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint)) is true as "read",
    (("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint)) is true as "update") as p) as "permissions"
  from "account" as t
  where ("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint) and "t"."email_address" = $2::text
  order by "t"."id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "account" as t where ("t"."id" = $1::bigint or "t"."parent_account_id" = $1::bigint) and "t"."email_address" = $2::text) end as total
from page;
