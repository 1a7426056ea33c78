-- Rollups become partitions, see the next migration. The table that there is stays as it is, as the partition of all that starts
-- before a day a week from now: until that day nothing else can be written, by any version. An installation without rollups needs
-- no such partition.
do $$
declare
  first_day date := (now() at time zone 'UTC')::date + 7;
begin
  if exists (select from rollup) then
    execute format('alter table rollup add constraint rollup_before_bound check (start < %L) not valid',
      first_day::timestamp at time zone 'UTC');
    execute format('comment on constraint rollup_before_bound on rollup is %L', first_day);
  end if;
end
$$;
