-- Notifications that were waiting for one address went out in one message; they carry the id of the first one in it.
alter table notification add column digest_id bigint;
-- To find what waits for an address.
create index notification_waiting on notification (account_id, address, channel_id) where status = 'pending';
