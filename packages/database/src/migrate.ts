import { readdir } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const directory = new URL('../sql', import.meta.url).pathname
const migrationsTable = 'migration'

export interface MigrateOptions {
  readonly log?: (message: string) => void
}

/** Brings a database to the newest schema: forward only, each step in a transaction of its own, one migrator at a time. */
export async function migrate(url: string, { log = () => undefined }: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuseUnknown(client)
    await runner({
      dbClient: client,
      dir: directory,
      migrationsTable,
      direction: 'up',
      singleTransaction: false,
      log,
      logger: { debug: () => undefined, info: log, warn: log, error: log },
    })
    // The queue keeps tables of its own, and creates them itself.
    await runMigrations({ connectionString: url })
    await client.query(grantQueue)
  } finally {
    await client.end()
  }
}

/** The migrations that the code has and the database has not. */
export async function pendingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const applied = await appliedMigrations(client)
  return (await knownMigrations()).filter((name) => !applied.includes(name))
}

/** A database that a newer version has changed is left alone: this one cannot know what its data means. */
async function refuseUnknown(client: pg.Client): Promise<void> {
  const known = await knownMigrations()
  const unknown = (await appliedMigrations(client)).filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The database was migrated by a newer version (${unknown.join(', ')}). Install that version or restore a backup.`,
    )
}

const knownMigrations = async () =>
  (await readdir(directory))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('${migrationsTable}') is not null as present`)
  if (!rows[0].present) return []
  return (await client.query(`select name from ${migrationsTable} order by id`)).rows.map(({ name }) => name)
}

/** The queue protects its tables by row security that only their owner passes; the application needs to pass it too. */
const grantQueue = `
grant usage on schema graphile_worker to wachta_app;
grant select, insert, update, delete on all tables in schema graphile_worker to wachta_app;
grant usage on all sequences in schema graphile_worker to wachta_app;
do $$
declare
  guarded record;
begin
  for guarded in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'graphile_worker' and c.relkind = 'r' and c.relrowsecurity loop
    execute format('drop policy if exists wachta_app on graphile_worker.%I', guarded.relname);
    execute format('create policy wachta_app on graphile_worker.%I to wachta_app using (true) with check (true)', guarded.relname);
  end loop;
end
$$;
grant select on migration to wachta_app;
`
