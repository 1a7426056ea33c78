-- What suspensions of services said, and from when until when they said so. Service levels are computed from these rows:
-- a suspension acts from when it was made, and a change or a deletion keeps what was in force before it. The application
-- reads these tables; only the triggers below write them, so no request can make a suspension act in the past.

create table suspension_version (
  id bigint generated always as identity primary key,
  suspension_id bigint not null,
  service_id bigint not null references service on delete cascade,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity' check (valid_to >= valid_from),
  start_time timestamptz not null,
  end_time timestamptz not null,
  only_notifications boolean not null
);

create table weekly_suspension_version (
  id bigint generated always as identity primary key,
  weekly_suspension_id bigint not null,
  service_id bigint not null references service on delete cascade,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity' check (valid_to >= valid_from),
  start_minute integer not null,
  end_minute integer not null,
  only_notifications boolean not null
);

-- Weekly windows are in the zone that the account had at the time.
create table account_time_zone_version (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity' check (valid_to >= valid_from),
  time_zone_id text not null
);

create unique index suspension_version_current on suspension_version (suspension_id) where valid_to = 'infinity';
create index suspension_version_service on suspension_version (service_id, end_time);
create unique index weekly_suspension_version_current on weekly_suspension_version (weekly_suspension_id) where valid_to = 'infinity';
create index weekly_suspension_version_service on weekly_suspension_version (service_id, valid_to);
create unique index account_time_zone_version_current on account_time_zone_version (account_id) where valid_to = 'infinity';
create index account_time_zone_version_account on account_time_zone_version (account_id, valid_to);

-- The clock is read here and not taken from the transaction's start: whoever waited for a lock comes after whoever held it.
-- A version that has not acted when it ends is not kept.
create function keep_suspension_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op <> 'INSERT' then
    delete from suspension_version
      where suspension_id = old.id and valid_to = 'infinity' and greatest(start_time, valid_from) >= at;
    update suspension_version set valid_to = at where suspension_id = old.id and valid_to = 'infinity';
  end if;
  if tg_op <> 'DELETE' then
    insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications)
      select new.id, new.service_id, at, new.start_time, new.end_time, new.only_notifications where new.end_time > at;
  end if;
  return null;
end
$$;

create function keep_weekly_suspension_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op <> 'INSERT' then
    delete from weekly_suspension_version where weekly_suspension_id = old.id and valid_to = 'infinity' and valid_from >= at;
    update weekly_suspension_version set valid_to = at where weekly_suspension_id = old.id and valid_to = 'infinity';
  end if;
  if tg_op <> 'DELETE' then
    insert into weekly_suspension_version (weekly_suspension_id, service_id, valid_from, start_minute, end_minute, only_notifications)
      values (new.id, new.service_id, at, new.start_minute, new.end_minute, new.only_notifications);
  end if;
  return null;
end
$$;

create function keep_account_time_zone_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op = 'UPDATE' then
    delete from account_time_zone_version where account_id = new.id and valid_to = 'infinity' and valid_from >= at;
    update account_time_zone_version set valid_to = at where account_id = new.id and valid_to = 'infinity';
  end if;
  insert into account_time_zone_version (account_id, valid_from, time_zone_id)
    values (new.id, case tg_op when 'INSERT' then '-infinity' else at end, new.time_zone_id);
  return null;
end
$$;

create trigger suspension_version_added after insert or delete on suspension
  for each row execute function keep_suspension_version();
create trigger suspension_version_changed after update on suspension for each row
  when ((old.service_id, old.start_time, old.end_time, old.only_notifications)
    is distinct from (new.service_id, new.start_time, new.end_time, new.only_notifications))
  execute function keep_suspension_version();

create trigger weekly_suspension_version_added after insert or delete on weekly_suspension
  for each row execute function keep_weekly_suspension_version();
create trigger weekly_suspension_version_changed after update on weekly_suspension for each row
  when ((old.service_id, old.start_minute, old.end_minute, old.only_notifications)
    is distinct from (new.service_id, new.start_minute, new.end_minute, new.only_notifications))
  execute function keep_weekly_suspension_version();

create trigger account_time_zone_version_added after insert on account
  for each row execute function keep_account_time_zone_version();
create trigger account_time_zone_version_changed after update of time_zone_id on account for each row
  when (old.time_zone_id is distinct from new.time_zone_id) execute function keep_account_time_zone_version();

grant select on suspension_version, weekly_suspension_version, account_time_zone_version to wachta_app;

-- What stands at the time of this migration has acted on all of the past until now. It goes on doing so: an upgrade
-- changes no figure. The triggers hold the tables by now, so nothing is missed.
insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications)
  select id, service_id, '-infinity', start_time, end_time, only_notifications from suspension;
insert into weekly_suspension_version (weekly_suspension_id, service_id, valid_from, start_minute, end_minute, only_notifications)
  select id, service_id, '-infinity', start_minute, end_minute, only_notifications from weekly_suspension;
insert into account_time_zone_version (account_id, valid_from, time_zone_id)
  select id, '-infinity', time_zone_id from account;
