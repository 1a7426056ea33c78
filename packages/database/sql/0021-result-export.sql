-- Up to which analysis of each service everything was sent to the collector of the installation. Not tied to the service: a
-- row that is left over is taken out by the reporter, once a day. Service 0 says since when anything is sent at all.
create table result_export (
  service_id bigint primary key,
  exported_to timestamptz not null
) with (fillfactor = 70);

grant select, insert, update, delete on result_export to wachta_app;
