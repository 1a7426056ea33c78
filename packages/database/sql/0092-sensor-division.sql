-- Which host of a sensor may hold which of its buckets. The leading planner writes it before it tells a host, so that the next one
-- knows of all shares. A planner with a lower epoch leads no more.
create table sensor_division (
  sensor_id bigint primary key references sensor on delete cascade,
  epoch bigint not null,
  division jsonb not null
);

grant select, insert, update, delete on sensor_division to wachta_app;
