-- The published status of a service stands in its own row, where an index leads from an account or a group to the services that
-- are down. Analyses have the last word unless the service is paused: whoever writes a newer status to its state, publishes it.
create function publish_status() returns trigger language plpgsql as $$
begin
  update service set status = new.status, status_since = new.since
    where id = new.service_id and status not in ('paused', new.status) and not is_suspended and status_since <= new.since;
  return null;
end
$$;

create trigger publish_inserted_status after insert on service_state for each row execute function publish_status();
create trigger publish_updated_status after update of status, since on service_state for each row
  when ((new.status, new.since) is distinct from (old.status, old.since)) execute function publish_status();

update service set status = 'paused' where is_suspended and status <> 'paused';
update service v set status = s.status, status_since = s.since from service_state s
  where s.service_id = v.id and v.status not in ('paused', s.status) and not v.is_suspended and v.status_since <= s.since;

-- As before, but for the status, which was worked out from both rows.
create or replace view service_status_record as
  select v.id, v.owner_id, v.group_id, v.status,
    case when v.status <> 'paused' and s.since >= v.status_since then s.since else v.status_since end as since,
    to_char(s.last_time at time zone 'UTC', 'YYMMDDHH24MISSMS') as last_analysis_id,
    s.last_time as last_analysis_time, s.last_ok_time, s.last_error_time, s.response_time as average_response_time,
    coalesce(s.failing_sensor_ids, '{}') as failing_sensor_ids, s.error_type_id, v.is_suspended, v.is_silenced,
    (select 'no_able_sensor' from service_type t, lateral (select r.is_active, r.sensor_ids from service_revision r
        where r.service_id = v.id order by r.revision desc limit 1) n
      where v.status <> 'paused' and t.id = v.type_id and t.category_id <> 'sensorless' and n.is_active and n.sensor_ids = '{}') as unchecked_reason
  from service v left join service_state s on s.service_id = v.id;
