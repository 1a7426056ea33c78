-- How many times the owner of a group has committed. An analyst compares it with its own count: in a copy of the database
-- that lacks its last commits, as after a failover to a standby that was behind, the counts differ.
alter table analyst_lease add column commits bigint not null default 0;
