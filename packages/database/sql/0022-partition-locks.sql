-- Partitions come and go beside whatever else runs: a dump holds every table until it is through, and all that writes analyses
-- would stand in the queue behind whoever waits for it.

-- One day of one table. Attaching waits neither for readers nor for writers, as `create table … partition of` would.
create function add_partition(parent text, day date) returns void
  language plpgsql security definer set search_path = public set lock_timeout = '1s' as $$
declare
  child text := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
begin
  if to_regclass(child) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', child, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child,
    day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end
$$;

create or replace function partition_days(days date[]) returns void language plpgsql security definer set search_path = public as $$
declare
  day date;
  parent text;
begin
  -- Whoever else makes partitions is waited for as long as it takes.
  perform pg_advisory_xact_lock(hashtext('wachta partitions'));
  foreach day in array days loop
    foreach parent in array array['analysis', 'check_detail', 'artifact', 'analysis_amendment'] loop
      perform add_partition(parent, day);
    end loop;
  end loop;
end
$$;

-- A day that is read just now goes at the next try.
alter function drop_partitions(text, date) set lock_timeout = '1s';

revoke execute on function add_partition(text, date) from public;
