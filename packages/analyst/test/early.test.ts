import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Database } from '@wachta/database'
import type { CheckResult } from '@wachta/domain'
import { collectFailureFacts } from '@wachta/notifier/src/deliver/failure-facts.ts'
import { loadPending } from '@wachta/notifier/src/deliver/pending.ts'
import {
  addMonitoredServices,
  createDyingDatabase,
  emptyTables,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import {
  addRule,
  listOccurrences,
  loadNotifiedOccurrences,
  minute,
  readAllEvents,
  type SimulatedAnalyst,
  simulateAnalyst,
} from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { FencedError } from '../src/index.ts'

const byFive = createServiceRevision({ sensor_ids: [1, 2, 3, 4, 5] })
const seconds = 1 / 60

let installation: Installation
let database: Database
before(async () => {
  installation = await install()
  database = installation.database
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(() => emptyTables(database))

let last = 0
async function service(revision = byFive): Promise<number> {
  const [id = 0] = listShardIds(0, 1, last + 1)
  last = id
  await addMonitoredServices(database, [id], [revision])
  return id
}

/** Returns the reports for the slot of a minute, one per sensor in numerical order; undefined means no report. */
const say = (id: number, at: number, said: readonly (CheckResult | undefined)[]) =>
  said.flatMap((result, index) =>
    result === undefined
      ? []
      : [
          createCheckReport({
            service_id: id,
            slot: start + at * minute,
            sensor_id: index + 1,
            result,
            error_type_id: result === 'error' ? 301 : null,
          }),
        ],
  )

const well: CheckResult[] = ['ok', 'ok', 'ok', 'ok', 'ok']
const threeErrors: CheckResult[] = ['error', 'error', 'error']

async function stored(id: number) {
  const [row] = await database.query(sql<{
    status: string
    since: number
    failing: number[]
    analyses: number
    early: number
  }>`select v.status,
  (extract(epoch from v.status_since - ${new Date(start)}) / 60)::float8 as since, st.failing_sensor_ids as failing,
  (select count(*) from analysis a where a.service_id = v.id)::int as analyses,
  (select count(*) from early_decision d where d.service_id = v.id)::int as early
from service v left join service_state st on st.service_id = v.id where v.id = ${id}`)
  return row
}

const statuses = async (id: number) =>
  (
    await database.query(sql<{ status: string; start: number; end: number | null }>`select status,
  (extract(epoch from start_time - ${new Date(start)}) / 60)::float8 as start, (extract(epoch from end_time - ${new Date(start)}) / 60)::float8 as end
from status_change where service_id = ${id} order by start_time`)
  ).map(({ status, start: from, end }) => `${status} ${from}..${end ?? ''}`)

/** Reports one good minute, then three errors of five for the next minute, whose slot is still open. */
async function decided(): Promise<{ id: number; watching: SimulatedAnalyst; rule: number }> {
  const id = await service()
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  await watching.reportResults(10 * seconds, say(id, 0, well))
  await watching.reportResults(1 + 5 * seconds, say(id, 1, threeErrors))
  return { id, watching, rule }
}

test('people are notified once, as soon as no missing result can change the outcome', async () => {
  const { id, watching, rule } = await decided()
  assert.deepEqual(await stored(id), { status: 'failure', since: 1, failing: [1, 2, 3], analyses: 1, early: 1 })
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
  assert.equal((await loadNotifiedOccurrences(database)).length, 2, 'the rule and the older style')
  const events = await readAllEvents(database)
  await watching.reportResults(1 + 8 * seconds, say(id, 1, [undefined, undefined, undefined, 'ok']))
  assert.equal(await readAllEvents(database), events)
  await watching.closeUntil(1 + 23 * seconds)
  assert.equal(await readAllEvents(database), events, 'its end brings nothing new')
  assert.deepEqual(await stored(id), { status: 'failure', since: 1, failing: [1, 2, 3], analyses: 2, early: 0 })
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..'])
  await watching.reportResults(2 + 5 * seconds, say(id, 2, ['ok', 'ok', 'ok']))
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..2 recovered`], 'recovery too')
  await watching.closeUntil(2 + 23 * seconds)
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..2', 'ok 2..'])
})

test('a notification that is sent before the slot is closed contains the results so far', async () => {
  const { id } = await decided()
  const [{ notification_id } = { notification_id: 0 }] = await database.query(sql<{
    notification_id: number
  }>`insert into notification (account_id, style, kind, occurrence_id, channel_id, address, language_id, status, step)
select 1, 'o', 'start', o.id, 'email', 'one@example.com', 'en', 'pending', 'start' from occurrence o where o.service_id = ${id} and o.event_id is null
returning id as notification_id`)
  const [pending] = await loadPending(database, [notification_id])
  assert.ok(pending)
  const { failing_sensors, sensors_count } = collectFailureFacts(pending)
  assert.deepEqual([failing_sensors.length, sensors_count], [3, 5])
})

test('after a takeover the decided slot is closed, and no alert starts again', async () => {
  const { id, watching, rule } = await decided()
  const events = await readAllEvents(database)
  await watching.takeOver()
  await watching.reportResults(1 + 12 * seconds, say(id, 1, threeErrors))
  assert.equal(await readAllEvents(database), events)
  await watching.takeOver()
  await watching.reportResults(1 + 14 * seconds, say(id, 1, [...threeErrors, 'ok', 'ok']))
  assert.equal(await readAllEvents(database), events)
  assert.deepEqual(await stored(id), { status: 'failure', since: 1, failing: [1, 2, 3], analyses: 2, early: 0 })
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
})

test('a late result of an earlier slot does not change an early decision', async () => {
  const id = await service()
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  await watching.reportResults(10 * seconds, say(id, 0, ['ok', 'ok', 'ok', 'error']))
  await watching.closeUntil(23 * seconds)
  await watching.reportResults(1 + 10 * seconds, say(id, 1, [undefined, 'error', 'ok']))
  await watching.closeUntil(1 + 23 * seconds)
  await watching.reportResults(2 + 5 * seconds, say(id, 2, threeErrors))
  const events = await readAllEvents(database)
  // This result gives the slot of the minute before a quorum and the verdict ok, so its statuses are recomputed.
  await watching.reportResults(2 + 6 * seconds, say(id, 1, [undefined, undefined, undefined, 'ok']))
  assert.equal(await readAllEvents(database), events)
  assert.deepEqual(await statuses(id), ['ok 0..2', 'failure 2..'])
  // The same for an analyst that has just taken over.
  await watching.takeOver()
  await watching.reportResults(2 + 8 * seconds, say(id, 1, ['ok']))
  assert.equal(await readAllEvents(database), events)
  await watching.reportResults(2 + 10 * seconds, say(id, 2, ['error', 'error', 'error', 'error', 'error']))
  assert.equal(await readAllEvents(database), events)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 2..`])
})

test('an early decision stays even if its results are not read again after a takeover', async () => {
  const { id, watching, rule } = await decided()
  const events = await readAllEvents(database)
  await watching.takeOver()
  await watching.reportResults(1 + 12 * seconds, say(id, 1, ['error', undefined, undefined, 'ok']))
  await watching.closeUntil(1 + 23 * seconds)
  assert.equal(await readAllEvents(database), events, 'no notification of a recovery that did not happen')
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..'])
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
  assert.deepEqual(await stored(id), { status: 'failure', since: 1, failing: [1, 2, 3], analyses: 2, early: 0 })
})

test('a decision that waited for the slot before it is kept when that slot is closed', async () => {
  const id = await service({ ...byFive, timeout_ms: 70_000 })
  const watching = await simulateAnalyst(database, 0)
  await watching.reportResults(10 * seconds, say(id, 0, well))
  await watching.reportResults(1 + 5 * seconds, say(id, 1, threeErrors))
  await watching.reportResults(2 + 5 * seconds, say(id, 2, ['ok', 'ok', 'ok']))
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..'])
  await watching.closeUntil(2 + 23 * seconds)
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..2', 'ok 2..'])
  assert.deepEqual(await stored(id), { status: 'ok', since: 2, failing: [], analyses: 2, early: 1 })
})

test('a decision counts even if only the slot before it, closed with it, has changed the status', async () => {
  const id = await service({ ...byFive, timeout_ms: 70_000 })
  const watching = await simulateAnalyst(database, 0)
  await watching.reportResults(10 * seconds, say(id, 0, well))
  await watching.reportResults(1 + 5 * seconds, say(id, 1, ['error', 'error', 'ok']))
  await watching.reportResults(2 + 5 * seconds, say(id, 2, ['ok', 'ok', 'ok']))
  assert.deepEqual(await statuses(id), ['ok 0..'])
  await watching.closeUntil(2 + 23 * seconds)
  assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..2', 'ok 2..'])
  assert.deepEqual(await stored(id), { status: 'ok', since: 2, failing: [], analyses: 2, early: 1 })
})

test('an early decision with damaged checks is computed again from the known results', async () => {
  const { id, watching } = await decided()
  await database.query(sql`update early_decision set checks = '\\xff' where service_id = ${id}`)
  await watching.takeOver()
  await watching.reportResults(1 + 12 * seconds, say(id, 1, ['error']))
  await watching.closeUntil(1 + 23 * seconds)
  assert.deepEqual(await statuses(id), ['ok 0..'])
  assert.deepEqual(await stored(id), { status: 'ok', since: 0, failing: [1], analyses: 2, early: 0 })
})

test('an analyst that lost its shard publishes no early decision', async () => {
  const id = await service()
  const watching = await simulateAnalyst(database, 0)
  await watching.reportResults(10 * seconds, say(id, 0, well))
  await takeLease(database, 0)
  await assert.rejects(watching.reportResults(1 + 5 * seconds, say(id, 1, threeErrors)), FencedError)
  assert.deepEqual(await loadNotifiedOccurrences(database), [])
})

test('an analyst killed at any statement stores an early decision completely or not at all, and the next one completes it', async () => {
  for (let statement = 1; ; statement += 1) {
    const id = await service()
    const rule = await addRule(database, { scope: { service_ids: [id] } })
    const watching = await simulateAnalyst(database, 0)
    await watching.reportResults(10 * seconds, say(id, 0, well))
    const dying = createDyingDatabase(database, statement)
    const doomed = await simulateAnalyst(database, 0, dying)
    await doomed.reportResults(1 + 5 * seconds, say(id, 1, threeErrors)).catch(() => undefined)
    const isWritten = (await listOccurrences(database, rule)).length > 0
    assert.equal((await stored(id))?.status === 'failure', isWritten)
    const next = await simulateAnalyst(database, 0)
    await next.reportResults(1 + 8 * seconds, say(id, 1, [...threeErrors, 'ok', 'ok']))
    assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
    assert.deepEqual(await statuses(id), ['ok 0..1', 'failure 1..'])
    if (!dying.isDead) return
    await emptyTables(database)
  }
})
