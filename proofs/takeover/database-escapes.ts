/** Statements that try to leave a database role. Each one that succeeds is a finding. */
export const listEscapes = (others: readonly string[]): string[] => [
  ...listRoleChanges(others),
  ...definitions,
  ...files,
  ...listSettingChanges(others),
  ...audit,
  ...ownerRightTraps,
]

const listRoleChanges = (others: readonly string[]): string[] =>
  [...others, 'wachta_app', 'pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program'].flatMap((role) => [
    `set role ${role}`,
    `set session authorization ${role}`,
    `grant ${role} to current_user`,
  ])

const definitions = [
  ...['create table public.mine (a int)', 'create schema mine', 'create extension dblink', 'create extension file_fdw'],
  ...[
    'create function public.mine() returns int language sql as $$ select 1 $$',
    'create view public.mine as select 1',
  ],
  ...[
    'alter table account disable trigger all',
    'alter table account owner to current_user',
    'drop table audit cascade',
  ],
  ...[
    'alter table audit disable trigger all',
    'truncate audit cascade',
    'create index on account (id)',
    'drop function write_audit',
  ],
  'create trigger mine before update on account for each row execute function suppress_redundant_updates_trigger()',
  ...['create rule mine as on update to account do instead nothing', 'create policy mine on account using (true)'],
  ...['alter database postgres set log_statement to none', 'create publication mine for all tables'],
  ...['create foreign data wrapper mine', 'alter schema public rename to mine'],
  'create or replace function public.wire_time(timestamptz) returns text language sql as $$ select null $$',
]

const files = [
  ...[
    "copy (select 1) to program 'id'",
    "copy (select 1) to '/tmp/takeover'",
    "create temp table t (a text); copy t from '/etc/passwd'",
  ],
  ...["create temp table u (a text); copy u from program 'id'", "select pg_read_file('/etc/passwd')"],
  ...[
    "select pg_read_binary_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    'select pg_ls_logdir()',
    'select pg_ls_waldir()',
  ],
  ...["select lo_import('/etc/passwd')", "select lo_export(1, '/tmp/takeover')", "load '/tmp/takeover.so'"],
  "create function pg_temp.mine() returns int language c as '/tmp/takeover.so', 'mine'",
]

const listSettingChanges = (others: readonly string[]): string[] => [
  ...others.flatMap((role) => [
    `alter role ${role} password 'taken'`,
    `alter role ${role} superuser`,
    `drop role ${role}`,
  ]),
  ...['alter role current_user superuser', 'alter role current_user createrole', 'create role mine superuser login'],
  ...['select pg_reload_conf()', 'set session_replication_role = replica'],
  ...[
    'select * from pg_authid',
    'select * from pg_shadow',
    'select * from pg_statistic',
    'select * from pg_subscription',
  ],
  'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user and usename <> session_user',
  ...[
    'select pg_switch_wal()',
    "select pg_create_physical_replication_slot('mine')",
    'select * from pg_hba_file_rules',
  ],
  ...["set log_min_messages = 'debug5'", 'select pg_rotate_logfile()', 'checkpoint'],
]

const audit = [
  ...["select drop_partitions('audit', '2999-01-01')", "select drop_partitions('account', '2999-01-01')"],
  ...["select drop_partitions('audit; drop table seal', '2999-01-01')", "select add_partition('audit', '2099-01-01')"],
  ...[
    'update audit set operation = operation',
    'delete from audit',
    "update seal set content = ''",
    'delete from seal',
  ],
]

/**
 * Tries to make functions with the rights of the owner use a table of the thief: its index has an expression, which
 * runs when the index is copied, and then reads a table that is closed to the thief.
 */
const createTrap = (
  call: string,
): string => `create function pg_temp.trap(int) returns int immutable language sql as 'select 1';
create temp table analysis (service_id bigint, time timestamptz);
create index on pg_temp.analysis ((service_id + pg_temp.trap(1)));
create or replace function pg_temp.trap(int) returns int immutable language plpgsql as $$
begin
  perform from public.credential;
  raise exception sqlstate 'TAKEN' using message = current_user;
end $$;
${call};
do $$ begin raise exception 'not taken'; end $$`

const ownerRightTraps = [
  createTrap("select partition_days(array['2099-01-01'::date])"),
  createTrap("select add_partition('analysis', '2099-01-01')"),
  createTrap("select drop_partitions('analysis', '2999-01-01')"),
]
