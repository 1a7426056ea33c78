-- What ties the messages about one occurrence together, also at providers that keep an incident open by it. It says what
-- occurred and when, so that no other occurrence has it, not even one that is given the same id after a restore. Those from
-- before have none: they are tied by their id, which is what their incidents were opened with.
alter table occurrence add column thread_key text;

create function occurrence_thread_key() returns trigger language plpgsql as $$
begin
  new.thread_key := format('s%s-e%s-l%s-%s', new.service_id, coalesce(new.event_id, 0), coalesce(new.sensor_id, 0),
    (extract(epoch from new.start_time) * 1000)::int8);
  return new;
end
$$;

create trigger occurrence_thread_key before insert on occurrence for each row execute function occurrence_thread_key();
