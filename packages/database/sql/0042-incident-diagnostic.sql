-- A diagnostic that a person ran because of an incident. The entry stays when the diagnostic is deleted: who ran what, and when.
alter table incident_entry drop constraint incident_entry_kind_check;
alter table incident_entry
  add constraint incident_entry_kind_check check (kind in ('acknowledged', 'unacknowledged', 'note', 'diagnostic')),
  add column diagnostic_id text references diagnostic on delete set null,
  add column diagnostic_kind text check (diagnostic_kind in ('dns', 'traceroute')),
  add constraint incident_entry_diagnostic_kind check ((kind = 'diagnostic') = (diagnostic_kind is not null));

-- One diagnostic is one entry of an incident, however often it is added.
create unique index incident_entry_diagnostic on incident_entry (diagnostic_id, incident_id) where diagnostic_id is not null;
