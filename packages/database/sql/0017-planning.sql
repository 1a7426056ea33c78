-- Which transaction changed a revision last: readers ask for what was changed by transactions that were not yet over when
-- they looked before, and miss none, in whatever order those commit.
alter table service_revision add column changed_by xid8 not null default pg_current_xact_id();
create index service_revision_changed on service_revision (changed_by);

create function service_revision_changed() returns trigger language plpgsql as $$
begin
  new.changed_by := pg_current_xact_id();
  return new;
end
$$;

create trigger service_revision_changed before update on service_revision
  for each row when (old.* is distinct from new.*) execute function service_revision_changed();

-- Whether a suspension holds right now, as the planner keeps it: of monitoring, of messages.
alter table service add column if not exists is_suspended boolean not null default false;
alter table service add column if not exists is_silenced boolean not null default false;

create index service_marked on service (id) where is_suspended or is_silenced;

-- A service that is not watched, or whose monitoring is suspended, is paused. Watched again after a pause it is unknown
-- until its first analysis; after a suspension, during which checks went on, it is what they say.
create or replace function service_status() returns trigger language plpgsql as $$
declare
  off boolean := not new.is_active or new.is_archived;
  was_off boolean := tg_op = 'INSERT' or not old.is_active or old.is_archived;
  seen record;
begin
  if off or new.is_suspended then
    if new.status <> 'paused' then
      new.status := 'paused';
      new.status_since := now();
    end if;
  elsif new.status = 'paused' and (tg_op = 'INSERT' or old.status = 'paused') then
    new.status := 'unknown';
    new.status_since := now();
    if not was_off then
      select s.status, s.since into seen from service_state s where s.service_id = new.id;
      if found then
        new.status := seen.status;
        new.status_since := seen.since;
      end if;
    end if;
  end if;
  return new;
end
$$;

drop trigger service_status on service;
create trigger service_status before insert or update of is_active, is_archived, is_suspended on service
  for each row execute function service_status();

-- When sensors were told of an analysis out of turn.
alter table forced_analysis add column dispatched_at timestamptz;

-- When its sensor was asked.
alter table diagnostic add column dispatched_at timestamptz;
