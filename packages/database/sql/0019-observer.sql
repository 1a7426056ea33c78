-- Who looks at the account by this session, and may change nothing; null for a session of the account's own.
alter table session add column observer_id bigint references account on delete cascade;
create index session_observer on session (observer_id) where observer_id is not null;
