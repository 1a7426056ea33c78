-- Every write leaves a row here, chained by hash to the row before it in the same account tree. The application reads
-- these tables and calls write_audit; it can neither change nor delete what was written.

create table audit (
  id bigint generated always as identity primary key,
  tree_id bigint not null,
  sequence bigint not null,
  account_id bigint,
  time timestamptz not null,
  actor_id bigint,
  actor_scope text not null,
  session_id bigint,
  request_id text not null,
  operation text not null,
  resource text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  subject_digest bytea,
  actor_digest bytea,
  previous_hash bytea,
  hash bytea not null,
  unique (tree_id, sequence)
);

create index audit_account on audit (account_id, id);

-- What is about a person stands apart: it can be erased, and the chain, which holds only its salted digest, still verifies.
create table audit_personal (
  audit_id bigint not null references audit,
  part text not null check (part in ('subject', 'actor')),
  about bigint,
  salt bytea not null,
  data jsonb not null,
  primary key (audit_id, part)
);

create index audit_personal_about on audit_personal (about);

create function audit_digest(salt bytea, data jsonb) returns bytea
  language sql immutable parallel safe
  return sha256(salt || convert_to(data::text, 'UTF8'));

create function audit_hash(entry audit) returns bytea
  language sql stable parallel safe
  return sha256(coalesce(entry.previous_hash, ''::bytea) || convert_to(jsonb_build_array(
    entry.tree_id, entry.sequence, entry.account_id, wire_time(entry.time), entry.actor_id, entry.actor_scope,
    entry.session_id, entry.request_id, entry.operation, entry.resource, entry.object_id, entry.before, entry.after,
    encode(entry.subject_digest, 'hex'), encode(entry.actor_digest, 'hex'))::text, 'UTF8'));

-- Appends one entry. `subject` and `actor` hold the personal half of what was written and of who wrote it.
create function write_audit(entry jsonb, subject jsonb, actor jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written audit;
  subject_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  actor_salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  written := jsonb_populate_record(null::audit, entry);
  -- Writers of one tree queue here until the first of them has committed: the chain has one end.
  perform pg_advisory_xact_lock(hashtextextended('audit', written.tree_id));
  select a.sequence, a.hash into written.sequence, written.previous_hash
    from audit a where a.tree_id = written.tree_id order by a.sequence desc limit 1;
  written.sequence := coalesce(written.sequence, 0) + 1;
  written.subject_digest := case when subject is not null then audit_digest(subject_salt, subject) end;
  written.actor_digest := case when actor is not null then audit_digest(actor_salt, actor) end;
  written.hash := audit_hash(written);
  insert into audit (tree_id, sequence, account_id, time, actor_id, actor_scope, session_id, request_id, operation,
      resource, object_id, before, after, subject_digest, actor_digest, previous_hash, hash)
    values (written.tree_id, written.sequence, written.account_id, written.time, written.actor_id, written.actor_scope,
      written.session_id, written.request_id, written.operation, written.resource, written.object_id, written.before,
      written.after, written.subject_digest, written.actor_digest, written.previous_hash, written.hash)
    returning id into written.id;
  if subject is not null then
    insert into audit_personal values (written.id, 'subject', written.account_id, subject_salt, subject);
  end if;
  if actor is not null then
    -- Before anyone is signed in, the address is that of whoever the account belongs to.
    insert into audit_personal values (written.id, 'actor', coalesce(written.actor_id, written.account_id), actor_salt, actor);
  end if;
end
$$;

-- Every entry of a tree that is not what was written: changed, moved, or with a gap before it.
create function audit_faults(tree bigint) returns table (id bigint, fault text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select c.id, c.fault from (
    select a.id, case
      when a.hash <> audit_hash(a) then 'the entry was changed'
      when a.sequence <> coalesce(lag(a.sequence) over w, 0) + 1 then 'an entry before it is missing'
      when a.previous_hash is distinct from lag(a.hash) over w then 'it does not follow the entry before it'
      when s.data is not null and a.subject_digest is distinct from audit_digest(s.salt, s.data)
        or p.data is not null and a.actor_digest is distinct from audit_digest(p.salt, p.data) then 'its personal data was changed'
    end as fault
    from audit a
      left join audit_personal s on s.audit_id = a.id and s.part = 'subject'
      left join audit_personal p on p.audit_id = a.id and p.part = 'actor'
    where a.tree_id = tree
    window w as (order by a.sequence)
  ) c where c.fault is not null;
end;

-- Takes a person out of the audit, once the account is gone. It refuses for an account that still stands.
create function erase_audit_personal(of_account bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  if exists (select from account where id = of_account) then
    raise exception 'account % is not gone', of_account;
  end if;
  delete from audit_personal where about = of_account;
  get diagnostics erased = row_count;
  return erased;
end
$$;

-- Accounts that are gone, and when the audit forgets who they were.
create table audit_erasure (
  account_id bigint primary key,
  erase_after timestamptz not null
);

create index audit_erasure_time on audit_erasure (erase_after);

create function account_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_erasure values (old.id, coalesce(old.erase_after, now() + interval '30 days')) on conflict do nothing;
  return old;
end
$$;

create trigger account_gone after delete on account for each row execute function account_gone();

-- The audit as it is read: both halves together, for as long as both exist.
create view audit_record as
  select a.id, a.sequence, a.account_id, a.time, a.actor_id, a.actor_scope, a.session_id, a.request_id, a.operation,
    a.resource, a.object_id,
    a.before || coalesce(s.data -> 'before', '{}') as before,
    a.after || coalesce(s.data -> 'after', '{}') as after,
    p.data ->> 'address' as client_ip_address,
    encode(a.hash, 'hex') as hash,
    a.subject_digest is not null and s.data is null as is_erased
  from audit a
    left join audit_personal s on s.audit_id = a.id and s.part = 'subject'
    left join audit_personal p on p.audit_id = a.id and p.part = 'actor';

revoke execute on function write_audit, erase_audit_personal, audit_faults from public;
grant execute on function write_audit, erase_audit_personal, audit_faults to wachta_app;
grant select on audit, audit_personal, audit_record to wachta_app;
grant select, delete on audit_erasure to wachta_app;
