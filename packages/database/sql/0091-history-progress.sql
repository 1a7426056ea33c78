-- How far analyses are copied to the history (ClickHouse): all days from copied_from on and before copied_to, and of this day those
-- up to a service and time. No row: this installation never had a history.
create table history_progress (
  is_only boolean primary key default true check (is_only),
  copied_from timestamptz not null,
  copied_to timestamptz not null check (copied_to >= copied_from and copied_to = date_trunc('day', copied_to, 'UTC')),
  last_service_id bigint not null,
  last_time timestamptz not null
);
grant select, insert, update, delete on history_progress to wachta_app;
