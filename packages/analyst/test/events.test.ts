import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Database } from '@wachta/database'
import type { CheckResult } from '@wachta/domain'
import type { NotifyPayload } from '@wachta/queue'
import {
  addMonitoredServices,
  addRevision,
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
  reportFromAll,
  simulateAnalyst,
} from '@wachta/testing/analyst/watching'
import { loadJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { applyDueDelays } from '../src/events/apply-due-delays.ts'
import { FencedError } from '../src/index.ts'

const byOne = createServiceRevision({ sensor_ids: [1] })

let installation: Installation
let database: Database
before(async () => {
  installation = await install()
  database = installation.database
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(() => emptyTables(database))

/** The last service id used in the first shard: each test takes new ids, so earlier tests leave nothing behind. */
let last = 0
async function services(count: number, one = byOne): Promise<number[]> {
  const ids = listShardIds(0, count, last + 1)
  last = ids.at(-1) ?? 0
  await addMonitoredServices(database, ids, [one])
  return ids
}

const story = (id: number, results: readonly CheckResult[]) =>
  results.map((result, index) => ({ at: index, seen: new Map([[id, result]]) }))

interface Status {
  readonly status: string
  readonly signal: boolean
  readonly due: number | null
  readonly is_flapping: boolean
}

const statusOf = async (service_id: number, event_id: number | null): Promise<Status | undefined> =>
  (
    await database.query(sql<Status>`select status, signal, is_flapping, (extract(epoch from due_at - ${new Date(start)}) / 60)::float8 as due
from event_status where service_id = ${service_id} and event_id is not distinct from ${event_id}`)
  )[0]

/** The status changes of an event on a service, as in `inactive 0..2, active 2..`. */
async function recordOf(service_id: number, event_id: number): Promise<string> {
  const rows = await database.query(sql<{ status: string; start: number; end: number | null }>`select status,
  (extract(epoch from start_time - ${new Date(start)}) / 60)::float8 as start, (extract(epoch from end_time - ${new Date(start)}) / 60)::float8 as end
from event_status_change where service_id = ${service_id} and event_id = ${event_id} order by start_time`)
  return rows.map(({ status, start: from, end }) => `${status} ${from}..${end ?? ''}`).join(', ')
}

test('a failure is an alert of each rule that covers the service, and of legacy notifications', async () => {
  await database.query(
    sql`insert into account (id, name, username, package_id, email_address) values (2, 'Two', 'two', 1, 'two@example.com') on conflict do nothing`,
  )
  await database.query(
    sql`insert into service_group (id, owner_id, name) values (1001, 1, 'Other'), (1002, 2, 'Foreign') on conflict do nothing`,
  )
  const [one = 0, other = 0, foreign = 0] = await services(3)
  await database.query(sql`update service set group_id = 1001 where id = ${other}`)
  await database.query(sql`update service set group_id = 1002, owner_id = 2 where id = ${foreign}`)
  const rules = {
    all: await addRule(database),
    group: await addRule(database, { scope: { group_ids: [1001] } }),
    named: await addRule(database, { scope: { service_ids: [one, foreign] } }),
    nothing: await addRule(database, { scope: {} }),
    off: await addRule(database),
    slow: await addRule(database, { kind: 'performance' }),
  }
  await database.query(sql`update event set is_active = false where id = ${rules.off}`)
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll([one, other, foreign], 'ok'))
  await watching.reportSlot(1, reportFromAll([one, other, foreign], 'error'))
  const found = async (rule: number | null) => (await listOccurrences(database, rule)).map((text) => text.split(' ')[0])
  assert.deepEqual(await found(null), [`${one}`, `${other}`, `${foreign}`])
  assert.deepEqual(await found(rules.all), [`${one}`, `${other}`])
  assert.deepEqual(await found(rules.group), [`${other}`])
  assert.deepEqual(await found(rules.named), [`${one}`])
  for (const rule of [rules.nothing, rules.off, rules.slow]) assert.deepEqual(await found(rule), [])
  const rows = await database.query(sql<{
    id: number
    error_type_id: number
    analysis_time: Date
    owner_id: number
  }>`select id, error_type_id,
  analysis_time, owner_id from occurrence order by id`)
  assert.deepEqual(
    (await loadNotifiedOccurrences(database)).toSorted((a, b) => a - b),
    rows.map(({ id }) => id),
  )
  for (const { error_type_id, analysis_time } of rows)
    assert.deepEqual([error_type_id, analysis_time], [301, new Date(start + minute)])
  assert.equal(await recordOf(one, rules.all), 'inactive 0..1, active 1..')
  assert.equal((await statusOf(one, rules.all))?.status, 'active')
  await watching.reportSlot(2, reportFromAll([one, other, foreign], 'ok'))
  assert.equal(await recordOf(one, rules.all), 'inactive 0..1, active 1..2, inactive 2..')
  assert.deepEqual(await listOccurrences(database, rules.all), [`${one} 1..2 recovered`, `${other} 1..2 recovered`])
  assert.equal((await loadNotifiedOccurrences(database)).length, 2 * rows.length)
})

/** A database that records all statements that run in transactions. */
function listen(): { asked: string[]; listening: Database } {
  const asked: string[] = []
  const transaction: Database['transaction'] = (work) =>
    database.transaction((tx) =>
      work({
        ...tx,
        query: (statement) => {
          asked.push(tx.compile(statement).text)
          return tx.query(statement)
        },
        run: (query) => {
          asked.push(query.text)
          return tx.run(query)
        },
      }),
    )
  return { asked, listening: { ...database, transaction } }
}

test('a commit without a new status makes no query about alerts', async () => {
  const [id = 0] = await services(1)
  await addRule(database)
  const { asked, listening } = listen()
  const watching = await simulateAnalyst(database, 0, listening)
  await watching.reportSlot(0, reportFromAll([id], 'ok'))
  assert.ok(
    asked.some((text) => text.includes('event_status')),
    'a status that begins is judged',
  )
  asked.length = 0
  await watching.reportSlot(1, reportFromAll([id], 'ok'))
  await watching.reportSlot(2, reportFromAll([id], 'unknown'))
  assert.ok(asked.length > 0)
  assert.deepEqual(
    asked.filter((text) => /\bevent|occurrence|graphile/.test(text)),
    [],
  )
})

/** Whether, for any n, a commit that dies before its nth statement leaves part of an event behind. */
async function leavesSomething(broken: (dying: Database) => Database): Promise<boolean> {
  const [id = 0] = await services(1)
  const rule = await addRule(database)
  const calm = await simulateAnalyst(database, 0)
  await calm.reportSlot(0, reportFromAll([id], 'ok'))
  for (let statement = 1; ; statement += 1) {
    const before = await readAllEvents(database)
    const dying = createDyingDatabase(database, statement)
    const watching = await simulateAnalyst(database, 0, broken(dying))
    const isDone = await watching.reportSlot(1, reportFromAll([id], 'error')).then(
      () => true,
      () => false,
    )
    if (isDone) break
    if ((await readAllEvents(database)) !== before) return true
  }
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
  assert.equal((await loadNotifiedOccurrences(database)).length, 2)
  return false
}

test('an alert is stored together with the status that causes it, or not at all', async () => {
  assert.equal(await leavesSomething((dying) => dying), false)
})

test('the same test detects a store that does not use one transaction', async () => {
  const leaky = (dying: Database): Database => ({
    ...dying,
    transaction: (work) =>
      dying.transaction((tx) =>
        work({
          ...tx,
          // Jobs are added outside the transaction.
          query: async (statement) =>
            tx.compile(statement).text.includes('add_jobs') ? database.query(statement) : tx.query(statement),
        }),
      ),
  })
  assert.equal(await leavesSomething(leaky), true)
})

test('reading the same results again changes no alert', async () => {
  const [id = 0] = await services(1)
  await addRule(database, { start_delay: 60 })
  const tell = async () => {
    const watching = await simulateAnalyst(database, 0)
    for (const { at, seen } of story(id, ['ok', 'error', 'error', 'error', 'ok', 'ok', 'error'])) {
      await watching.reportSlot(at, seen)
      await watching.settle(at + 0.5)
    }
  }
  await tell()
  const before = await readAllEvents(database)
  assert.ok((await loadNotifiedOccurrences(database)).length > 3)
  await tell()
  await database.query(sql`delete from stream_position`)
  await tell()
  assert.equal(await readAllEvents(database), before)
})

test('delays count in the time of slots, whenever they are evaluated', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database, { start_delay: 90, end_delay: 30 })
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll([id], 'ok'))
  await watching.reportSlot(1, reportFromAll([id], 'error'))
  assert.equal((await statusOf(id, rule))?.due, 2.5)
  assert.equal(await watching.settle(2.45), 0)
  // The last slot before the end of the delay is still open, and its verdict may be ok.
  assert.equal(await watching.settle(2.6), 0)
  await watching.reportSlot(2, reportFromAll([id], 'error'))
  assert.equal(await watching.settle(2.6), 1)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 2.5..`])
  const [row] = await database.query(
    sql<{
      analysis_time: Date
      error_type_id: number
    }>`select analysis_time, error_type_id from occurrence where event_id = ${rule}`,
  )
  assert.deepEqual([row?.analysis_time, row?.error_type_id], [new Date(start + minute), 301])
  await watching.reportSlot(3, reportFromAll([id], 'ok'))
  assert.equal(await watching.settle(3.4), 0)
  assert.equal(await watching.settle(3.6), 1)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 2.5..3.5 recovered`])
  assert.deepEqual(await listOccurrences(database, null), [`${id} 1..3 recovered`])
  assert.equal(await recordOf(id, rule), 'inactive 0..2.5, active 2.5..3.5, inactive 3.5..')
  assert.equal(await watching.settle(9), 0, 'nothing is left')
})

/** Plays a failure that ends before the start delay does, with a late result. Returns whether an alert started. */
async function startsTooEarly(knownUntil?: (id: number) => number): Promise<boolean> {
  const [id = 0] = await services(1)
  const rule = await addRule(database, { start_delay: 90 })
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll([id], 'ok'))
  await watching.reportSlot(1, reportFromAll([id], 'error'))
  if (knownUntil === undefined) await watching.settle(2.6)
  else await applyDueDelays({ database, ...watching.lease, now: start + 2.6 * minute, knownUntil })
  await watching.reportSlot(2, reportFromAll([id], 'ok'))
  await watching.settle(10)
  return (await listOccurrences(database, rule)).length > 0
}

test('a delay waits for slots that are still open', async () => {
  assert.equal(await startsTooEarly(), false)
  assert.equal(await startsTooEarly(() => Number.POSITIVE_INFINITY), true, 'judged by the clock alone it starts')
})

test('after a takeover, delays continue', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database, { start_delay: 60, end_delay: 60 })
  const watching = await simulateAnalyst(database, 0)
  for (const { at, seen } of story(id, ['ok', 'error', 'error', 'ok', 'ok', 'ok'])) {
    await watching.reportSlot(at, seen)
    await watching.takeOver()
    await watching.settle(at + 0.5)
  }
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 2..4 recovered`])
})

test('an analyst that lost its shard applies no delays', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database, { start_delay: 30 })
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll([id], 'error'))
  await takeLease(database, 0, 'another')
  await assert.rejects(watching.settle(0.7), FencedError)
  assert.deepEqual(await listOccurrences(database, rule), [])
})

test('an alert of legacy notifications ends by the recovery mode of the service', async () => {
  const ids = await services(3)
  const [atOnce = 0, soon = 0, late = 0] = ids
  await database.query(sql`update service set recovery_notification_mode_id = 'after_30_seconds' where id = ${soon}`)
  await database.query(sql`update service set recovery_notification_mode_id = 'after_2_minutes' where id = ${late}`)
  const watching = await simulateAnalyst(database, 0)
  for (const [at, result] of [
    [0, 'ok'],
    [1, 'error'],
    [2, 'ok'],
    [3, 'ok'],
    [4, 'ok'],
    [5, 'ok'],
  ] as const) {
    await watching.reportSlot(at, reportFromAll(ids, result))
    await watching.settle(at + 0.6)
  }
  assert.deepEqual(await listOccurrences(database, null), [
    `${atOnce} 1..2 recovered`,
    `${soon} 1..2.5 recovered`,
    `${late} 1..4 recovered`,
  ])
})

test('an unknown status leaves an alert as it is, and a pause ends it', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database)
  const pending = await addRule(database, { start_delay: 600 })
  const slow = await addRule(database, { kind: 'performance' })
  await database.query(sql`insert into event_status (service_id, event_id, owner_id, status, since, signal, signal_since)
values (${id}, ${slow}, 1, 'active', ${new Date(start)}, true, ${new Date(start)})`)
  const watching = await simulateAnalyst(database, 0)
  for (const { at, seen } of story(id, ['ok', 'error', 'unknown'])) await watching.reportSlot(at, seen)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`])
  await addRevision(database, [id], {
    ...byOne,
    revision: 2,
    is_active: false,
    effective_from: new Date(start + 2.5 * minute),
  })
  await watching.takeOver()
  await watching.closeUntil(3)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..2.5 paused`])
  assert.deepEqual(await listOccurrences(database, null), [`${id} 1..2.5 paused`])
  assert.deepEqual(await statusOf(id, pending), { status: 'inactive', signal: false, due: null, is_flapping: false })
  assert.equal((await statusOf(id, slow))?.status, 'inactive', 'whatever it looks at')
  await addRevision(database, [id], { ...byOne, revision: 3, effective_from: new Date(start + 4 * minute) })
  await watching.takeOver()
  await watching.reportResults(4.1, [
    createCheckReport({ service_id: id, slot: start + 4 * minute, sensor_id: 1, result: 'error', revision: 3 }),
  ])
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..2.5 paused`, `${id} 4..`])
})

test('a pause ends an alert at the time of the pause, even if an old slot is amended in the same commit', async () => {
  const pair = createServiceRevision({ sensor_ids: [1, 2] })
  const [id = 0] = await services(1, pair)
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  const said = (at: number, sensor_id: number, result: CheckResult) =>
    createCheckReport({ service_id: id, slot: start + at * minute, sensor_id, result })
  await watching.reportResults(0.5, [said(0, 1, 'ok')])
  await watching.reportResults(1.5, [said(1, 1, 'error'), said(1, 2, 'error')])
  await watching.closeUntil(2)
  await database.query(sql`update analysis set error_tolerance = 50 where service_id = ${id}`)
  const effective_from = new Date(start + 1.75 * minute)
  await addRevision(database, [id], { ...pair, revision: 2, is_active: false, effective_from })
  await watching.takeOver()
  await watching.reportResults(3, [said(0, 2, 'error')])
  const [pause] = await database.query(
    sql<{ at: Date }>`select start_time as at from status_change where service_id = ${id} and status = 'paused'`,
  )
  assert.deepEqual(pause?.at, effective_from)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..1.75 paused`])
})

test('an acknowledged alert becomes inactive when it is over', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  for (const { at, seen } of story(id, ['ok', 'error', 'error'])) await watching.reportSlot(at, seen)
  // A change by a person has the current time, which is later than the slot that is closed next.
  const when = new Date(start + 3.5 * minute)
  await database.query(
    sql`update event_status set status = 'disabled', since = ${when}, note = 'on it' where event_id = ${rule}`,
  )
  await database.query(
    sql`update event_status_change set end_time = ${when} where event_id = ${rule} and end_time is null`,
  )
  await database.query(
    sql`insert into event_status_change (service_id, event_id, status, start_time) values (${id}, ${rule}, 'disabled', ${when})`,
  )
  await watching.takeOver()
  await watching.reportSlot(3, reportFromAll([id], 'ok'))
  assert.equal((await statusOf(id, rule))?.status, 'inactive')
  const [found] = await listOccurrences(database, rule)
  assert.ok(found?.startsWith(`${id} 1..3.5000`) && found.endsWith('recovered'), found)
  assert.match(
    await recordOf(id, rule),
    /^inactive 0\.\.1, active 1\.\.3\.5, disabled 3\.5\.\.3\.5000\d*, inactive 3\.5000\d*\.\.$/,
  )
})

test('a flapping alert is marked as flapping, and ends when the service is stable', async () => {
  const [id = 0] = await services(1)
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  const results = Array.from({ length: 12 }, (_, index): CheckResult => (index % 2 === 1 ? 'error' : 'ok'))
  for (const { at, seen } of story(id, results)) await watching.reportSlot(at, seen)
  await watching.reportSlot(12, reportFromAll([id], 'ok'))
  const flags = await database.query(
    sql<{ is_flapping: boolean }>`select is_flapping from occurrence where event_id = ${rule} order by start_time`,
  )
  assert.deepEqual(
    flags.map(({ is_flapping }) => is_flapping),
    [false, false, false, true],
  )
  assert.deepEqual(await statusOf(id, rule), { status: 'active', signal: false, due: 27, is_flapping: true })
  for (let at = 13; at <= 27; at += 1) await watching.reportSlot(at, reportFromAll([id], 'ok'))
  await watching.settle(27.5)
  assert.equal((await listOccurrences(database, rule)).at(-1), `${id} 7..27 recovered`)
  assert.equal((await statusOf(id, rule))?.is_flapping, false)
})

test('amending an old slot starts and ends no alerts, amending the newest does', async () => {
  const [id = 0] = await services(1, createServiceRevision({ sensor_ids: [1, 2] }))
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, 0)
  const said = (at: number, sensor_id: number, result: CheckResult) =>
    createCheckReport({ service_id: id, slot: start + at * minute, sensor_id, result })
  // One of two is a quorum: the other one is late each time.
  await watching.reportResults(0.5, [said(0, 1, 'ok')])
  await watching.reportResults(1.5, [said(1, 1, 'ok')])
  await watching.reportResults(2.5, [said(2, 1, 'ok')])
  await watching.closeUntil(3)
  await database.query(sql`update analysis set error_tolerance = 50 where service_id = ${id}`)
  await watching.reportResults(3.1, [said(1, 2, 'error')])
  const changes = await database.query(
    sql<{ status: string }>`select status from status_change where service_id = ${id} order by start_time`,
  )
  assert.deepEqual(
    changes.map(({ status }) => status),
    ['ok', 'failure', 'ok'],
    'the record is put right',
  )
  assert.deepEqual(await listOccurrences(database, rule), [], 'and no notification is sent')
  await watching.reportResults(3.2, [said(2, 2, 'error')])
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 1..`], 'the newest says how it stands')
})

test('the number of statements does not depend on the number of failing services', async () => {
  const counts: number[] = []
  for (const count of [1, 400]) {
    const ids = await services(count)
    await addRule(database)
    const watching = await simulateAnalyst(database, 0)
    await watching.reportSlot(0, reportFromAll(ids, 'ok'))
    const { asked, listening } = listen()
    const counted = await simulateAnalyst(database, 0, listening)
    await counted.reportSlot(1, reportFromAll(ids, 'error'))
    counts.push(asked.length)
    await database.query(sql`delete from service`)
    await database.query(sql`delete from event`)
  }
  const [few = 0, many = 0] = counts
  assert.ok(few > 10 && many <= few + 8, `${few} statements for one, ${many} for many`)
})

test('a notification job has at most a hundred alerts', async () => {
  const ids = await services(130)
  const watching = await simulateAnalyst(database, 0)
  await watching.reportSlot(0, reportFromAll(ids, 'error'))
  const jobs = await loadJobs<NotifyPayload>(database)
  assert.deepEqual(
    jobs.map(({ payload }) => payload.occurrences.length).sort((one, other) => one - other),
    [30, 100],
  )
  assert.equal(new Set(await loadNotifiedOccurrences(database)).size, 130)
})
