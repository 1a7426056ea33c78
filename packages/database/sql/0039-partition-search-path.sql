-- Unless it is named, the schema of temporary tables is looked into first: whoever might call these functions could put a
-- table of their own in the place of `analysis`, with an index whose expression then ran with the rights of the owner.
alter function partition_days(date[]) set search_path = public, pg_temp;
alter function add_partition(text, date) set search_path = public, pg_temp;
alter function drop_partitions(text, date) set search_path = public, pg_temp;
