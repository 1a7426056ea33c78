-- Whether a sensor can run a browser, and if not, why: as it reported. Null before it has reported. The category `browser` of the
-- sensor follows from it.
alter table sensor_state add column browser_able boolean,
  add column browser_reason text check (char_length(browser_reason) <= 500);

-- No sensor has reported it yet, whatever was entered by hand.
update sensor set category_ids = case category_ids when '{browser}' then '{default}' else array_remove(category_ids, 'browser') end
where 'browser' = any(category_ids);

-- Evidence of checks that were well, to compare failures with. Between two of them may be many of failures.
alter table artifact add column is_reference boolean not null default false;
create index artifact_reference on artifact (service_id, sensor_id, artifact_id, time) where is_reference;

-- Why nothing checks a service that is watched: none of its sensors is able to.
create or replace view service_status_record as
  select v.id, v.owner_id, v.group_id,
    case when v.status = 'paused' or v.is_suspended then 'paused' when s.since >= v.status_since then s.status else v.status end as status,
    case when v.status <> 'paused' and s.since >= v.status_since then s.since else v.status_since end as since,
    to_char(s.last_time at time zone 'UTC', 'YYMMDDHH24MISSMS') as last_analysis_id,
    s.last_time as last_analysis_time, s.last_ok_time, s.last_error_time, s.response_time as average_response_time,
    coalesce(s.failing_sensor_ids, '{}') as failing_sensor_ids, s.error_type_id, v.is_suspended, v.is_silenced,
    (select 'no_able_sensor' from service_type t, lateral (select r.is_active, r.sensor_ids from service_revision r
        where r.service_id = v.id order by r.revision desc limit 1) n
      where v.status <> 'paused' and t.id = v.type_id and t.category_id <> 'sensorless' and n.is_active and n.sensor_ids = '{}') as unchecked_reason
  from service v left join service_state s on s.service_id = v.id;
