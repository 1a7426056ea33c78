-- Rollups in partitions: what is kept for ever (hours and days), and a partition for each day of the five-minute ones, which is dropped
-- with the analyses of that day. Older versions go on reading and writing `rollup` as before.
create function partition_rollups() returns void language plpgsql as $$
declare
  first_day text := (select obj_description(oid, 'pg_constraint') from pg_constraint
    where conrelid = 'rollup'::regclass and conname = 'rollup_before_bound');
  bound text := coalesce(quote_literal(first_day::date::timestamp at time zone 'UTC'), 'minvalue');
  held record;
begin
  -- Reads all rollups, while others go on writing them: only what follows keeps them waiting, for a moment.
  if first_day is not null then
    alter table rollup validate constraint rollup_before_bound;
  end if;
  alter table rollup rename to rollup_before;
  alter table rollup_before rename constraint rollup_pkey to rollup_before_pkey;

  create table rollup (like rollup_before, constraint rollup_size_check check (size in ('m', 'h', 'd'))) partition by range (start);
  alter table rollup add primary key (service_id, size, sensor_id, start);
  -- For the processes that run now; all rights are granted again after the last migration.
  for held in select a.grantee::regrole as role, a.privilege_type as privilege
    from pg_class c, aclexplode(c.relacl) a where c.oid = 'rollup_before'::regclass and a.grantee <> 0 loop
    execute format('grant %s on rollup to %s', held.privilege, held.role);
  end loop;
  create table rollup_since (like rollup including all) partition by list (size);
  create table rollup_hour (like rollup including all, foreign key (service_id) references service on delete cascade);
  create table rollup_day (like rollup_hour including all, foreign key (service_id) references service on delete cascade);
  -- Without a foreign key: to attach or drop a day would lock all services.
  create table rollup_five_minutes (like rollup including all) partition by range (start);
  alter table rollup_since attach partition rollup_five_minutes for values in ('m');
  alter table rollup_since attach partition rollup_hour for values in ('h');
  alter table rollup_since attach partition rollup_day for values in ('d');
  execute format('alter table rollup attach partition rollup_since for values from (%s) to (maxvalue)', bound);
  if first_day is null then
    drop table rollup_before;
  else
    execute format('alter table rollup attach partition rollup_before for values from (minvalue) to (%s)', bound);
    alter table rollup_before drop constraint rollup_before_bound;
  end if;
end
$$;
select partition_rollups();
drop function partition_rollups();

create function forget_rollups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from rollup_five_minutes where service_id = old.id;
  return null;
end
$$;
create trigger service_rollups after delete on service for each row execute function forget_rollups();
revoke execute on function forget_rollups() from public;

create or replace function partition_days(days date[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  day date;
  parent text;
begin
  -- Whoever else makes partitions is waited for as long as it takes.
  perform pg_advisory_xact_lock(hashtext('wachta partitions'));
  foreach day in array days loop
    foreach parent in array array['analysis', 'check_detail', 'artifact', 'analysis_amendment', 'rollup_five_minutes'] loop
      perform add_partition(parent, day);
    end loop;
  end loop;
end
$$;

create or replace function drop_partitions(parent text, before date) returns integer
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  child text;
  dropped integer := 0;
begin
  if parent not in ('analysis', 'check_detail', 'artifact', 'analysis_amendment', 'rollup_five_minutes') then
    raise exception 'no partitioned table: %', parent;
  end if;
  for child in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and right(c.relname, 8) < to_char(before, 'YYYYMMDD') order by 1 loop
    execute format('drop table %I', child);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;

-- The days that have a partition of analyses have one of rollups from now on.
select partition_days(coalesce(array_agg(to_date(right(c.relname, 8), 'YYYYMMDD')), '{}'))
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass;
