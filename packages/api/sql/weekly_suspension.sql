-- weekly_suspension: everything embedded, filtered by service_id, as a customer.
with matching as materialized (
  select "t"."id" as "key_0", "t"."id" as "sort_0", "t"."id" as "sort_1"
  from "weekly_suspension" as t
  where ("t"."owner_id" = $1::bigint or "t"."service_id" = any(array(select v.id from service v where v.group_id = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))))) and "t"."service_id" = $2::bigint and folded(coalesce("t"."description", '')) like '%' || folded_literal($3::text) || '%'
), page as (
  select "t"."id" as "id",
    "t"."service_id" as "service_id",
    "t"."description" as "description",
    wire_minute("t"."start_minute") as "start_minute",
    wire_minute("t"."end_minute") as "end_minute",
    "t"."only_notifications" as "only_notifications",
    (select row_to_json(p) from (select (exists (select from "service" as "t_service" where "t_service"."id" = "t"."service_id" and ("t_service"."owner_id" = $1::bigint or "t_service"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services"))))) is true as "delete",
    ("t"."owner_id" = $1::bigint) is true as "own",
    (("t"."owner_id" = $1::bigint or "t"."service_id" = any(array(select v.id from service v where v.group_id = any(array(select s.group_id from group_share s where s.account_id = $1::bigint)))))) is true as "read",
    (exists (select from "service" as "t_service" where "t_service"."id" = "t"."service_id" and ("t_service"."owner_id" = $1::bigint or "t_service"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint and s."can_modify_services"))))) is true as "update") as p) as "permissions",
    (select row_to_json(r) from (select "e"."id" as "id", "e"."type_id" as "type_id", "e"."owner_id" as "owner_id", "e"."name" as "name", "e"."address" as "address", "e"."group_id" as "group_id", "e"."interval" as "interval", "e"."description" as "description", "e"."is_active" as "is_active", "e"."is_archived" as "is_archived", "e"."sensor_ids" as "sensor_ids", "e"."step_names" as "step_names", "e"."notification_channel_ids" as "notification_channel_ids", "e"."notification_condition_ids" as "notification_condition_ids", "e"."notification_mode_id" as "notification_mode_id", "e"."recovery_notification_mode_id" as "recovery_notification_mode_id", "e"."extended_settings" as "extended_settings", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = true) as "silent_hours", (select coalesce(jsonb_agg(jsonb_build_object(
  'start_minute', wire_minute(w.start_minute), 'end_minute', wire_minute(w.end_minute)) order by w.start_minute, w.id), '[]')
from weekly_suspension w where w.service_id = "e"."id" and w.only_notifications = false) as "suspension_hours", "e"."external_id" as "external_id", "e"."tags" as "tags", "e"."service_level_target"::double precision as "service_level_target"
    from "service" as e where "e"."id" = "t"."service_id" and ("e"."owner_id" = $1::bigint or "e"."group_id" = any(array(select s.group_id from group_share s where s.account_id = $1::bigint))) order by "e"."id") as r) as "service"
  from (select * from matching as m order by "m"."sort_0", "m"."sort_1" limit 10 offset $4::bigint) as m
  join "weekly_suspension" as t on "t"."id" = "m"."key_0"
  order by "m"."sort_0", "m"."sort_1"
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page;
