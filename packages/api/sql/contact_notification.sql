-- contact_notification: everything embedded, filtered by account_id, as a customer.
with page as (
  select "t"."id" as "id",
    "t"."account_id" as "account_id",
    "t"."contact_id" as "contact_id",
    "t"."address_id" as "address_id",
    "t"."service_id" as "service_id",
    "t"."event_id" as "event_id",
    "t"."escalation_id" as "escalation_id",
    "t"."channel_id" as "channel_id",
    "t"."address" as "address",
    "t"."subject" as "subject",
    "t"."content" as "content",
    wire_time(coalesce("t"."sent_at", "t"."created_at")) as "time",
    "t"."status" as "status",
    "t"."reason" as "reason",
    "t"."kind" as "kind",
    "t"."repeat_number" as "repeat_number",
    "t"."attempts" as "attempts",
    "t"."digest_id" as "digest_id",
    "t"."occurrence_id" as "occurrence_id",
    wire_time("t"."created_at") as "created_at",
    (select row_to_json(p) from (select (false) is true as "delete",
    ("t"."account_id" = $1::bigint) is true as "own",
    ("t"."account_id" = $1::bigint) is true as "read",
    (false) is true as "update") as p) as "permissions"
  from "notification" as t
  where "t"."style" = 'c' and "t"."account_id" = $1::bigint and "t"."account_id" = $2::bigint
  order by "t"."id", "t"."id"
  limit 10 offset $3::bigint
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < 10 and (count(*) > 0 or $3::bigint = 0) then $3::bigint + count(*)
    else (select count(*) from "notification" as t where "t"."style" = 'c' and "t"."account_id" = $1::bigint and "t"."account_id" = $2::bigint) end as total
from page;
