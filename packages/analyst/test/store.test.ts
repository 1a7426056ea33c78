import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CheckReport } from '@wachta/bus'
import type { Database } from '@wachta/database'
import {
  advanceState,
  type CheckResult,
  createInitialState,
  findRevisionInForce,
  judgeSlot,
  listSlots,
  type Revision,
  unpackChecks,
} from '@wachta/domain'
import {
  addMonitoredServices,
  addRevision,
  createDyingDatabase,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createBatch, createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { createInitialCurrentState, createSlotAggregator, createStore, FencedError, loadShard } from '../src/index.ts'
import { fence } from '../src/store/fenced.ts'
import { writeServiceStates } from '../src/store/write-service-statuses.ts'

const second = 1000
const minute = 60 * second
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

interface Message {
  readonly at: number
  readonly stream: 'live' | 'backlog'
  readonly sequence: number
  readonly first: number
  readonly reports: readonly CheckReport[]
}

/** Runs an analyst of the shard from its takeover until it has read all messages, or until it dies. */
async function serve(db: Database, shard: number, messages: readonly Message[], until: number): Promise<void> {
  const lease = await takeLease(database, shard)
  const { services, currentStates, caughtUpIds, watermarks, positions } = await loadShard(database, shard)
  const read = new Map(positions.map(({ stream, sequence }) => [stream, sequence]))
  const unread = messages.filter(({ stream, sequence }) => sequence > (read.get(streams[stream].name) ?? 0))
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services, watermarks })
  const store = createStore({ database: db, ...lease, currentStates, caughtUpIds, streams })
  const step = async (now: number) => {
    await store.commit({ ...aggregator.close(now), now })
    await store.flush()
  }
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  for (const [index, { at, stream, sequence, first, reports }] of unread.entries()) {
    aggregator.take(createBatch(first, reports), { stream, sequence, now: at })
    if (index % 3 === 0) await step(at)
  }
  await step(until)
}

const fractions = { cumulative_layout_shift: 0.123 }

/** The reports of ten minutes: some late, some sent twice, some missing, some with errors. */
function story(service_ids: readonly number[], one: Revision): Message[] {
  const said: (Omit<Message, 'sequence' | 'first'> & { readonly sensor: number })[] = []
  const results: CheckResult[] = ['ok', 'ok', 'error', 'error', 'unknown']
  let count = 0
  for (const service_id of service_ids)
    for (const slot of listSlots(one, start, start + 10 * minute))
      for (const sensor_id of one.sensor_ids) {
        count += 1
        if (count % 7 === 0) continue
        const result = results[Math.floor(count / 4) % results.length] ?? 'ok'
        const isTold = result === 'error' && count % 3 === 0
        const words = isTold ? { error_message: `no answer ${count}`, metrics: fractions } : null
        const reports = [
          createCheckReport({ service_id, slot, sensor_id, result, words, revision: one.revision, started: count }),
        ]
        const isLate = count % 5 === 0
        said.push({
          at: slot + (isLate ? 4 * minute : 5 * second),
          stream: isLate ? 'backlog' : 'live',
          reports,
          sensor: sensor_id,
        })
        if (count % 11 === 0) said.push({ at: slot + 6 * minute, stream: 'backlog', reports, sensor: sensor_id })
      }
  const sequences = { live: 0, backlog: 0 }
  const firsts = new Map<number, number>()
  return said
    .toSorted((a, b) => a.at - b.at)
    .map(({ sensor, ...message }) => {
      sequences[message.stream] += 1
      const first = (firsts.get(sensor) ?? 0) + 1
      firsts.set(sensor, first)
      return { ...message, sequence: sequences[message.stream], first }
    })
}

/** The expected state: the pure rules applied to all messages. */
function truth(
  service_ids: readonly number[],
  revisions: readonly Revision[],
  messages: readonly Message[],
  until: number,
) {
  const reports = messages.flatMap((message) => message.reports)
  return service_ids.map((service_id) => {
    const slots = revisions.flatMap((one) => listSlots(one, start, until - 24 * second)).toSorted((a, b) => a - b)
    let state = createInitialState(start)
    const changes: string[] = []
    const analyses = slots.map((slot) => {
      const { sensor_ids: expected = [], error_tolerance = 0 } = findRevisionInForce(revisions, new Date(slot)) ?? {}
      const said = reports.filter((one) => one.service_id === service_id && one.slot === slot)
      const results = new Map(said.map(({ sensor_id, result }) => [sensor_id, result]))
      const verdict = judgeSlot({ expected, results, error_tolerance })
      const { state: next, change } = advanceState(state, { slot, ...verdict })
      state = next
      if (change) changes.push(`${change.to} ${slot - start}`)
      const checks = expected.map((sensor) => results.get(sensor) ?? 'no_answer')
      return `${slot - start} ${verdict.ok_checks_count} ${verdict.error_checks_count} ${verdict.failure} ${checks.join(' ')}`
    })
    return { service_id, analyses, changes, state }
  })
}

/** The stored state, in the same form. */
async function stored(service_ids: readonly number[]) {
  return Promise.all(
    service_ids.map(async (service_id) => {
      const rows = await database.query(sql<{
        time: Date
        ok: number
        error: number
        failure: boolean
        checks: Buffer
      }>`select time,
  ok_checks_count as ok, error_checks_count as error, failure, checks from analysis where service_id = ${service_id} and kind <> 'c' order by time`)
      const changes = await database.query(sql<{
        status: string
        start_time: Date
        end_time: Date | null
      }>`select status, start_time, end_time
from status_change where service_id = ${service_id} order by start_time`)
      const [state] = await database.query(sql<
        Record<'since' | 'last_time' | 'last_ok_time' | 'last_error_time', Date | null> & { status: string }
      >`select *
from service_state where service_id = ${service_id}`)
      for (const [index, { end_time }] of changes.entries())
        assert.deepEqual(end_time, changes[index + 1]?.start_time ?? null)
      return {
        service_id,
        analyses: rows.map(({ time, ok, error, failure, checks }) => {
          const said = unpackChecks(checks).map(({ result, reason }) => (reason === 'no_answer' ? reason : result))
          return `${time.getTime() - start} ${ok} ${error} ${failure} ${said.join(' ')}`
        }),
        changes: changes.map(({ status, start_time }) => `${status} ${start_time.getTime() - start}`),
        state: {
          status: state?.status,
          since: state?.since?.getTime(),
          last_slot: state?.last_time?.getTime() ?? null,
          last_ok: state?.last_ok_time?.getTime() ?? null,
          last_error: state?.last_error_time?.getTime() ?? null,
        },
      }
    }),
  )
}

const until = start + 20 * minute
const quick = createServiceRevision({ interval_ms: 30 * second, sensor_ids: [1, 2, 3] })

test('analyses and statuses follow from all results, including late and repeated ones', async () => {
  const ids = listShardIds(0, 3)
  await addMonitoredServices(database, ids, [quick])
  const messages = story(ids, quick)
  await serve(database, 0, messages, until)
  const wanted = truth(ids, [quick], messages, until)
  assert.ok(
    wanted.some(({ changes }) => changes.length > 2),
    'the story has something to tell',
  )
  assert.deepEqual(await stored(ids), wanted)
  const [due] = await database.query(
    sql<{ count: number }>`select count(*) from rollup_due where service_id = any(${ids})`,
  )
  const [amended] = await database.query(
    sql<{ count: number }>`select count(*) from analysis_amendment where service_id = any(${ids})`,
  )
  assert.ok((due?.count ?? 0) > 0 && (amended?.count ?? 0) > 0)
  const [detail] = await database.query(
    sql<{ count: number }>`select count(*) from check_detail where service_id = any(${ids})`,
  )
  const words = new Set(
    messages
      .flatMap(({ reports }) => reports)
      .filter(({ words }) => words)
      .map(({ service_id, slot, sensor_id }) => `${service_id} ${slot} ${sensor_id}`),
  )
  assert.equal(detail?.count, words.size)
  const metrics = await database.query(sql`select distinct metrics from check_detail where service_id = any(${ids})`)
  assert.deepEqual(metrics, [{ metrics: fractions }])

  const before = await everything()
  await database.query(sql`delete from stream_position`)
  await serve(database, 0, messages, until)
  await serve(database, 0, messages, until)
  assert.deepEqual(await everything(), before, 'all of it once more, twice, changes nothing')
})

/** Everything that a replay must not change. */
async function everything(): Promise<unknown> {
  const tables = [
    'analysis',
    'check_detail',
    'status_change',
    'service_state',
    'stray_count',
    'dead_letter',
    'rollup_due',
  ]
  const rows = tables.map((table) => database.query(sql`select * from ${sql.table(table)} order by 1, 2`))
  return JSON.stringify(await Promise.all(rows))
}

test('an analyst that dies between any two statements leaves no partial commit', { timeout: 60_000 }, async () => {
  const ids = listShardIds(1, 1)
  const messages = story(ids, quick)
  const wanted = truth(ids, [quick], messages, until)
  let isDead = true
  for (let statement = 1; isDead; statement += statement < 40 ? 3 : 61) {
    await database.query(sql`delete from service where id = any(${ids})`)
    await database.query(sql`delete from service_revision where service_id = any(${ids})`)
    await database.query(sql`delete from analysis where service_id = any(${ids})`)
    await database.query(sql`delete from stream_position where vp_group = 1`)
    await database.query(sql`delete from sensor_watermark where vp_group = 1`)
    await addMonitoredServices(database, ids, [quick])
    const dying = createDyingDatabase(database, statement)
    await serve(dying, 1, messages, until).catch(() => undefined)
    isDead = dying.isDead
    await serve(database, 1, messages, until)
    assert.deepEqual(await stored(ids), wanted, `killed before statement ${statement}`)
  }
})

test('an analyst that lost its shard writes nothing', async () => {
  const [id = 0] = listShardIds(2, 1)
  await addMonitoredServices(database, [id])
  const lease = await takeLease(database, 2)
  const { services, currentStates } = await loadShard(database, 2)
  const zombie = createStore({ database, ...lease, currentStates, streams })
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services })
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  const closing = aggregator.close(start + 5 * minute)
  assert.ok(closing.steps.length > 0)
  const another = await takeLease(database, 2, 'another')
  await assert.rejects(zombie.commit({ ...closing, now: start }), FencedError)
  assert.deepEqual((await stored([id]))[0]?.analyses, [])
  const fresh = createStore({ database, ...another, currentStates, streams })
  await fresh.commit({ ...closing, now: start })
  assert.equal((await stored([id]))[0]?.analyses.length, 5)
})

test('pauses and resumptions are stored as status changes and published', async () => {
  const [id = 0] = listShardIds(3, 1)
  const one = createServiceRevision({ sensor_ids: [1] })
  await addMonitoredServices(database, [id], [one])
  const say = (slot: number, sequence: number, result: CheckResult, number = 1): Message => ({
    at: start + slot * minute + second,
    stream: 'live',
    sequence,
    first: sequence,
    reports: [
      createCheckReport({ service_id: id, slot: start + slot * minute, sensor_id: 1, result, revision: number }),
    ],
  })
  const published = async () =>
    (await database.query(sql<{ status: string }>`select status from service where id = ${id}`))[0]?.status
  const spoken = [say(0, 1, 'ok'), say(1, 2, 'error')]
  await serve(database, 3, spoken, start + minute + 5 * second)
  assert.equal(await published(), 'failure')
  const pause = new Date(start + 2 * minute - second)
  await addRevision(database, [id], { ...one, revision: 2, is_active: false, effective_from: pause })
  await serve(database, 3, spoken, start + 3 * minute)
  assert.equal(await published(), 'paused')
  await addRevision(database, [id], { ...one, revision: 3, effective_from: new Date(start + 4 * minute) })
  await serve(database, 3, [...spoken, say(5, 3, 'ok', 3)], start + 5 * minute + 30 * second)
  const [{ changes, state } = { changes: [], state: { status: '' } }] = await stored([id])
  const at = (count: number) => count * minute
  assert.deepEqual(changes, [`ok 0`, `failure ${at(1)}`, `paused ${at(2) - second}`, `unknown ${at(4)}`, `ok ${at(5)}`])
  assert.deepEqual([state.status, await published()], ['ok', 'ok'])
})

test('a late result for an old slot leaves unchanged statuses untouched', async () => {
  const [id = 0] = listShardIds(4, 1)
  await addMonitoredServices(database, [id], [createServiceRevision({ sensor_ids: [1, 2] })])
  const say = (sensor_id: number, sequence: number, said: readonly [slot: number, result: CheckResult][]): Message => ({
    at: start + 10 * minute,
    stream: sensor_id === 1 ? 'live' : 'backlog',
    sequence,
    first: sequence,
    reports: said.map(([slot, result]) =>
      createCheckReport({ service_id: id, slot: start + slot * minute, sensor_id, result }),
    ),
  })
  // One of two sensors is a quorum, so each decides alone.
  const first = say(1, 1, [
    [0, 'ok'],
    [4, 'error'],
    [6, 'ok'],
  ])
  await serve(database, 4, [first], start + 10 * minute)
  await database.query(sql`update status_change set description = 'seen' where service_id = ${id}`)
  const later = say(2, 1, [
    [2, 'error'],
    [3, 'ok'],
  ])
  await serve(database, 4, [first, later], start + 10 * minute)
  const rows = await database.query(sql<{
    status: string
    start_time: Date
    description: string
  }>`select status, start_time, description
from status_change where service_id = ${id} order by start_time`)
  assert.deepEqual(
    rows.map(({ status, start_time, description }) => [status, (start_time.getTime() - start) / minute, description]),
    [
      ['ok', 0, 'seen'],
      ['failure', 2, ''],
      ['ok', 3, ''],
      ['failure', 4, 'seen'],
      ['ok', 6, 'seen'],
    ],
  )
})

test('a late result that shows that a failure began earlier changes the published start of the failure', async () => {
  const [id = 0] = listShardIds(2, 1, 60_000)
  await addMonitoredServices(database, [id], [createServiceRevision({ sensor_ids: [1, 2] })])
  const say = (sensor_id: number, said: readonly [slot: number, result: CheckResult][]): Message => ({
    ...{ at: start + 10 * minute, stream: sensor_id === 1 ? 'live' : 'backlog', sequence: 1, first: 1 },
    reports: said.map(([slot, result]) =>
      createCheckReport({ service_id: id, slot: start + slot * minute, sensor_id, result }),
    ),
  })
  const published = async () => {
    const rows = await database.query(sql<{ status: string; minutes: number }>`select status,
  (extract(epoch from since - ${new Date(start)}) / 60)::float8 as minutes from service_status_record where id = ${id}`)
    return rows.map(({ status, minutes }) => `${status} ${minutes}`)
  }
  const first = say(1, [
    [0, 'ok'],
    [4, 'error'],
  ])
  await serve(database, 2, [first], start + 10 * minute)
  assert.deepEqual(await published(), ['failure 4'])
  await serve(database, 2, [first, say(2, [[2, 'error']])], start + 10 * minute)
  assert.deepEqual(await published(), ['failure 2'])
})

test('a flush after a commit never restores an older status', async () => {
  const [id = 0] = listShardIds(7, 1, 50_000)
  await addMonitoredServices(database, [id])
  const currentState = (status: 'ok' | 'failure', since: number) => {
    const initial = createInitialCurrentState(since)
    return new Map([[id, { ...initial, state: { ...initial.state, status } }]])
  }
  const stored = async () => {
    const [row] = await database.query(
      sql<{ status: string }>`select status from service_state where service_id = ${id}`,
    )
    return row?.status
  }
  const outdated = { mayBeOutdated: true }
  await database.transaction((tx) => writeServiceStates(tx, currentState('failure', start), outdated))
  assert.equal(await stored(), 'failure', 'the first state is stored in any case')
  await database.transaction((tx) => writeServiceStates(tx, currentState('ok', start + minute)))
  await database.transaction((tx) => writeServiceStates(tx, currentState('failure', start), outdated))
  assert.equal(await stored(), 'ok')
})

/** A service that is ok, is paused after a minute and a half, and is resumed at the time of a slot. */
async function resumedAtSlot(shard: number) {
  const [id = 0] = listShardIds(shard, 1)
  const one = createServiceRevision({ sensor_ids: [1, 2] })
  await addMonitoredServices(database, [id], [one])
  const again = { ...one, revision: 3, effective_from: new Date(start + 4 * minute) }
  await addRevision(database, [id], {
    ...one,
    revision: 2,
    is_active: false,
    effective_from: new Date(start + 90 * second),
  })
  await addRevision(database, [id], again)
  const say = (slot: number, sensor_id: number, result: CheckResult, more: Partial<Message> = {}): Message => ({
    at: start + slot * minute + second,
    stream: sensor_id === 1 ? 'live' : 'backlog',
    sequence: slot + 1,
    first: slot + 1,
    reports: [
      createCheckReport({
        service_id: id,
        slot: start + slot * minute,
        sensor_id,
        result,
        revision: slot < 4 ? 1 : again.revision,
      }),
    ],
    ...more,
  })
  return { id, say }
}

test('a service that is resumed at the time of a slot has the status of that slot', async () => {
  const { id, say } = await resumedAtSlot(5)
  const spoken = [say(0, 1, 'ok'), say(4, 1, 'error')]
  await serve(database, 5, spoken, start + 5 * minute)
  const [atOnce] = await stored([id])
  assert.deepEqual(atOnce?.changes, ['ok 0', `paused ${90 * second}`, `failure ${4 * minute}`])
  assert.equal(atOnce?.state.status, 'failure')
  // The other sensor reports late, with a different result.
  await serve(database, 5, [...spoken, say(4, 2, 'ok', { at: start + 6 * minute, first: 1 })], start + 6 * minute)
  const [later] = await stored([id])
  assert.deepEqual(later?.changes, ['ok 0', `paused ${90 * second}`, `ok ${4 * minute}`])
  assert.equal(later?.state.status, 'ok')
})

test('the same if the resumption and the slot are written one after the other', async () => {
  const { id, say } = await resumedAtSlot(6)
  await serve(database, 6, [say(0, 1, 'ok')], start + 4 * minute)
  assert.deepEqual((await stored([id]))[0]?.changes, ['ok 0', `paused ${90 * second}`, `unknown ${4 * minute}`])
  await serve(database, 6, [say(0, 1, 'ok'), say(4, 1, 'error')], start + 5 * minute)
  assert.deepEqual((await stored([id]))[0]?.changes, ['ok 0', `paused ${90 * second}`, `failure ${4 * minute}`])
})

test('a forced analysis does not end a pause', async () => {
  const [id = 0] = listShardIds(7, 1)
  const one = createServiceRevision({ sensor_ids: [1] })
  await addMonitoredServices(database, [id], [one])
  const pause = new Date(start + 90 * second)
  await addRevision(database, [id], { ...one, revision: 2, is_active: false, effective_from: pause })
  const lease = await takeLease(database, 7)
  const { services, currentStates } = await loadShard(database, 7)
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services })
  const store = createStore({ database, ...lease, currentStates, streams })
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  const say = (slot: number, sequence: number, number: number, result: CheckResult) =>
    aggregator.take(
      createBatch(sequence, [createCheckReport({ service_id: id, slot, sensor_id: 1, result, revision: number })]),
      {
        stream: 'live',
        sequence,
        now: slot + second,
      },
    )
  const asked = start + 3 * minute + 1
  say(start, 1, 1, 'ok')
  say(start + minute, 2, 1, 'ok')
  await store.commit({ ...aggregator.close(start + 2 * minute), now: start + 2 * minute })
  aggregator.force({
    ...{ service_id: id, slot: asked, kind: 'f', revision: 2, sensor_ids: [1] },
    ...{ error_tolerance: 51, deadline: asked + minute },
  })
  say(asked, 3, 2, 'error')
  await store.commit({ ...aggregator.close(asked + second), now: asked + second })
  const [{ analyses, changes } = { analyses: [], changes: [] }] = await stored([id])
  assert.equal(analyses.length, 3)
  assert.deepEqual(changes, ['ok 0', `paused ${90 * second}`])
})

test('a takeover stores the newest state even if no slot follows', async () => {
  const id = listShardIds(6, 40).at(-1) ?? 0
  const lastSlot = start + 2 * minute
  const one = createServiceRevision({ sensor_ids: [1], effective_to: new Date(lastSlot + 1) })
  await addMonitoredServices(database, [id], [one])
  const messages = [start, start + minute, lastSlot].map((slot, index) => ({
    ...{ at: slot + second, stream: 'live' as const, sequence: index + 1, first: index + 1 },
    reports: [createCheckReport({ service_id: id, slot, sensor_id: 1 })],
  }))
  await serve(database, 6, messages, lastSlot + 2 * second)
  // As if the analyst had died after its last commit, before it wrote the state.
  await database.query(sql`update service_state set last_time = ${new Date(start)} where service_id = ${id}`)
  await serve(database, 6, [], lastSlot + minute)
  const [row] = await database.query(
    sql<{ last_time: Date }>`select last_time from service_state where service_id = ${id}`,
  )
  assert.equal(row?.last_time.getTime(), lastSlot)
})

test('transactions concurrent with commits never find the database behind', async () => {
  const lease = await takeLease(database, 3)
  const { currentStates } = await loadShard(database, 3)
  const store = createStore({ database, ...lease, currentStates, streams })
  const before = lease.counter.commits
  const nothing = {
    steps: [],
    late: [],
    decisions: [],
    positions: {},
    watermarks: [],
    forgotten: [],
    strays: [],
    deadLetters: [],
  }
  const beside = async () => {
    for (let times = 0; times < 300; times += 1) await database.transaction((tx) => fence(tx, lease))
  }
  const commits = async () => {
    for (let times = 0; times < 300; times += 1) await store.commit({ ...nothing, now: start })
  }
  await Promise.all([commits(), beside(), beside(), beside()])
  assert.equal(lease.counter.commits, before + 300)
})
