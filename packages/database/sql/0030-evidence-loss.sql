-- Evidence that is gone for good, by the minute: what a sensor sent and nobody could store in time.
create table evidence_loss (
  minute timestamptz primary key,
  artifacts integer not null
);

grant select, insert, update, delete on evidence_loss to wachta_app;
