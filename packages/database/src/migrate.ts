import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { setCellNumber } from './cell.ts'
import { resolvePrimary } from './primary.ts'
import { grantProcessRights, queueRoles } from './process-rights.ts'
import { judgeSchema, SchemaError, type SchemaState } from './schema.ts'

const defaultDirectory = fileURLToPath(new URL('../sql', import.meta.url))
const migrationsTable = 'migration'
const migrationLock = `hashtext('wachta migrate')`

export interface MigrateOptions {
  readonly log?: (message: string) => void
  /** Called repeatedly while the migration waits for another one, or for a lock on a table. */
  readonly onWait?: (reason: 'another migration' | 'a lock') => void
  /** The directory of the migrations; tests use their own. */
  readonly directory?: string
  /** How long a step may wait for a lock; all later requests for the same table wait as long. */
  readonly lockTimeoutMs?: number
  /** How often all steps together are tried while one does not get its lock, and the pause between the tries. */
  readonly maxAttempts?: number
  readonly retryDelayMs?: number
  /** Aborts the migration between two steps. */
  readonly signal?: AbortSignal | undefined
  /** The number of the cell, for a database without accounts; without it, the database keeps its number. */
  readonly cellNumber?: number | undefined
}

/**
 * Migrates a database to the newest schema: forward only, each step in its own transaction, one migration at a time. It
 * is safe under load: a step that does not get its lock quickly gives up, lets other transactions pass, and is retried.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { log = () => undefined, onWait = () => undefined, directory = defaultDirectory, signal, cellNumber } = options
  const { lockTimeoutMs = 2_000, maxAttempts = 60, retryDelayMs = 3_000 } = options
  const urlWithLockTimeout = addSetting(await resolvePrimary(url), `lock_timeout=${lockTimeoutMs}`)
  const client = new pg.Client({ connectionString: urlWithLockTimeout, application_name: 'wachta migrate' })
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await waitForMigrationLock(client, onWait, signal)
    const state = await readSchemaState(client, directory)
    if (state.kind === 'newer' || state.kind === 'foreign') throw new SchemaError(state)
    const step = () =>
      runner({
        dbClient: client,
        dir: directory,
        migrationsTable,
        direction: 'up',
        count: 1,
        singleTransaction: false,
        // Our own lock is already held; the lock of the library would fail at once instead of waiting.
        noLock: true,
        log,
        logger: { debug: () => undefined, info: log, warn: log, error: log },
      })
    const attempt = async () => {
      do signal?.throwIfAborted()
      while ((await step()).length > 0)
      // The job queue creates and migrates its own tables.
      await runMigrations({ connectionString: urlWithLockTimeout })
      await client.query(grantQueue)
      if (directory === defaultDirectory) {
        await client.query(`begin; ${grantProcessRights()} commit;`)
        if (cellNumber !== undefined) await setCellNumber(client, cellNumber)
        await client.query('select confine_ids()')
      }
      await client.query(becomeApplication)
    }
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      try {
        return await attempt()
      } catch (error) {
        // The runner leaves the transaction of a failed step open.
        await client.query('rollback').catch(() => undefined)
        if (!isLockTimeout(error) || attemptNumber === maxAttempts) throw error
        onWait('a lock')
        await wait(retryDelayMs, undefined, { signal })
      }
    }
  } finally {
    await client.end()
  }
}

/** Compares the applied migrations of the database with those of this version. */
export async function readSchemaState(
  client: Pick<pg.ClientBase, 'query'>,
  directory: string = defaultDirectory,
): Promise<SchemaState> {
  return judgeSchema(await listKnownMigrations(directory), await loadAppliedMigrations(client))
}

/**
 * Throws if this version cannot work with the database. Additions of a newer version are accepted, because processes of
 * both versions run during an upgrade.
 */
export async function rejectForeignSchema(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const state = await readSchemaState(client).catch(async (error: unknown): Promise<SchemaState> => {
    // The first migration creates the role of the connection; without it, not even connecting works.
    if (!isRoleMissing(error)) throw error
    return { kind: 'older', pending: await listKnownMigrations(defaultDirectory) }
  })
  if (state.kind === 'older' || state.kind === 'foreign') throw new SchemaError(state)
}

/** Returns the migrations of this version that were not applied to the database. */
export async function listPendingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const state = await readSchemaState(client)
  return state.kind === 'older' ? state.pending : []
}

/** Waits until no other migration runs. Polls the lock, because `lock_timeout` would cancel a blocking request. */
async function waitForMigrationLock(
  client: pg.Client,
  onWait: NonNullable<MigrateOptions['onWait']>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${migrationLock}) as held`)
    if (rows[0].held === true) return
    onWait('another migration')
    await wait(500, undefined, { signal })
  }
}

function addSetting(url: string, setting: string): string {
  const parsed = new URL(url)
  const existingOptions = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', `${existingOptions} -c ${setting}`.trim())
  return parsed.href
}

/**
 * Whether the server rejected the role of a connection. Its message is in the language of the server, so only the error
 * code counts (invalid parameter value): the role is the only parameter of our connections that can be unknown to it.
 */
const isRoleMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '22023'

/** Returns whether a step failed because it did not get a lock in time. */
const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** Returns the names of the migrations of this version, in order. */
export const listKnownMigrations = async (directory: string = defaultDirectory): Promise<string[]> =>
  (await readdir(directory))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

async function loadAppliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${migrationsTable}') is not null as present`)
  if (!rows[0].present) return []
  return (await client.query(`select name from ${migrationsTable} order by id`)).rows.map(({ name }) => name)
}

/**
 * Grants the tables of the job queue, which row security restricts to their owner, to the roles of the processes.
 * Existing policies are not created again, because creating one takes a lock that blocks all work on the table.
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
 * Makes the login that migrates a member of `wachta_app`, because processes with the same login work as that role.
 * Superusers need no membership. Since PostgreSQL 16, the creator of a role must grant it to itself before using it.
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
