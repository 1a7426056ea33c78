-- What sensors saw, and what was made of it. One row an analysis, all its checks in a few dozen bytes: see
-- packed-checks.ts in domain. No column may be null and the wide ones come first, because the bytes of a row count here.
create table analysis (
  service_id bigint not null,
  time timestamptz not null,
  revision integer not null,
  error_tolerance smallint not null,
  ok_checks_count smallint not null,
  error_checks_count smallint not null,
  unknown_checks_count smallint not null,
  failure boolean not null,
  -- s: by the schedule, f: forced, c: forced with settings of its own, which says nothing about the service.
  kind "char" not null,
  checks bytea not null,
  primary key (service_id, time)
) partition by range (time);

alter table analysis alter column checks set storage plain;

-- Words about checks; only of those that have something to say beyond figures.
create table check_detail (
  service_id bigint not null,
  time timestamptz not null,
  sensor_id bigint not null,
  error_message text,
  base_url text,
  content_type text,
  file_name text,
  response_headers text,
  metrics jsonb,
  step_data jsonb,
  primary key (service_id, time, sensor_id)
) partition by range (time);

-- What a check left behind as evidence; the bytes are in the object store under object_key.
create table artifact (
  service_id bigint not null,
  time timestamptz not null,
  sensor_id bigint not null,
  artifact_id text not null check (artifact_id ~ '^[A-Za-z0-9_]+$' and char_length(artifact_id) <= 256),
  object_key text not null,
  content_type text not null,
  file_name text not null,
  size bigint not null,
  is_cut boolean not null,
  stored_at timestamptz not null,
  primary key (service_id, time, sensor_id, artifact_id)
) partition by range (time);

-- An analysis that was amended by results that came after it was closed.
create table analysis_amendment (
  service_id bigint not null,
  time timestamptz not null,
  amended_at timestamptz not null,
  primary key (service_id, time)
) partition by range (time);

-- Which days have a partition. Days are in UTC.
create function partition_days(days date[]) returns void language plpgsql security definer set search_path = public as $$
declare
  day date;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtext('wachta partitions'));
  foreach day in array days loop
    foreach parent in array array['analysis', 'check_detail', 'artifact', 'analysis_amendment'] loop
      if to_regclass(format('%s_%s', parent, to_char(day, 'YYYYMMDD'))) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          format('%s_%s', parent, to_char(day, 'YYYYMMDD')), parent,
          day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
      end if;
    end loop;
  end loop;
end
$$;

-- Takes days before the given one out, whole partitions at a time, and tells how many went.
create function drop_partitions(parent text, before date) returns integer language plpgsql security definer set search_path = public as $$
declare
  child text;
  dropped integer := 0;
begin
  if parent not in ('analysis', 'check_detail', 'artifact', 'analysis_amendment') then
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

revoke execute on function partition_days(date[]), drop_partitions(text, date) from public;
grant execute on function partition_days(date[]), drop_partitions(text, date) to wachta_app;
grant select, insert, update, delete on analysis, check_detail, artifact, analysis_amendment to wachta_app;

-- How a service is doing. The first part is written together with the analysis that changes it; the second follows
-- behind by a second or two, because it changes with every analysis and can be read from them again.
create table service_state (
  service_id bigint primary key references service on delete cascade,
  status text not null check (status in ('ok', 'failure', 'unknown')),
  since timestamptz not null,
  last_time timestamptz,
  last_ok_time timestamptz,
  last_error_time timestamptz,
  response_time integer,
  failing_sensor_ids bigint[] not null default '{}',
  error_type_id bigint
) with (fillfactor = 70);

-- Whether a suspension holds now that stops monitoring (the published status is paused) or that only holds messages.
alter table service add column is_suspended boolean not null default false,
  add column is_silenced boolean not null default false;

-- How a service is doing, as it is published. Both the service and its state know a status: the newer one holds, because
-- a service that is watched again is unknown until its next analysis. A pause is the service's own word, and final.
create view service_status_record as
  select v.id, v.owner_id, v.group_id,
    case when v.status = 'paused' or v.is_suspended then 'paused' when s.since >= v.status_since then s.status else v.status end as status,
    case when v.status <> 'paused' and s.since >= v.status_since then s.since else v.status_since end as since,
    to_char(s.last_time at time zone 'UTC', 'YYMMDDHH24MISSMS') as last_analysis_id,
    s.last_time as last_analysis_time, s.last_ok_time, s.last_error_time, s.response_time as average_response_time,
    coalesce(s.failing_sensor_ids, '{}') as failing_sensor_ids, s.error_type_id, v.is_suspended, v.is_silenced
  from service v left join service_state s on s.service_id = v.id;

grant select on service_status_record to wachta_app;

-- The status of a service over time, as its analyses in their order make it; an open end where it still lasts.
create table status_change (
  id bigint generated by default as identity primary key,
  service_id bigint not null references service on delete cascade,
  owner_id bigint not null,
  status text not null check (status in ('ok', 'failure', 'unknown', 'paused')),
  start_time timestamptz not null,
  end_time timestamptz check (end_time > start_time),
  description text not null default '' check (char_length(description) <= 1000),
  error_type_id bigint,
  unique (service_id, start_time)
);

create index status_change_owner on status_change (owner_id, start_time);
create trigger status_change_owner before insert on status_change for each row execute function inherit_owner('service', 'service_id');

-- Analysts that are there, those without any group too: groups are shared out among them.
create table analyst (
  name text primary key,
  expires_at timestamptz not null
);

-- Who decides for which group of virtual partitions. A transaction of the owner holds its row in share mode and names
-- the epoch: whoever was put to sleep and wakes up under another epoch writes nothing.
create table analyst_lease (
  vp_group smallint primary key,
  epoch bigint not null,
  owner text not null,
  expires_at timestamptz not null
);

-- How far a stream has been read into the database. The stream's time of creation tells a new one from an old one.
create table stream_position (
  vp_group smallint not null,
  stream text not null,
  stream_created timestamptz not null,
  sequence bigint not null,
  primary key (vp_group, stream)
);

-- What of a sensor's spool is in the database for good: everything up to the sequence.
create table sensor_watermark (
  sensor_id bigint not null references sensor on delete cascade,
  host text not null,
  vp_group smallint not null,
  sequence bigint not null,
  updated_at timestamptz not null default now(),
  primary key (sensor_id, host, vp_group)
);

-- A batch, or one item of it, that could not be understood. It is kept to be looked at, and counts as received.
create table dead_letter (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  subject text not null,
  reason text not null,
  content bytea not null
);
create index dead_letter_time on dead_letter (received_at);

-- Results for slots or from sensors that nobody expected, by day.
create table stray_count (
  day date not null,
  sensor_id bigint not null,
  reason text not null,
  count bigint not null,
  primary key (day, sensor_id, reason)
);

-- How a sensor is doing, as its last beat told.
create table sensor_state (
  sensor_id bigint primary key references sensor on delete cascade,
  last_seen timestamptz,
  version text,
  clock_offset_ms integer,
  lag_ms integer,
  quarantined boolean not null default false,
  reason text,
  report jsonb not null default '{}'
);

-- The keys that a sensor introduced itself with; those of a sensor that is revoked stay, to be refused.
create table sensor_credential (
  public_key text primary key,
  sensor_id bigint not null,
  encryption_key text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- When the broker was told.
  pushed_at timestamptz
);
create index sensor_credential_sensor on sensor_credential (sensor_id) where revoked_at is null;

-- Analyses out of turn. The row comes first: its time is the id, and no two have the same.
create table forced_analysis (
  service_id bigint not null references service on delete cascade,
  time timestamptz not null,
  kind "char" not null check (kind in ('f', 'c')),
  sensor_ids bigint[] not null,
  revision integer not null,
  error_tolerance integer not null,
  timeout_ms integer not null,
  -- Address and settings of a custom one, secrets sealed; null: those of the revision.
  configuration jsonb,
  -- When sensors are to start: for a scheduled one later than when it was asked for.
  start_time timestamptz not null,
  requested_by bigint,
  requested_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (service_id, time)
);
create index forced_analysis_open on forced_analysis (time) where closed_at is null;

-- Jobs that report by themselves, see the heartbeat type. The token in the address is known by its hash.
create table heartbeat (
  service_id bigint primary key references service on delete cascade,
  token_hash bytea unique,
  started_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  message text
);

-- Questions asked from a sensor by hand.
create table diagnostic (
  id text primary key check (id ~ '^[0-9a-f]{40}$'),
  owner_id bigint not null references account on delete cascade,
  kind text not null check (kind in ('dns', 'traceroute')),
  sensor_id bigint not null references sensor on delete cascade,
  settings jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed')),
  results jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Emptied, but still counted among what was asked within the hour.
  deleted_at timestamptz
);
create index diagnostic_owner on diagnostic (owner_id, created_at);
create index diagnostic_pending on diagnostic (created_at) where status <> 'completed';
create index diagnostic_expiry on diagnostic (expires_at);

-- Figures of five minutes (m), an hour (h), a day (d) of one service; of one sensor, or of all (0). Always computed
-- anew from the analyses of the bucket.
create table rollup (
  service_id bigint not null references service on delete cascade,
  size "char" not null check (size in ('m', 'h', 'd')),
  start timestamptz not null,
  sensor_id bigint not null,
  analyses integer not null,
  failures integer not null,
  below_quorum integer not null,
  ok_checks integer not null,
  error_checks integer not null,
  unknown_checks integer not null,
  response_count integer not null,
  response_sum bigint not null,
  response_minimum integer,
  response_maximum integer,
  response_p50 real,
  response_p95 real,
  -- What cannot be put together from the columns: histograms and error types, for larger buckets.
  parts jsonb,
  primary key (service_id, size, sensor_id, start)
);

-- Buckets whose analyses changed after they were rolled up.
create table rollup_due (
  service_id bigint not null,
  start timestamptz not null,
  primary key (service_id, start)
);

-- How far rollups have come.
create table rollup_progress (
  size "char" primary key,
  done_to timestamptz not null
);

grant select, insert, update, delete on service_state, status_change, analyst, analyst_lease, stream_position, sensor_watermark,
  dead_letter, stray_count, sensor_state, sensor_credential, forced_analysis, heartbeat, diagnostic, rollup, rollup_due,
  rollup_progress to wachta_app;
