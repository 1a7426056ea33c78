-- Reports that are proved without the database.

-- The hash of a link of version 2 covers the digest of its content instead of the content: its header proves that the chain
-- goes on, and shows nothing of what other accounts have in it. Links of version 1 stay as they are.
drop function seal_hash(seal);

alter table seal
  add column version smallint not null default 1 check (version in (1, 2)),
  add column content_sha256 bytea,
  add constraint seal_content_digest check ((version = 1) = (content_sha256 is null));

create function seal_hash(link seal) returns bytea
  language sql immutable parallel safe
  return case link.version when 1 then sha256(coalesce(link.previous_hash, ''::bytea) || int8send(link.number)
      || int8send((extract(epoch from link.time) * 1000)::bigint)
      || int8send(coalesce((extract(epoch from link.window_start) * 1000)::bigint, -1))
      || convert_to(link.kind, 'UTF8') || '\x00'::bytea || link.content)
    else sha256(convert_to('wachta link 2', 'UTF8') || '\x00'::bytea || int8send(link.number)
      || int8send((extract(epoch from link.time) * 1000)::bigint)
      || int8send(coalesce((extract(epoch from link.window_start) * 1000)::bigint, -1))
      || coalesce(link.previous_hash, decode(repeat('00', 32), 'hex')) || sha256(link.content) || convert_to(link.kind, 'UTF8')) end;

create or replace function append_seal(kind text, window_start timestamptz, content bytea, made timestamptz) returns bigint
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
  link.version := 2;
  link.content_sha256 := sha256(content);
  link.hash := seal_hash(link);
  insert into seal values (link.*);
  return link.number;
end
$$;

-- Time stamps (RFC 3161) of the end of the chain, one a day: nobody, not even the owner of the database, can make an older one.
create table seal_stamp (
  day date primary key,
  -- The last link of the chain then. No foreign key: that a stamped link is gone is for wachta verify to find.
  number bigint not null,
  hash bytea not null,
  token bytea not null,
  -- As the authority says.
  time timestamptz not null
);

create index seal_stamp_number on seal_stamp (number);

-- Who signed the PDF file of a report, and whether a time-stamp authority confirmed when.
alter table report
  -- SHA-256 of the certificate; null if the installation has no signing key.
  add column signature_fingerprint text,
  -- missing: the authority gave none in time.
  add column time_stamp_status text check (time_stamp_status in ('none', 'stamped', 'missing'));

grant select, insert on seal_stamp to wachta_app;
