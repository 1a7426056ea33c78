-- contact_address: everything embedded, filtered by contact_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."contact_id" as "contact_id",
    "t"."channel_id" as "channel_id",
    "t"."address" as "address",
    case when "t"."channel_id" = any('{sms,telephone}'::text[]) then exists (select from verified_address p
where p.account_id = "t"."owner_id" and p.channel_id = "t"."channel_id" and p.address = "t"."address" and p.verified_at is not null)
  when "t"."channel_id" = any('{email,email_dedicated,email_extended,email_short,email_simplified}'::text[]) then exists (select from verified_address p
where p.account_id = "t"."owner_id" and p.channel_id = 'email' and p.address = "t"."address" and p.verified_at is not null) or exists (select from account h
    where (h.id = "t"."owner_id" or h.parent_account_id = "t"."owner_id") and h.is_activated and lower(h.email_address) = lower("t"."address"))
  else true end as "is_verified",
    (select row_to_json(p) from (select ("t"."owner_id" = $1::bigint) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    ("t"."owner_id" = $1::bigint) is true as "read",
    ("t"."owner_id" = $1::bigint) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $2::text) as "name", ("e"."description" ->> $2::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."channel_id" and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channel",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = "t"."contact_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contact"
  from "contact_address" as t
  where "t"."owner_id" = $1::bigint and "t"."contact_id" = $3::bigint and folded(coalesce("t"."address", '')) like '%' || folded_literal($4::text) || '%'
  order by "t"."id", "t"."id"
  limit 10 offset $5::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $5::bigint = 0) then $5::bigint + count(*)
    else (select count(*) from "contact_address" as t where "t"."owner_id" = $1::bigint and "t"."contact_id" = $3::bigint and folded(coalesce("t"."address", '')) like '%' || folded_literal($4::text) || '%') end as total
from page;
