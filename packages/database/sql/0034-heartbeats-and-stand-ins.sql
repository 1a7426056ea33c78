-- When the job ended the time before: how late a heartbeat came follows from the two.
alter table heartbeat add column previous_finished_at timestamptz;

-- Sensors that did not answer for services that they are to check, and who checks in their place. Written by analysts and
-- planned by the planner; without references, so that neither ever waits for somebody who changes the service.
create table sensor_absence (
  service_id bigint not null,
  sensor_id bigint not null,
  absent_since timestamptz not null,
  -- The sensor answers again: whoever stands in for it may go.
  returned_at timestamptz,
  stand_in_id bigint,
  -- When the planner looked at it last: many take turns.
  planned_at timestamptz,
  primary key (service_id, sensor_id)
);

grant select, insert, update, delete on sensor_absence to wachta_app;
