import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { migrate } from '@wachta/database/src/migrate.ts'
import pg from 'pg'

/** The URL of the tests' PostgreSQL. */
export const getServerUrl = (): string =>
  process.env['DATABASE_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

export interface Template {
  readonly name: string
  /** Identifies what `prepare` depends on: a template is reused while this and the migrations stay the same. */
  readonly version: string
  /** Adds data to the template that migrations do not create. */
  prepare(url: string): Promise<void>
}

const emptyTemplate: Template = { name: 'bare', version: '', prepare: async () => undefined }

/** Creates a database for one test file, cloned from a template that is migrated once. */
export async function createTestDatabase(from: Template = emptyTemplate): Promise<TestDatabase> {
  const templateName = `wachta_template_${from.name}_${fingerprint(from.version)}`
  const name = `wachta_test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`
  await withServer(async (server) => {
    // Test files start at the same time; the first one builds, the others wait for it.
    await server.query(`select pg_advisory_lock(hashtext('wachta test template'))`)
    await ensureTemplate(server, templateName, from)
    await server.query(`create database ${name} template ${templateName}`)
  })
  return {
    url: toUrl(name),
    async [Symbol.asyncDispose]() {
      await withServer((server) => server.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function ensureTemplate(server: pg.Client, templateName: string, { name, prepare }: Template): Promise<void> {
  const { rows } = await server.query(`select datname from pg_database where datname like 'wachta_template_${name}_%'`)
  if (rows.some(({ datname }) => datname === templateName)) return
  const building = `${templateName}_building`
  await server.query(`drop database if exists ${building} with (force)`)
  await server.query(`create database ${building}`)
  await migrate(toUrl(building))
  await prepare(toUrl(building))
  await server.query(`alter database ${building} rename to ${templateName}`)
  for (const { datname } of rows) await server.query(`drop database if exists ${datname} with (force)`)
}

function fingerprint(version: string): string {
  const hash = createHash('sha256').update(version)
  const directory = new URL('../../database/sql/', import.meta.url)
  for (const file of readdirSync(directory).sort()) hash.update(readFileSync(new URL(file, directory)))
  for (const file of ['migrate.ts', 'process-rights.ts']) {
    hash.update(readFileSync(new URL(`../../database/src/${file}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 12)
}

async function withServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: getServerUrl() })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

function toUrl(database: string): string {
  const url = new URL(getServerUrl())
  url.pathname = `/${database}`
  return url.href
}
