import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { syncDictionaries } from '@wachta/api/src/features/dictionaries/sync.ts'
import { type Database, migrate, openDatabase } from '@wachta/database'
import { getServerUrl } from '@wachta/testing/database'
import { sql } from 'kysely'

export interface World extends AsyncDisposable {
  readonly url: string
  /** A connection with the role that owns the database. */
  readonly owner: Database
}

export interface WorldOptions {
  /** Fixed, so that a kept database is found again. */
  readonly name: string
  /** What the database contains, e.g. `1000 accounts`. */
  readonly content: string
  load(owner: Database): Promise<void>
  /** The files with the code that fills it. */
  readonly loaders: readonly string[]
  /** Keeps the database for the next run. */
  readonly keep: boolean
}

/** Creates a database with this content. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { name, content, keep } = options
  const server = openDatabase(getServerUrl(), { role: null, connections: 1 })
  const url = Object.assign(new URL(getServerUrl()), { pathname: `/${name}` }).href
  const contentId = `${content}, ${computeFingerprint(options)}`
  if ((await readDescription(server, name)) === contentId) console.log(`reusing the kept database ${name}`)
  else {
    const started = performance.now()
    await server.query(sql`drop database if exists ${sql.id(name)} with (force)`)
    await server.query(sql`create database ${sql.id(name)}`)
    await fill(url, options)
    // Written last, so that a database whose filling was interrupted does not count as complete.
    await server.query(sql`comment on database ${sql.id(name)} is ${sql.lit(contentId)}`)
    console.log(`loaded ${content} in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  const owner = openDatabase(url, { role: null, connections: 2 })
  return {
    url,
    owner,
    async [Symbol.asyncDispose]() {
      await owner[Symbol.asyncDispose]()
      if (!keep) await server.query(sql`drop database ${sql.id(name)} with (force)`)
      await server[Symbol.asyncDispose]()
    },
  }
}

async function fill(url: string, { load }: WorldOptions): Promise<void> {
  await migrate(url)
  await using owner = openDatabase(url, { role: null, connections: 1 })
  await owner.query(sql`set statement_timeout = 0`)
  await owner.transaction(syncDictionaries)
  await load(owner)
}

async function readDescription(server: Database, name: string): Promise<string | null> {
  const [found] = await server.query(sql<{ content: string | null }>`
select shobj_description(oid, 'pg_database') as content from pg_database where datname = ${name}`)
  return found?.content ?? null
}

/** Identifies what a kept database depends on: the schema, and the code that fills it. */
function computeFingerprint({ loaders }: WorldOptions): string {
  const hash = createHash('sha256')
  for (const file of loaders) hash.update(readFileSync(new URL(file, import.meta.url)))
  const migrations = new URL('../../packages/database/sql/', import.meta.url)
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(file, migrations)))
  return hash.digest('hex').slice(0, 12)
}
