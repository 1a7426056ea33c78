import assert from 'node:assert/strict'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Reply, TestApi } from './start-api.ts'

/** Returns the errors of a response, with their fields. */
export const listErrors = ({ body }: Reply): [error: string, field?: string][] =>
  (body as { error: string; field?: string }[]).map(({ error, field }) =>
    field === undefined ? [error] : [error, field],
  )

export interface SensorOptions {
  readonly owner?: number
  readonly name?: string
  readonly categories?: readonly string[]
  readonly active?: boolean
}

export async function addSensor(db: Database, options: SensorOptions = {}): Promise<number> {
  const { owner = null, name = 'Warszawa', categories = ['default'], active = true } = options
  const [row] = await db.query(sql<{ id: number }>`insert into sensor (owner_id, name, category_ids, is_active)
values (${owner}, ${name}, ${categories}, ${active}) returning id`)
  return row?.id ?? 0
}

export async function findDefaultGroup(db: Database, account: number): Promise<number> {
  const [row] = await db.query(
    sql<{ id: number }>`select id from service_group where owner_id = ${account} and is_default`,
  )
  return row?.id ?? 0
}

/** Creates a group through the API. */
export async function createGroup(api: TestApi, as: string, overrides: object = {}): Promise<number> {
  return readCreatedId(await api.call('POST', '/groups', { as, body: { name: 'Group', ...overrides } }))
}

/** Creates a service through the API, by default a ping. */
export async function createTestService(api: TestApi, as: string, overrides: object = {}): Promise<number> {
  const body = { type_id: 'ping', name: 'Service', address: 'example.com', ...overrides }
  return readCreatedId(await api.call('POST', '/services', { as, body }))
}

const readCreatedId = (reply: Reply): number => {
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

/** Shares a group with an account, with the given flags. */
export async function share(db: Database, group: number, account: number, ...flags: string[]): Promise<void> {
  const columns = flags.map((flag) => sql`, ${sql.id(flag)}`)
  const values = flags.map(() => sql`, true`)
  await db.query(
    sql`insert into group_share (group_id, account_id${sql.join(columns, sql``)}) values (${group}, ${account}${sql.join(values, sql``)})`,
  )
}

export interface Revision {
  readonly service_id: number
  readonly revision: number
  readonly group_id: number
  readonly effective_from: Date
  readonly effective_to: Date | null
  readonly is_active: boolean
  readonly sensor_ids: readonly number[]
  readonly step_count: number
  readonly configuration: Readonly<Record<string, unknown>> | null
}

export const listRevisions = (db: Database, service: number): Promise<Revision[]> =>
  db.query(sql<Revision>`select * from service_revision where service_id = ${service} order by revision`)

/** Returns the whole database as one text, to search it for data that must not be stored. */
export async function dumpDatabase(db: Database): Promise<string> {
  const tables = await db.query(
    sql<{ name: string }>`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const [found] = await db.query(
      sql<{ text: string | null }>`select string_agg(to_jsonb(t)::text, ' ') as text from ${sql.raw(name)} t`,
    )
    texts.push(found?.text ?? '')
  }
  return texts.join(' ')
}
