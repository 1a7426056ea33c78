import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { grantProcessRights, queueRoles } from './process-rights.ts'
import { judgeSchema, SchemaError, type SchemaState } from './schema.ts'

const ours = new URL('../sql', import.meta.url).pathname
const migrationsTable = 'migration'
const lock = `hashtext('wachta migrate')`

export interface MigrateOptions {
  readonly log?: (message: string) => void
  /** Called for as long as something has to be waited for: another migration, or whoever holds a table. */
  readonly onWait?: (reason: 'another migration' | 'a lock') => void
  /** Other migrations than ours, for tests. */
  readonly directory?: string
  /** How long a step may stand in the queue for a table: all that comes after it waits as long. */
  readonly lockTimeout_ms?: number
  /** How often a step that did not get its table is tried, and how far apart. */
  readonly tries?: number
  readonly pause_ms?: number
  /** Ends it between two steps. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings a database to the newest schema: forward only, each step in a transaction of its own, one migrator at a time.
 * It is safe under load: a step that does not get its lock in a moment steps back, lets others pass, and comes again.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { log = () => undefined, onWait = () => undefined, directory = ours, signal } = options
  const { lockTimeout_ms = 2_000, tries = 60, pause_ms = 3_000 } = options
  const patient = withSetting(url, `lock_timeout=${lockTimeout_ms}`)
  const client = new pg.Client({ connectionString: patient, application_name: 'wachta migrate' })
  await client.connect()
  try {
    await takeTurn(client, onWait, signal)
    const state = await schemaState(client, directory)
    if (state.kind === 'newer' || state.kind === 'foreign') throw new SchemaError(state)
    const step = () =>
      runner({
        dbClient: client,
        dir: directory,
        migrationsTable,
        direction: 'up',
        count: 1,
        singleTransaction: false,
        // We have taken our turn already, and wait for it rather than fail.
        noLock: true,
        log,
        logger: { debug: () => undefined, info: log, warn: log, error: log },
      })
    const attempt = async () => {
      do signal?.throwIfAborted()
      while ((await step()).length > 0)
      // The queue keeps tables of its own, and creates them itself.
      await runMigrations({ connectionString: patient })
      await client.query(grantQueue)
      if (directory === ours) await client.query(`begin; ${grantProcessRights()} commit;`)
      await client.query(becomeApplication)
    }
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt()
      } catch (error) {
        // The runner leaves the step that failed open.
        await client.query('rollback').catch(() => undefined)
        if (!isLockTimeout(error) || tried === tries) throw error
        onWait('a lock')
        await wait(pause_ms, undefined, { signal })
      }
    }
  } finally {
    await client.end()
  }
}

/** How the database stands to the migrations that the code has. */
export async function schemaState(
  client: Pick<pg.ClientBase, 'query'>,
  directory: string = ours,
): Promise<SchemaState> {
  return judgeSchema(await knownMigrations(directory), await appliedMigrations(client))
}

/**
 * Throws where this version cannot work with the database. One that a newer version has only added to is fine: while an
 * installation is upgraded, processes of both versions run.
 */
export async function refuseForeignSchema(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const state = await schemaState(client).catch(async (error: unknown): Promise<SchemaState> => {
    // The first migration makes the role that we work under: before it, not even a connection comes about.
    if (!isRoleMissing(error)) throw error
    return { kind: 'older', pending: await knownMigrations(ours) }
  })
  if (state.kind === 'older' || state.kind === 'foreign') throw new SchemaError(state)
}

/** The migrations that the code has and the database has not. */
export async function pendingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const state = await schemaState(client)
  return state.kind === 'older' ? state.pending : []
}

/** Another migrator is waited for, without standing in a queue that `lock_timeout` would throw us out of. */
async function takeTurn(
  client: pg.Client,
  onWait: NonNullable<MigrateOptions['onWait']>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${lock}) as held`)
    if (rows[0].held === true) return
    onWait('another migration')
    await wait(500, undefined, { signal })
  }
}

function withSetting(url: string, setting: string): string {
  const parsed = new URL(url)
  const given = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', `${given} -c ${setting}`.trim())
  return parsed.href
}

const isRoleMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '22023' && error.message.includes('role')

/** Whether the step gave up waiting for a table, and not for another reason. */
const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** The migrations that the code has, in their order. */
export const knownMigrations = async (directory: string = ours): Promise<string[]> =>
  (await readdir(directory))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${migrationsTable}') is not null as present`)
  if (!rows[0].present) return []
  return (await client.query(`select name from ${migrationsTable} order by id`)).rows.map(({ name }) => name)
}

/**
 * The queue protects its tables by row security that only their owner passes; the application needs to pass it too. What
 * is there already is left alone: a policy is made under a lock that nobody can work beside.
 */
const grantQueue = `
grant usage on schema graphile_worker to wachta_app;
grant select, insert, update, delete on all tables in schema graphile_worker to wachta_app;
grant usage on all sequences in schema graphile_worker to wachta_app;
do $$
declare
  guarded record;
begin
  for guarded in select c.relname, r.rolname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array[${queueRoles.map((role) => `'${role}'`).join(', ')}]) as r (rolname)
    where n.nspname = 'graphile_worker' and c.relkind = 'r' and c.relrowsecurity
    and exists (select from pg_roles p where p.rolname = r.rolname)
    and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = r.rolname) loop
    execute format('create policy %2$I on graphile_worker.%1$I to %2$I using (true) with check (true)', guarded.relname, guarded.rolname);
  end loop;
end
$$;
grant select on migration to wachta_app;
`

/**
 * Whoever migrates is whom the roles come as, and they work as `wachta_app`: a login that is no superuser has to be a
 * member of it. From PostgreSQL 16 on the one that made a role may give it away, but not take it on, before it has given it to itself.
 */
export const becomeApplication = `
do $$
begin
  set local role wachta_app;
  reset role;
exception when insufficient_privilege then
  begin
    grant wachta_app to current_user;
  exception when unique_violation then null; -- another migration of the same login was quicker
  end;
end
$$`
