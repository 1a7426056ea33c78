import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addMonitoredServices, type Installation, install } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { loadShard } from '../src/index.ts'

let installation: Installation

before(async () => {
  installation = await install()
})
after(() => installation[Symbol.asyncDispose]())

test('a shard is loaded without reading the revisions of the services of others by time', async () => {
  const { database } = installation
  await addMonitoredServices(
    database,
    Array.from({ length: 2_000 }, (_, index) => index + 1),
  )
  await database.query(sql`analyze service, service_revision`)
  await database.transaction(async (tx) => {
    const { services } = await loadShard({ ...database, query: (statement) => tx.query(statement) }, 0)
    assert.equal(services.length, 255)
    const [read] = await tx.query(
      sql<{ count: number }>`select pg_stat_get_xact_tuples_returned('service_revision_time'::regclass)::int as count`,
    )
    assert.equal(read?.count, 0)
  })
})
