-- Keeps the incidents of a deleted service too, with the counts of their notifications: a report still says how often it
-- failed and how soon somebody took it on.
create or replace function keep_deleted_service() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_held(old.owner_id) then
    insert into deleted_service (service_id, owner_id, group_id, type_id, name, address, tags, report_template_ids, service_level_target, created_at, deleted_at, history)
    values (old.id, old.owner_id, old.group_id, old.type_id, old.name, old.address, old.tags,
      array(select t.id from report_template t where t.owner_id = old.owner_id and t.scope @> jsonb_build_object('service_ids', array[old.id])),
      old.service_level_target, old.created_at, clock_timestamp(),
      jsonb_build_object(
        'status_changes', (select coalesce(jsonb_agg(jsonb_build_object('status', c.status, 'start_time', c.start_time, 'end_time', c.end_time,
            'error_type_id', c.error_type_id) order by c.start_time), '[]') from status_change c where c.service_id = old.id),
        'corrections', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'status', c.status, 'start_time', c.start_time, 'end_time', c.end_time,
            'created_at', c.created_at, 'description', c.description) order by c.id), '[]') from correction c where c.service_id = old.id),
        'suspensions', (select coalesce(jsonb_agg(jsonb_build_object('start_time', s.start_time, 'end_time', s.end_time,
            'only_notifications', s.only_notifications, 'valid_from', s.valid_from, 'valid_to', s.valid_to)), '[]')
          from suspension_version s where s.service_id = old.id),
        'weekly_suspensions', (select coalesce(jsonb_agg(jsonb_build_object('start_minute', w.start_minute, 'end_minute', w.end_minute,
            'only_notifications', w.only_notifications, 'valid_from', w.valid_from, 'valid_to', w.valid_to)), '[]')
          from weekly_suspension_version w where w.service_id = old.id),
        'incidents', (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'start_time', i.start_time, 'end_time', i.end_time,
            'acknowledged_at', i.acknowledged_at) || to_jsonb(n) order by i.start_time, i.id), '[]')
          from incident i cross join lateral incident_notifications(i.id) n where i.service_id = old.id and i.sensor_id is null),
        'rollups', (select coalesce(jsonb_agg(to_jsonb(r) - 'service_id' order by r.start), '[]')
          from rollup r where r.service_id = old.id and r.size = 'd')))
    on conflict (service_id) do nothing;
  end if;
  return old;
end
$$;

-- How many notifications the alerts of an incident caused, and how many escalation steps notified somebody.
create function incident_notifications(incident bigint)
  returns table (escalation_steps integer, notifications_sent integer, notifications_failed integer, notifications_suppressed integer)
  language sql stable set search_path = public, pg_temp as $$
  select count(distinct (o.id, n.escalation_id)) filter (where n.status = 'sent' and n.escalation_id is not null)::integer,
    count(*) filter (where n.status = 'sent')::integer, count(*) filter (where n.status = 'failed')::integer,
    count(*) filter (where n.status = 'suppressed')::integer
  from occurrence o join notification n on n.occurrence_id = o.id where o.incident_id = incident
$$;
