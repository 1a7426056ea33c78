-- What proves that the record is what was recorded: one chain of links for the whole installation. The application reads
-- it and calls append_seal; it can neither change nor delete a link. What a link holds is said in the evidence package.
create table seal (
  number bigint primary key,
  time timestamptz not null,
  -- analyses, details: everything recorded in one window of time, or what took its place; audit: ends of the chains of the audit.
  kind text not null check (kind in ('analyses', 'details', 'audit')),
  window_start timestamptz,
  content bytea not null,
  previous_hash bytea,
  hash bytea not null
);

create index seal_window on seal (window_start);
create index seal_audit on seal (number) where kind = 'audit';
-- Digests cannot be made smaller.
alter table seal alter column content set storage external;

create function seal_hash(link seal) returns bytea
  language sql immutable parallel safe
  return sha256(coalesce(link.previous_hash, ''::bytea) || int8send(link.number)
    || int8send((extract(epoch from link.time) * 1000)::bigint)
    || int8send(coalesce((extract(epoch from link.window_start) * 1000)::bigint, -1))
    || convert_to(link.kind, 'UTF8') || '\x00'::bytea || link.content);

-- Appends one link; its number. Whoever appends holds the end of the chain until the transaction is through.
create function append_seal(kind text, window_start timestamptz, content bytea, made timestamptz) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link seal;
begin
  perform pg_advisory_xact_lock(hashtext('wachta seal'));
  select s.number, s.hash into link.number, link.previous_hash from seal s order by s.number desc limit 1;
  link.number := coalesce(link.number, 0) + 1;
  link.time := date_trunc('milliseconds', made);
  link.kind := kind;
  link.window_start := window_start;
  link.content := content;
  link.hash := seal_hash(link);
  insert into seal values (link.*);
  return link.number;
end
$$;

-- Windows of services that changed after they were sealed.
create table seal_due (
  service_id bigint not null,
  window_start timestamptz not null,
  primary key (window_start, service_id)
);

-- Corrections are held against what the audit says of them.
create index audit_correction on audit ((object_id::bigint), id) where resource = 'correction';

revoke execute on function append_seal(text, timestamptz, bytea, timestamptz) from public;
grant execute on function append_seal(text, timestamptz, bytea, timestamptz) to wachta_app;
grant select on seal to wachta_app;
grant select, insert, update, delete on seal_due to wachta_app;
