-- What is known of a slot whose outcome nothing can change any more, until its analysis is stored.
create table early_decision (
  service_id bigint primary key references service on delete cascade,
  time timestamptz not null,
  revision integer not null,
  checks bytea not null
);

grant select, insert, update, delete on early_decision to wachta_app;
