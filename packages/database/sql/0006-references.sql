-- What the tables of the configuration have in common.

-- Minutes of the week are counted from Monday's midnight; to the world they are objects.
create function wire_minute(minute integer) returns jsonb
  language sql immutable strict parallel safe
  return jsonb_build_object('day_of_week', minute / 1440 + 1, 'hour', minute / 60 % 24, 'minute', minute % 60);

create function minute_of_week(written jsonb) returns integer
  language sql immutable strict parallel safe
  return ((written ->> 'day_of_week')::integer - 1) * 1440 + (written ->> 'hour')::integer * 60 + (written ->> 'minute')::integer;

-- What hangs on a row belongs to the account that the row belongs to: `inherit_owner('contact', 'contact_id')`.
create function inherit_owner() returns trigger language plpgsql as $$
begin
  execute format('select p.owner_id from %I p where p.id = ($1).%I', tg_argv[0], tg_argv[1]) using new into new.owner_id;
  return new;
end
$$;

-- Takes the id of a deleted row out of every list that names it: `forget_reference('escalation', 'contact_ids')`.
create function forget_reference() returns trigger language plpgsql as $$
begin
  execute format('update %1$I set %2$I = array_remove(%2$I, $1) where %2$I @> array[$1]', tg_argv[0], tg_argv[1]) using old.id;
  return old;
end
$$;

-- Where a whole account goes, nothing is taken out of its lists one by one: they go too, and a row that is changed twice
-- in one transaction has its foreign keys looked at again, when what they name is gone already.
create function is_held(account_id bigint) returns boolean
  language sql as 'select exists (select from account a where a.id = account_id)';
