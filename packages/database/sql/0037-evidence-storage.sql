-- The row of an artifact is there before its bytes: one whose bytes never came leads nowhere and is deleted.
alter table artifact add column is_stored boolean not null default true;
create index artifact_not_stored on artifact (stored_at) where not is_stored;

-- A customer's own sensor can lose as much evidence as it likes: only that of public sensors, in `artifacts`, is an alarm.
alter table evidence_loss add column private_artifacts integer not null default 0;
