-- What every table leans on: the application's role, comparison without case and accents, times as the interface writes them.

-- The application never owns a table: what it may do is granted below, table by table.
do $$
begin
  create role wachta_app nologin;
exception when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to wachta_app;

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Immutable so that indexes can be built over it: the dictionary of unaccent does not change under a running installation.
create function folded(text) returns text
  language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));

-- The same as a pattern for LIKE that stands for itself: what folding turned into a wildcard is one no more.
create function folded_literal(text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(folded($1), '([\\%_])', '\\\1', 'g');

-- RFC 3339 in UTC, with a fraction only where there is one.
create function wire_time(timestamptz) returns text
  language sql stable strict parallel safe
  return rtrim(rtrim(to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0'), '.') || 'Z';
