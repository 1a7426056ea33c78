import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'

export interface World extends AsyncDisposable {
  readonly url: string
  readonly db: Database
  readonly account: number
  /** Adds a service with a revision in force, watched by these sensors; returns its id. */
  addService(sensors: readonly number[], configuration?: object): Promise<number>
  addSensor(): Promise<number>
}

/** Opens a database with one account, one group and one service type. */
export async function openWorld(): Promise<World> {
  const test = await createTestDatabase()
  const db = openDatabase(test.url, { role: null, connections: 4 })
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>) => (await db.query(statement))[0]?.id ?? 0
  const pack = await one(sql<{ id: number }>`insert into package (name) values ('P') returning id`)
  const account = await one(sql<{ id: number }>`insert into account (name, username, package_id, tree_id, email_address)
values ('A', 'a', ${pack}, 1, 'a@example.com') returning id`)
  const group = await one(sql<{ id: number }>`select id from service_group where owner_id = ${account} and is_default`)
  await db.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids, is_runnable)
values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true)`)
  return {
    url: test.url,
    db,
    account,
    addSensor: () => one(sql<{ id: number }>`insert into sensor (name) values ('S') returning id`),
    async addService(sensors, configuration = { address: 'http://127.0.0.1/', extended_settings: {}, secrets: {} }) {
      const id = await one(sql<{
        id: number
      }>`insert into service (owner_id, group_id, type_id, name, address, interval)
values (${account}, ${group}, 'http', 'V', 'http://127.0.0.1/', 60) returning id`)
      await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active, interval_ms,
  phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (${id}, 1, ${account}, ${group}, 'http', now() - interval '1 hour', true, 60000, 0, 7000, 0, 51, ${sensors}, 1, ${JSON.stringify(configuration)}::jsonb)`)
      return id
    },
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}
