-- contact_address: everything embedded, filtered by contact_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "contact_address" as t
  where "t"."owner_id" = $1::bigint and "t"."contact_id" = $2::bigint and folded(coalesce("t"."address", '')) like '%' || folded_literal($3::text) || '%'
), page as (
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
    (select row_to_json(r) from (select "e"."id" as "id", ("e"."name" ->> $4::text) as "name", ("e"."description" ->> $4::text) as "description"
    from "dictionary_entry" as e where "e"."id" = "t"."channel_id" and "e"."dictionary" = 'contact_channels' and true order by "e"."id") as r) as "channel",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."description" as "description", "e"."language_id" as "language_id", "e"."external_id" as "external_id"
    from "contact" as e where "e"."id" = "t"."contact_id" and "e"."owner_id" = $1::bigint order by "e"."id") as r) as "contact"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $5::bigint) as m
  join "contact_address" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
