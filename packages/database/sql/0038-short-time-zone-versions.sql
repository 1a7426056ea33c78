-- Every weekly suspension of an account is read once per time zone that the account had, so changes of the zone multiply the
-- cost of a read. A zone that held for less than a minute leaves no version: the next one takes its place from its beginning.
create or replace function keep_account_time_zone_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at timestamptz := clock_timestamp();
  since timestamptz;
begin
  if tg_op = 'UPDATE' then
    delete from account_time_zone_version
      where account_id = new.id and valid_to = 'infinity' and valid_from > at - interval '1 minute'
      returning valid_from into since;
    update account_time_zone_version set valid_to = at where account_id = new.id and valid_to = 'infinity';
  end if;
  insert into account_time_zone_version (account_id, valid_from, time_zone_id)
    values (new.id, case tg_op when 'INSERT' then '-infinity' else coalesce(since, at) end, new.time_zone_id);
  return null;
end
$$;
