import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Database } from '@wachta/database'
import { type CheckResult, isPlannedSlot, toAnalysisId } from '@wachta/domain'
import type { NotifyPayload } from '@wachta/queue'
import {
  addMonitoredServices,
  emptyTables,
  type Installation,
  install,
  listShardIds,
} from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import {
  addRule,
  listOccurrences,
  loadNotifiedOccurrences,
  minute,
  reportFromAll,
  type SimulatedAnalyst,
  simulateAnalyst,
} from '@wachta/testing/analyst/watching'
import { loadJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { decideMassChange, judgeMassChanges } from '../src/events/judge-mass-changes.ts'
import { createMassWatch } from '../src/events/mass-change.ts'
import { chooseSensors } from '../src/events/request-rechecks.ts'

const one = createServiceRevision({ sensor_ids: [1] })
let installation: Installation
let database: Database
before(async () => {
  installation = await install()
  database = installation.database
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(() => emptyTables(database))

const timeAt = (minutes: number) => new Date(start + minutes * minute)

/** Marks sensors as online; the first one watches the services. */
const online = (...ids: readonly number[]) =>
  database.query(
    sql`insert into sensor_state (sensor_id, last_seen) select n, ${timeAt(10)} from unnest(${ids}::bigint[]) n`,
  )

let last = 0
async function watched(count: number): Promise<{ ids: number[]; watching: SimulatedAnalyst }> {
  const ids = listShardIds(0, count, last + 1)
  last = ids.at(-1) ?? 0
  await addMonitoredServices(database, ids, [one])
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll(ids, 'ok'))
  return { ids, watching }
}

interface ForcedAnalysisRow {
  readonly service_id: number
  readonly time: Date
  readonly kind: string
  readonly sensor_ids: number[]
}
const forced = () =>
  database.query(
    sql<ForcedAnalysisRow>`select service_id, time, kind, sensor_ids from forced_analysis order by service_id`,
  )
const heldOf = async () =>
  (
    await database.query(sql<{
      held: number | null
    }>`select distinct (extract(epoch from held_until - ${new Date(start)}) / 60)::float8 as held
from occurrence order by 1`)
  ).map(({ held }) => held)

/** Other sensors report the forced checks with the given results; undefined means no report. */
async function answer(
  watching: SimulatedAnalyst,
  at: number,
  say: (index: number) => CheckResult | undefined,
): Promise<void> {
  const asked = await forced()
  for (const { service_id, time, sensor_ids } of asked) {
    const slot = time.getTime()
    const question = { revision: 1, sensor_ids, error_tolerance: 51, deadline: slot + 13_000 }
    watching.expectForced({ service_id, slot, kind: 'c', ...question })
  }
  const reports = asked.flatMap(({ service_id, time, sensor_ids }, index) => {
    const result = say(index)
    if (result === undefined) return []
    return sensor_ids.map((sensor_id) => createCheckReport({ service_id, slot: time.getTime(), sensor_id, result }))
  })
  await watching.reportResults(at, reports)
}

const judge = ({ lease }: SimulatedAnalyst, at: number) =>
  judgeMassChanges({ database, ...lease, now: start + at * minute })

test('in a mass change that other sensors can check, notifications are held for a minute', async () => {
  await online(1, 2, 3)
  const { ids, watching } = await watched(60)
  const rule = await addRule(database)
  const few = await watching.reportSlot(1, reportFromAll(ids.slice(0, 3), 'error'))
  assert.equal(few.massChange, undefined)
  assert.deepEqual(await heldOf(), [null])
  const many = await watching.reportSlot(2, reportFromAll(ids.slice(3, 43), 'error'))
  assert.deepEqual([many.massChange?.failing, many.massChange?.watched], [43, 60])
  const hold = 2 + 1 / 60 + 1
  const held = await database.query(
    sql<{
      id: number
      held_until: Date
    }>`select id, held_until from occurrence where held_until is not null order by id`,
  )
  assert.equal(held.length, 80, 'by the rule and in the older style')
  assert.ok(held.every(({ held_until }) => held_until.getTime() === start + hold * minute))
  const jobs = (await loadJobs<NotifyPayload>(database)).filter(({ key }) => key !== null)
  assert.deepEqual(jobs.map(({ key }) => key).sort(), held.map(({ id }) => `tell:${id}`).sort())
  assert.ok(jobs.every(({ run_at }) => run_at.getTime() === start + hold * minute))
  const asked = await forced()
  assert.equal(asked.length, 20)
  for (const { service_id, time, kind, sensor_ids } of asked) {
    assert.deepEqual([kind, sensor_ids, ids.includes(service_id)], ['c', [2, 3], true])
    assert.equal(isPlannedSlot([one], toAnalysisId(time.getTime())), false)
  }
  const more = await watching.reportSlot(2.5, new Map())
  assert.equal(more.massChange, undefined, 'it is one')
  assert.equal((await listOccurrences(database, rule)).length, 43)
})

test('a mass change is one, even if another shard whose commit began earlier detects it later', async () => {
  await online(1, 2, 3)
  const { ids, watching } = await watched(30)
  const { massChange } = await watching.reportSlot(1, reportFromAll(ids, 'error'))
  const [latest, before] = [start + minute, start + minute + 500]
  const again = await database.transaction((tx) => createMassWatch().detect(tx, latest, before))
  assert.deepEqual([again?.isNew, again?.held_until], [false, massChange?.held_until])
  assert.equal((await database.query(sql`select from mass_change`)).length, 1)
})

test('when the other sensors confirm a mass change, people are notified at once', async () => {
  await online(1, 2, 3)
  const { ids, watching } = await watched(30)
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  assert.equal(await judge(watching, 1.1), undefined, 'no answer has arrived')
  const before = (await loadNotifiedOccurrences(database)).length
  await answer(watching, 1.2, (index) => (index < 11 ? 'error' : undefined))
  assert.equal(await judge(watching, 1.2), 'confirmed')
  assert.deepEqual(await heldOf(), [1.2])
  const told = (await loadNotifiedOccurrences(database)).slice(before)
  assert.equal(new Set(told).size, 30, 'all that were held')
  assert.equal(await judge(watching, 1.3), undefined, 'once')
  const statuses = await database.query(
    sql<{ status: string }>`select distinct status from service where id = any(${ids})`,
  )
  assert.deepEqual(
    statuses.map(({ status }) => status),
    ['failure'],
    'it says nothing about the services',
  )
  await watching.reportSlot(2, reportFromAll(ids, 'ok'))
  await watching.reportSlot(3, reportFromAll(ids, 'error'))
  assert.deepEqual(await heldOf(), [1.2, null], 'what is known to be real is not held again')
})

test('when the other sensors do not confirm it, notifications stay held until the hold ends', async () => {
  await online(1, 2)
  const { ids, watching } = await watched(30)
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  await answer(watching, 1.2, (index) => (index < 8 ? 'error' : 'ok'))
  const before = (await loadNotifiedOccurrences(database)).length
  assert.equal(await judge(watching, 1.2), 'contradicted')
  assert.deepEqual(await heldOf(), [2 + 1 / 60])
  assert.equal((await loadNotifiedOccurrences(database)).length, before)
  const [first = 0] = ids
  await watching.reportSlot(2, new Map([[first, 'ok']]))
  assert.ok((await listOccurrences(database, null, [first]))[0]?.endsWith('recovered'), 'what recovers ends meanwhile')
})

test('if all sensors check all services, those that do not see the failures check again', async () => {
  await online(1, 2, 3)
  const ids = listShardIds(0, 30, last + 1)
  last = ids.at(-1) ?? 0
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids: [1, 2, 3] })])
  const watching = await simulateAnalyst(database, 0)
  const said = (at: number, results: readonly CheckResult[]) =>
    watching.reportResults(
      at + 0.2,
      ids.flatMap((service_id) =>
        results.map((result, index) =>
          createCheckReport({ service_id, slot: start + at * minute, sensor_id: index + 1, result }),
        ),
      ),
    )
  await said(0, ['ok', 'ok', 'ok'])
  const { massChange } = await said(1, ['error', 'ok', 'error'])
  assert.equal(massChange?.held_until, start + 2.2 * minute)
  const asked = await forced()
  assert.equal(asked.length, 20)
  assert.ok(asked.every(({ sensor_ids }) => sensor_ids.join() === '2'))
  await answer(watching, 1.4, () => 'ok')
  assert.equal(await judge(watching, 1.4), 'contradicted')
})

test('if there is one sensor, it checks again', async () => {
  await online(1)
  const { ids, watching } = await watched(30)
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  assert.ok((await forced()).every(({ sensor_ids }) => sensor_ids.join() === '1'))
  await answer(watching, 1.2, () => 'error')
  assert.equal(await judge(watching, 1.2), 'confirmed')
  assert.deepEqual(await heldOf(), [1.2], 'and what is real is told then')
})

test('sensors that check none of the failing services check again, else those that see few failures, else all', () => {
  const chosen = (...given: readonly [number, number, number][]) =>
    chooseSensors(given.map(([id, watched, failing]) => ({ id, watched, failing })))
  assert.deepEqual(chosen([1, 30, 30], [2, 0, 0], [3, 30, 0]), [2])
  assert.deepEqual(chosen([1, 30, 30], [2, 30, 3], [3, 30, 0]), [3, 2])
  assert.deepEqual(chosen([1, 30, 30], [2, 30, 29], [3, 30, 30], [4, 30, 30]), [2, 1, 3])
  assert.deepEqual(chosen(), [])
})

test('if no sensor can check again, no notification is held', async () => {
  await database.query(
    sql`insert into sensor_state (sensor_id, last_seen, quarantined) values (2, ${timeAt(10)}, true), (3, ${timeAt(-10)}, false)`,
  )
  const { ids, watching } = await watched(30)
  const { massChange } = await watching.reportSlot(1, reportFromAll(ids, 'error'))
  assert.deepEqual([massChange?.failing, massChange?.held_until], [30, null], 'but it is noticed')
  assert.deepEqual(await heldOf(), [null])
  assert.deepEqual(await forced(), [])
  assert.equal((await loadNotifiedOccurrences(database)).length, 30)
  assert.equal(await judge(watching, 1.2), undefined)
})

test('a mass change is more than a tenth of all services, and at least twenty', async () => {
  await online(1, 2)
  const { ids, watching } = await watched(220)
  assert.equal(
    (await watching.reportSlot(1, reportFromAll(ids.slice(0, 22), 'error'))).massChange,
    undefined,
    'a tenth is not more than a tenth',
  )
  const beyond = await watching.reportSlot(2, reportFromAll(ids.slice(22, 23), 'error'))
  assert.equal(beyond.massChange?.failing, 23)
  await database.query(sql`delete from service`)
  await database.query(sql`delete from mass_change`)
  const small = await watched(19)
  assert.equal((await small.watching.reportSlot(1, reportFromAll(small.ids, 'error'))).massChange, undefined)
})

test('a late result about an earlier failure makes no mass change of failures that began one by one', async () => {
  await online(1, 2)
  const { ids, watching } = await watched(100)
  for (let at = 1; at <= 9; at += 1)
    await watching.reportSlot(at, reportFromAll(ids.slice(3 * (at - 1), 3 * at), 'error'))
  const [service_id = 0] = ids.slice(12)
  const late = createCheckReport({ service_id, slot: start + minute, sensor_id: 1, result: 'error' })
  const { amended, massChange } = await watching.reportResults(9.5, [late])
  assert.deepEqual([amended, massChange], [1, undefined])
})

test('services that failed earlier are not part of a mass change', async () => {
  await online(1, 2)
  const { ids, watching } = await watched(30)
  await watching.reportSlot(1, reportFromAll(ids.slice(0, 15), 'error'))
  assert.equal((await watching.reportSlot(4, reportFromAll(ids.slice(15), 'error'))).massChange, undefined)
})

test('open analyses count neither for nor against a mass change', () => {
  assert.equal(decideMassChange({ asked: 4, closed: 3, answered: 3, failed: 2 }), undefined)
  assert.equal(decideMassChange({ asked: 4, closed: 3, answered: 3, failed: 3 }), 'confirmed')
  assert.equal(decideMassChange({ asked: 4, closed: 4, answered: 2, failed: 2 }), 'confirmed')
  assert.equal(decideMassChange({ asked: 4, closed: 4, answered: 4, failed: 2 }), 'contradicted')
  assert.equal(decideMassChange({ asked: 4, closed: 4, answered: 0, failed: 0 }), 'unanswered')
})
