import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '@wachta/database'
import {
  addMonitoredServices,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import {
  addRule,
  listOccurrences,
  loadNotifiedOccurrences,
  minute,
  readAllEvents,
  reportFromAll,
  type SimulatedAnalyst,
  simulateAnalyst,
} from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { reconcileRules } from '../src/events/reconcile.ts'
import { FencedError } from '../src/index.ts'

let installation: Installation
let database: Database
before(async () => {
  installation = await install()
  database = installation.database
})
after(() => installation[Symbol.asyncDispose]())

const reconcile = ({ lease }: SimulatedAnalyst, at: number) =>
  reconcileRules({ database, ...lease, now: start + at * minute })

/** Adds services in the given shard, all of which fail from the first minute on. */
async function failing(shard: number, count: number): Promise<{ ids: number[]; watching: SimulatedAnalyst }> {
  const ids = listShardIds(shard, count)
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids: [1] })])
  const watching = await simulateAnalyst(database, shard)
  await watching.reportSlot(0, reportFromAll(ids, 'ok'))
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  return { ids, watching }
}

const setRule = (id: number, changes: ReturnType<typeof sql>) =>
  database.query(sql`update event set ${changes} where id = ${id}`)

test('alerts end when no rule covers them any more', async () => {
  const rules = {
    off: await addRule(database),
    other: await addRule(database),
    pending: await addRule(database, { start_delay: 900 }),
  }
  const { ids, watching } = await failing(0, 2)
  const [kept = 0, left = 0] = ids
  await reconcile(watching, 2)
  assert.deepEqual(await listOccurrences(database, rules.off), [`${kept} 1..`, `${left} 1..`], 'nothing has changed')
  await setRule(rules.off, sql`is_active = false`)
  await setRule(rules.pending, sql`is_active = false`)
  await setRule(
    rules.other,
    sql`scope = ${JSON.stringify({ all_services: false, group_ids: [], service_ids: [kept] })}`,
  )
  const told = (await loadNotifiedOccurrences(database)).length
  await reconcile(watching, 3)
  assert.deepEqual(await listOccurrences(database, rules.off), [`${kept} 1..3 removed`, `${left} 1..3 removed`])
  assert.deepEqual(await listOccurrences(database, rules.other), [`${kept} 1..`, `${left} 1..3 removed`])
  assert.deepEqual(
    await listOccurrences(database, null),
    [`${kept} 1..`, `${left} 1..`],
    'the older style has no rule to lose',
  )
  assert.equal((await loadNotifiedOccurrences(database)).length, told + 3)
  await watching.settle(30)
  assert.deepEqual(await listOccurrences(database, rules.pending), [], 'what was about to start is forgotten')
  const before = await readAllEvents(database)
  await reconcile(watching, 4)
  assert.equal(await readAllEvents(database), before)
  await setRule(rules.off, sql`is_active = true`)
  await reconcile(watching, 5)
  assert.deepEqual(await listOccurrences(database, rules.off), [
    ...[`${kept} 1..3 removed`, `${kept} 5..`],
    ...[`${left} 1..3 removed`, `${left} 5..`],
  ])
  await database.query(sql`delete from event`)
})

test('an alert whose rule is gone when the service recovers ends as removed', async () => {
  const rule = await addRule(database)
  const { ids, watching } = await failing(1, 1)
  await setRule(rule, sql`is_active = false`)
  await watching.reportSlot(2, reportFromAll(ids, 'ok'))
  assert.deepEqual(await listOccurrences(database, rule, ids), [`${ids[0]} 1..2 removed`])
  await database.query(sql`delete from event`)
})

test('a new rule starts alerts for services that already fail', async () => {
  const { ids, watching } = await failing(2, 2)
  const [one = 0] = ids
  await watching.reportSlot(2, new Map([[one, 'ok']]))
  const rule = await addRule(database)
  const delayed = await addRule(database, { start_delay: 120 })
  await reconcile(watching, 3)
  assert.deepEqual(await listOccurrences(database, rule, ids), [`${ids[1]} 3..`])
  const [row] = await database.query(sql<{
    analysis_time: Date
    error_type_id: number
  }>`select analysis_time, error_type_id
from occurrence where event_id = ${rule}`)
  assert.deepEqual([row?.analysis_time, row?.error_type_id], [new Date(start + minute), 301], 'as it was seen first')
  const dueOf = async () =>
    (await database.query(sql<{ due_at: Date }>`select due_at from event_status where event_id = ${delayed}`))[0]
      ?.due_at
  assert.deepEqual(await dueOf(), new Date(start + 5 * minute))
  await setRule(delayed, sql`start_delay = 30`)
  await reconcile(watching, 4)
  assert.deepEqual(await dueOf(), new Date(start + 3.5 * minute), 'delays are those of today')
  await database.query(sql`delete from event`)
})

test('a suspended service keeps its alerts and starts no new ones', async () => {
  const rule = await addRule(database)
  const { ids, watching } = await failing(3, 1)
  await database.query(sql`update service set is_suspended = true where id = any(${ids})`)
  const later = await addRule(database)
  await reconcile(watching, 3)
  assert.deepEqual(await listOccurrences(database, rule, ids), [`${ids[0]} 1..`])
  assert.deepEqual(await listOccurrences(database, later, ids), [])
  await database.query(sql`delete from event`)
})

test('an analyst that lost its shard does not apply changed rules', async () => {
  const { ids, watching } = await failing(4, 1)
  const rule = await addRule(database)
  await takeLease(database, 4, 'another')
  await assert.rejects(reconcile(watching, 3), FencedError)
  assert.deepEqual(await listOccurrences(database, rule, ids), [])
  await database.query(sql`delete from event`)
})
