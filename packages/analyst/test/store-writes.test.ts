import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '@wachta/database'
import type { CheckResult } from '@wachta/domain'
import {
  addMonitoredServices,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { simulateAnalyst } from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { createSlotAggregator, createStore, loadShard } from '../src/index.ts'

const minute = 60_000
const streams = {
  live: { name: 'LIVE', created: new Date(start) },
  backlog: { name: 'BACKLOG', created: new Date(start) },
}

let installation: Installation
let database: Database
before(async () => {
  installation = await install()
  database = installation.database
})
after(() => installation[Symbol.asyncDispose]())

async function countAnalyses(service_id: number): Promise<number> {
  const rows = await database.query(sql<object>`select from analysis where service_id = ${service_id} and kind <> 'c'`)
  return rows.length
}

test('a commit with analyses that are stored already stores only the others', async () => {
  const [id = 0] = listShardIds(0, 1)
  await addMonitoredServices(database, [id])
  const lease = await takeLease(database, 0)
  const { services, currentStates } = await loadShard(database, 0)
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services })
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  const closing = aggregator.close(start + 5 * minute)
  const store = createStore({ database, ...lease, currentStates, streams })
  await store.commit({ ...closing, steps: closing.steps.slice(0, 2), now: start })
  const { analyses } = await store.commit({ ...closing, now: start })
  assert.deepEqual(
    analyses.map(({ slot }) => slot),
    closing.steps.slice(2).map((step) => (step.kind === 'pause_change' ? undefined : step.slot)),
  )
  assert.equal(await countAnalyses(id), 5)
  assert.deepEqual((await store.commit({ ...closing, now: start })).analyses, [])
})

test('a flush of changes writes other failing sensors, and leaves the newest analysis for later', async () => {
  const [id = 0] = listShardIds(1, 1)
  await addMonitoredServices(database, [id], [createServiceRevision({ sensor_ids: [1, 2, 3] })])
  const watching = await simulateAnalyst(database, 1)
  const see = (at: number, results: readonly CheckResult[]) =>
    watching.reportResults(
      at + 1 / 60,
      results.map((result, index) =>
        createCheckReport({ service_id: id, slot: start + at * minute, sensor_id: index + 1, result }),
      ),
    )
  const row = async () => {
    const [state] = await database.query(
      sql<{
        minute: number
        failing: number[]
      }>`select (extract(epoch from last_time - ${new Date(start)}) / 60)::int as minute,
  failing_sensor_ids as failing from service_state where service_id = ${id}`,
    )
    return `${state?.minute} ${state?.failing}`
  }
  await see(0, ['ok', 'ok', 'ok'])
  await watching.flush()
  await see(1, ['ok', 'ok', 'ok'])
  await watching.flush({ onlyChanged: true })
  assert.equal(await row(), '0 ')
  await see(2, ['ok', 'ok', 'error'])
  await watching.flush({ onlyChanged: true })
  assert.equal(await row(), '2 3')
  await see(3, ['ok', 'ok', 'ok'])
  await watching.flush({ onlyChanged: true })
  assert.equal(await row(), '3 ')
  await see(4, ['ok', 'ok', 'ok'])
  await watching.flush()
  assert.equal(await row(), '4 ')
})
