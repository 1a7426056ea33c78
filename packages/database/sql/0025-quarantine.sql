-- Sensors are judged by what all analysts saw together, and let out of quarantine only after they agreed with their peers for a while.
alter table sensor_state
  add column quarantined_at timestamptz,
  add column released_at timestamptz,
  -- Since when a sensor in quarantine sees what its peers see, without a break.
  add column agrees_since timestamptz,
  -- How often it was put there, each time within a day of being let out: every time it takes longer.
  add column strikes integer not null default 0;
update sensor_state set quarantined_at = now(), strikes = 1 where quarantined;

-- What the analyst of each group saw lately of how a sensor compares with its peers, by account.
create table sensor_comparison (
  vp_group integer not null,
  sensor_id bigint not null references sensor on delete cascade,
  observed_at timestamptz not null,
  evidence jsonb not null,
  primary key (vp_group, sensor_id)
);
create index sensor_comparison_sensor on sensor_comparison (sensor_id);

grant select, insert, update, delete on sensor_comparison to wachta_app;
