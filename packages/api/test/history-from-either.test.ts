import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs, type PackedCheck } from '@wachta/domain'
import { fillNext, type HistoryStore, HistoryUnavailableError, openHistory } from '@wachta/history'
import { computeNextRollups } from '@wachta/reporter/src/rollups.ts'
import { addPackage } from '@wachta/testing/api/accounts'
import {
  addMonitoringRevision,
  addSensors,
  addStatusChanges,
  buildCheck,
  storeAnalyses,
} from '@wachta/testing/api/history'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { type HistoryEngine, startHistoryEngine } from '@wachta/testing/history-engine'
import { sql } from 'kysely'

const days = 6
const first = Date.UTC(2026, 1, 1)
/** The first day that PostgreSQL keeps; it answers requests from the next day on. */
const keptFrom = first + 3 * dayMs
const now = new Date(first + days * dayMs + 5 * minuteMs)

let api: TestApi
let engine: HistoryEngine
let history: HistoryStore
let owner: Holder
let stranger: Holder
let service: number
let sensors: number[]

before(async () => {
  engine = await startHistoryEngine()
  history = await openHistory(engine.url)
  api = await startApi({ history })
  api.clock = now
  await addPackage(api.owner)
  ;[owner, stranger] = [await addHolder(api.owner), await addHolder(api.owner)]
  ;[service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  sensors = await addSensors(api.owner, 3)
  await addMonitoringRevision(api.owner, service, sensors, new Date(first))
  await storeAnalyses(api.owner, service, sensors, analyses())
  await addStatusChanges(api.owner, service, [
    { status: 'ok', start: new Date(first), end: new Date(first + 30 * hourMs) },
    { status: 'failure', start: new Date(first + 30 * hourMs), end: new Date(first + 31 * hourMs) },
    { status: 'ok', start: new Date(first + 31 * hourMs), end: null },
  ])
  while (await computeNextRollups(api.database, now));
  await history.prepare({ retentionDays: 7_300 })
})
after(async () => {
  await api?.[Symbol.asyncDispose]()
  await history?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
})

/** An analysis every ten minutes with every kind of check: some forced, some custom, some without a result. */
function analyses() {
  return Array.from({ length: days * 144 }, (_, place) => ({
    time: first + place * 10 * minuteMs,
    checks: sensors.flatMap((sensor, rank) => toCheck(sensor, place, rank)),
    kind: place % 41 === 7 ? ('c' as const) : place % 37 === 5 ? ('f' as const) : ('s' as const),
  }))
}

function toCheck(sensor: number, place: number, rank: number): PackedCheck[] {
  const varied = (place * 7919 + rank * 104_729) % 977
  if (varied % 31 === 0) return []
  if (varied % 29 === 0) return [buildCheck(sensor, { result: 'unknown', reason: 'overloaded', response_time: null })]
  if (varied % 17 === 0 || place % 50 === 20)
    return [buildCheck(sensor, { result: 'error', error_type_id: 7 + rank, response_time: varied, path_step: 1 })]
  const timings = varied % 5 === 0 ? {} : { lookup: varied % 7, connect: varied % 50, first_byte: varied % 90 }
  return [buildCheck(sensor, { response_time: 40 + varied, data_size: varied * 3, started: varied - 20, timings })]
}

const iso = (time: number) => new Date(time).toISOString()
const range = (from: number, to: number) => `from=${iso(from)}&to=${iso(to)}`
/** Ranges before, across and after the time from which PostgreSQL answers, some with ends within an hour. */
const ranges = [
  range(first + 90 * minuteMs, keptFrom - 7 * minuteMs),
  range(first + 90 * minuteMs, now.getTime()),
  range(first + dayMs, first + dayMs + 3 * hourMs),
  range(keptFrom + 2 * dayMs, now.getTime()),
]
const pages = ['limit=1000', 'limit=1000&sort=-time', 'limit=7&offset=301&sort=-time']
const at = first + 50 * 10 * minuteMs
const analysisId = iso(at).replaceAll(/\D/g, '').slice(2, 17)

function requests(): string[] {
  const path = `/services/${service}`
  const ranged = [
    'charts/performance',
    'charts/performance/checks',
    'charts/performance/river',
    'charts/performance/phases',
    'charts/availability',
    'history/service_level',
    'history/time_range_info',
    'history/detected_error_types',
    'history/what_if',
    'history/what_if?error_tolerance=0&start_delay=60',
  ]
  return [
    ...ranges.flatMap((one) => [
      ...ranged.map((what) => `${path}/${what}${what.includes('?') ? '&' : '?'}${one}`),
      `${path}/charts/performance?sensor_id=${sensors[1]}&${one}`,
      `${path}/charts/performance/river?sensor_id=${sensors[1]}&${one}`,
      `${path}/charts/performance/phases?sensor_id=${sensors[1]}&${one}`,
      ...pages.flatMap((page) => [`${path}/history/checks?${page}&${one}`, `${path}/history/analyses?${page}&${one}`]),
      `${path}/history/analyses?failure=true&limit=50&${one}`,
      `${path}/history/analyses?failure=false&limit=3&offset=40&${one}`,
    ]),
    `${path}/charts/performance/range`,
    ...[analysisId, '010101000000000'].flatMap((id) => [
      `${path}/history/analyses/${id}`,
      `${path}/history/analyses/${id}/checks`,
      `${path}/history/analyses/${id}/checks/${sensors[0]}`,
      `${path}/history/analyses/${id}/checks/${sensors[0]}/details`,
      `${path}/history/analyses/${id}/steps_summary`,
    ]),
    ...[1, 2, 3].map((change) => `${path}/history/status_changes/${change}/stats`),
  ]
}

async function answers(paths = requests()): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of paths) {
    const { status, text, headers } = await api.call('GET', path, { as: owner.as })
    found.set(path, `${status} ${headers['x-total-count'] ?? ''} ${text}`)
  }
  return found
}

const dropOld = () =>
  api.owner.query(sql`select drop_partitions('analysis', ${new Date(keptFrom)}::date),
  drop_partitions('analysis_amendment', ${new Date(keptFrom)}::date), drop_partitions('rollup_five_minutes', ${new Date(keptFrom)}::date)`)

test('every answer is the same, byte for byte, whether PostgreSQL or the history has the days', async () => {
  const fromPostgres = await answers()
  const successful = [...fromPostgres.values()].filter((text) => text.startsWith('200 '))
  assert.ok(successful.length > 80, `${successful.length} of ${fromPostgres.size} requests succeeded`)
  for (const [path, text] of fromPostgres) if (path.endsWith('/stats')) assert.match(text, /^200 /, path)
  while (await fillNext(api.owner, history, new Date(first + (days + 2) * dayMs)));
  await dropOld()
  const fromBoth = await answers()
  for (const [path, text] of fromPostgres) assert.equal(fromBoth.get(path)?.slice(0, 3000), text.slice(0, 3000), path)
  assert.deepEqual(fromBoth, fromPostgres)
  // Control: without the rows of the history, answers differ.
  await history.removePage({ day: first + dayMs, after: { service_id: 0, time: 0 }, through: null })
  const paths = requests().filter((path) => path.includes(ranges[0] ?? ''))
  const changed = [...(await answers(paths))].filter(([path, text]) => fromPostgres.get(path) !== text)
  assert.ok(changed.length > 12, `${changed.length} answers changed`)
})

test('the history is asked for no service that the caller may not read', async () => {
  const asked: unknown[] = []
  const watched = new Proxy(history, {
    get(target, name, receiver) {
      const member = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        asked.push(given)
        return Reflect.apply(member, target, given)
      }
    },
  })
  const context = api.interface.context as { history?: HistoryStore | undefined }
  context.history = watched
  const ofStranger = requests().filter((path) => path.includes('from='))
  for (const path of ofStranger) assert.equal((await api.call('GET', path, { as: stranger.as })).status, 404, path)
  assert.deepEqual(asked, [])
  await api.call('GET', ofStranger[0] ?? '', { as: owner.as })
  context.history = history
})

test('while the history does not answer, requests for old days say so, and others succeed', async () => {
  await using gone = await openHistory('http://127.0.0.1:9')
  await assert.rejects(gone.ping(), HistoryUnavailableError)
  await using other = await startApi({ history: gone })
  await addPackage(other.owner)
  const holder = await addHolder(other.owner)
  const [own = 0] = await addServices(other.owner, await addGroup(other.owner, holder), 1)
  other.clock = now
  await other.owner.query(
    sql`insert into history_progress values (true, ${new Date(first)}, ${new Date(keptFrom)}, 0, ${new Date(0)})`,
  )
  const ask = (of: string) => other.call('GET', `/services/${own}/history/analyses?${of}`, { as: holder.as })
  const old = await ask(ranges[0] ?? '')
  assert.equal(old.status, 503)
  assert.equal(old.body[0].error, 'unavailable')
  assert.equal((await ask(ranges[3] ?? '')).status, 200)
})
