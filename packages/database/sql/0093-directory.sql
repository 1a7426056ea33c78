-- The names that lead to this cell before anyone has signed in, for the directory of an installation with several cells.
alter table cell add column is_listed boolean not null default false;

do $$
begin
  create role wachta_directory nologin;
exception when duplicate_object or unique_violation then null;
end
$$;

create view directory_name as
  select 'user' as kind, lower(username) as name from account
  union all select 'page', slug from status_page
  union all select 'host', domain from status_page_domain where verified_at is not null
  union all select 'sso', slug from sso_connection
  union all select 'sso', domain from sso_domain where verified_at is not null;

-- Names that came or went and that the directory has not read yet. It looks up which of the two when it reads them.
create table directory_change (
  id bigint generated always as identity primary key,
  kind text not null,
  name text not null
);

create function note_directory_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from cell where is_listed) then
    insert into directory_change (kind, name)
      select distinct tg_argv[0], lower(v.name) from (values (to_jsonb(old) ->> tg_argv[1]), (to_jsonb(new) ->> tg_argv[1])) v (name)
      where v.name is not null;
  end if;
  return null;
end
$$;

create trigger directory_name after insert or delete or update of username on account
  for each row execute function note_directory_name('user', 'username');
create trigger directory_name after insert or delete or update of slug on status_page
  for each row execute function note_directory_name('page', 'slug');
create trigger directory_name after insert or delete or update of domain, verified_at on status_page_domain
  for each row execute function note_directory_name('host', 'domain');
create trigger directory_name after insert or delete or update of slug on sso_connection
  for each row execute function note_directory_name('sso', 'slug');
create trigger directory_name after insert or delete or update of domain, verified_at on sso_domain
  for each row execute function note_directory_name('sso', 'domain');

create function list_directory_names() returns setof directory_name
  language sql stable security definer set search_path = public, pg_temp
  as $$ select kind, name from directory_name $$;

create function list_directory_changes(most integer) returns table (id bigint, kind text, name text, is_here boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select c.id, c.kind, c.name, exists (select from directory_name n where n.kind = c.kind and n.name = c.name)
    from directory_change c order by c.id limit most $$;

create function drop_directory_changes(ids bigint[]) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from directory_change where id = any(ids) $$;

create function measure_cell() returns table (number integer, accounts bigint, services bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select c.number, (select count(*) from account), (select count(*) from service) from cell c $$;

revoke execute on function note_directory_name(), list_directory_names(), list_directory_changes(integer),
  drop_directory_changes(bigint[]), measure_cell() from public;
grant execute on function list_directory_names(), list_directory_changes(integer), drop_directory_changes(bigint[]), measure_cell()
  to wachta_directory;
grant usage on schema public to wachta_directory;
