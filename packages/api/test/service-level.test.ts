import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  computeAccountedSeconds,
  computeOutageFigures,
  computeServiceLevel,
  listAccountedIntervals,
  type ServiceHistory,
  type ServiceStatus,
} from '@wachta/domain'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import fc from 'fast-check'
import { sql } from 'kysely'

const hour = 3_600_000
const to = Date.UTC(2026, 2, 30)
const from = to - 48 * hour
const query = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`

let api: TestApi
let owner: Holder
let service: number

before(async () => {
  api = await startApi()
  api.clock = new Date(to + hour)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  ;[service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
})
after(() => api[Symbol.asyncDispose]())

interface GeneratedHistory {
  readonly changes: readonly { status: ServiceStatus; start: number; end: number }[]
  readonly corrections: readonly { status: ServiceStatus; start: number; end: number }[]
  readonly suspensions: readonly { start: number; end: number; only_notifications: boolean }[]
  readonly weekly: readonly { start_minute: number; end_minute: number; only_notifications: boolean }[]
}

const instant = fc.integer({ min: from - 5 * hour, max: to + 5 * hour })
const span = fc
  .tuple(instant, fc.integer({ min: 1, max: 20 * hour }))
  .map(([start, length]) => ({ start, end: start + length }))
const status = fc.constantFrom<ServiceStatus>('ok', 'failure', 'unknown', 'paused')

/** Consecutive statuses, with occasional gaps. */
const statuses = fc
  .array(fc.record({ status, length: fc.integer({ min: 1, max: 9 * hour }), gap: fc.constantFrom(0, 0, 0, hour) }), {
    maxLength: 12,
  })
  .map((pieces) => {
    let end = from - 3 * hour
    return pieces.map(({ status: of, length, gap }) => {
      const start = end + gap
      end = start + length
      return { status: of, start, end }
    })
  })

const generated: fc.Arbitrary<GeneratedHistory> = fc.record({
  changes: statuses,
  corrections: fc.array(
    fc
      .tuple(span, fc.constantFrom<ServiceStatus>('ok', 'failure', 'paused'))
      .map(([of, imposed]) => ({ ...of, status: imposed })),
    { maxLength: 5 },
  ),
  suspensions: fc.array(
    fc.tuple(span, fc.boolean()).map(([of, only_notifications]) => ({ ...of, only_notifications })),
    { maxLength: 3 },
  ),
  weekly: fc.array(
    fc.record({ start_minute: fc.nat(10_079), end_minute: fc.nat(10_079), only_notifications: fc.boolean() }),
    { maxLength: 2 },
  ),
})

async function store({ changes, corrections, suspensions, weekly }: GeneratedHistory): Promise<void> {
  const db = api.owner
  const versions = ['suspension_version', 'weekly_suspension_version']
  for (const table of ['status_change', 'correction', 'suspension', 'weekly_suspension', ...versions])
    await db.query(sql`delete from ${sql.table(table)}`)
  const at = (time: number) => new Date(time)
  for (const [place, one] of changes.entries())
    await db.query(sql`insert into status_change (service_id, status, start_time, end_time)
values (${service}, ${one.status}, ${at(one.start)}, ${place === changes.length - 1 ? null : at(one.end)})`)
  for (const [place, one] of corrections.entries())
    await db.query(sql`insert into correction (service_id, status, start_time, end_time, created_at)
values (${service}, ${one.status}, ${at(one.start)}, ${at(one.end)}, ${at(to + place * 1000)})`)
  for (const one of suspensions)
    await db.query(sql`insert into suspension (service_id, start_time, end_time, only_notifications)
values (${service}, ${at(one.start)}, ${at(one.end)}, ${one.only_notifications})`)
  for (const one of weekly)
    await db.query(sql`insert into weekly_suspension (service_id, start_minute, end_minute, only_notifications)
values (${service}, ${one.start_minute}, ${one.end_minute}, ${one.only_notifications})`)
  // A suspension counts from its creation, so these get a creation time long ago.
  await db.query(sql`delete from suspension_version`)
  await db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications)
select id, service_id, '-infinity', start_time, end_time, only_notifications from suspension`)
  await db.query(sql`update weekly_suspension_version set valid_from = '-infinity'`)
}

/** The same history, without a database. */
function historyOf({ changes, corrections, suspensions, weekly }: GeneratedHistory): ServiceHistory {
  const minute = (of: number) => ({
    day_of_week: Math.floor(of / 1440) + 1,
    hour: Math.floor((of % 1440) / 60),
    minute: of % 60,
  })
  return {
    from,
    to,
    raw: changes.map((one, place) => (place === changes.length - 1 ? { ...one, end: Number.MAX_SAFE_INTEGER } : one)),
    corrections: corrections.map((one, place) => ({ ...one, id: place, created_at: to + place * 1000 })),
    suspensions: {
      oneOff: suspensions,
      weekly: weekly.map((one) => ({
        only_notifications: one.only_notifications,
        start_minute: minute(one.start_minute),
        end_minute: minute(one.end_minute),
      })),
    },
    zone: 'Europe/Warsaw',
    method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  }
}

const get = async (path: string) => {
  const reply = await api.call('GET', `/services/${service}/${path}?${query}`, { as: owner.as })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('the service level is what the rules make of the stored history, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(generated, async (history) => {
      await store(history)
      const { from: start, to: end, ...figures } = computeServiceLevel(historyOf(history))
      const counted = computeAccountedSeconds(historyOf(history))
      const { from: shownFrom, to: shownTo, ...shown } = await get('history/service_level')
      assert.deepEqual(shown, {
        ...figures,
        counted_ok_seconds: counted.ok_seconds,
        counted_not_ok_seconds: counted.not_ok_seconds,
        ...computeOutageFigures(listAccountedIntervals(historyOf(history))),
        error_budget: null,
      })
      assert.deepEqual([Date.parse(shownFrom), Date.parse(shownTo)], [start, end])
    }),
    { numRuns: 30 },
  )
})

test('control: the same history without its corrections, or in another zone, comes to something else', async () => {
  const histories = fc.sample(generated, { numRuns: 60, seed: 4 })
  const level = (history: ServiceHistory) => {
    const { raw_service_level: _, ...figures } = computeServiceLevel(history)
    return JSON.stringify(figures)
  }
  const differs = (change: (history: ServiceHistory) => ServiceHistory) =>
    histories.map(historyOf).filter((history) => level(change(history)) !== level(history)).length
  assert.ok(differs((history) => ({ ...history, corrections: [] })) > 5)
  assert.ok(differs((history) => ({ ...history, zone: 'Asia/Tokyo' })) > 5)
})

test('the points of the availability chart add up to the service level', async () => {
  const names = ['ok_seconds', 'failure_seconds', 'paused_seconds', 'unknown_seconds'] as const
  for (const history of fc.sample(generated, { numRuns: 10, seed: 5 })) {
    await store(history)
    const chart = await get('charts/availability')
    assert.equal(chart.aggregation, 'five_minutes')
    assert.equal(chart.points.length, 576)
    const whole = await get('history/service_level')
    for (const name of names) {
      const total = chart.points.reduce((sum: number, point: Record<string, number>) => sum + (point[name] ?? 0), 0)
      assert.equal(total, whole[name], name)
    }
  }
})

test('while it was not watched a service was paused, and what lies ahead is left out', async () => {
  await store({ changes: [{ status: 'ok', start: from, end: to }], corrections: [], suspensions: [], weekly: [] })
  const revision = (number: number, active: boolean, start: number, end: number | null) =>
    api.owner.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, effective_to, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select id, ${number}, owner_id, group_id, type_id, ${new Date(start)}, ${end === null ? null : new Date(end)}, ${active}, 60000, 0, 1, 1, 51, '{1}', 1
from service where id = ${service}`)
  await revision(1, true, from, to - 2 * hour)
  await revision(2, false, to - 2 * hour, to - hour)
  await revision(3, true, to - hour, null)
  const { ok_seconds, paused_seconds } = await get('history/service_level')
  assert.deepEqual([ok_seconds, paused_seconds], [47 * 3600, 3600])
  api.clock = new Date(from + hour)
  const early = await get('history/service_level')
  assert.deepEqual([early.ok_seconds, early.to], [3600, new Date(from + hour).toISOString().replace('.000Z', 'Z')])
  assert.equal((await get('charts/availability')).points.length, 12)
})
