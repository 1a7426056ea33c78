import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '@wachta/domain'
import { type History, type HistoryStore, openHistory, readFillProgress } from '@wachta/history'
import { buildDocument, generateAnalysesCsv, generateChecksCsv, type ReportOrder } from '@wachta/report'
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
import { extendRetention, keepFilling, openFilledHistory } from '../src/fill-history.ts'
import { dropPartitions } from '../src/partitions.ts'
import { computeNextRollups } from '../src/rollups.ts'

const days = 8
const first = Date.UTC(2026, 1, 1)
const now = new Date(first + days * dayMs)
const retention = { analyses: 3, details: 3, artifacts: 3 }

let api: TestApi
let engine: HistoryEngine
let history: HistoryStore
let owner: Holder
let fromPostgres: string[]

before(async () => {
  ;[api, engine] = await Promise.all([startApi(), startHistoryEngine()])
  history = await openHistory(engine.url)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  const services = await addServices(api.owner, await addGroup(api.owner, owner), 2)
  const sensors = await addSensors(api.owner, 2)
  for (const service of services) {
    await addMonitoringRevision(api.owner, service, sensors, new Date(first))
    const analyses = Array.from({ length: days * 144 }, (_, place) => ({
      time: first + place * 10 * minuteMs,
      checks: sensors.map((sensor, rank) =>
        (place + rank) % 13 === 0
          ? buildCheck(sensor, { result: 'error', error_type_id: 7, response_time: null })
          : buildCheck(sensor, { response_time: 50 + ((place * 7919 + rank * 31 + service) % 977) }),
      ),
    }))
    await storeAnalyses(api.owner, service, sensors, analyses)
    await addStatusChanges(api.owner, service, [{ status: 'ok', start: new Date(first), end: null }])
    await api.owner.query(sql`update service set created_at = ${new Date(first)} where id = ${service}`)
  }
  while (await computeNextRollups(api.database, now));
  fromPostgres = await makeReports(undefined)
})
after(async () => {
  await history?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})

const oldestDay = async () =>
  (
    await api.owner.query(sql<{ day: string }>`select min(right(c.relname, 8)) as day from pg_inherits i
join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass`)
  )[0]?.day

const fill = (at: Date) =>
  keepFilling({
    database: api.database,
    history,
    retentionDays: 7_300,
    stopping: new AbortController().signal,
    now: () => at,
  })

const order = (time_zone_id: string): ReportOrder => ({
  id: 1,
  owner_id: owner.id,
  template_id: 1,
  from: first + 5 * hourMs,
  to: first + 4 * dayMs + 30 * minuteMs,
  template: {
    name: 'Report',
    title: '',
    introduction: '',
    language_id: 'en',
    time_zone_id,
    section_ids: [],
    attachment_type_ids: ['analyses_csv', 'checks_csv'],
    accounting_method: { unknown: true, paused: true, suspended: true, corrected: true, business_hours: [] },
    service_level_target: null,
    scope: { all_services: true, group_ids: [], service_ids: [] },
    tags: [],
    email_subject: '',
    email_body: '',
    recipients: [],
    delivery: 'link',
  },
})

async function makeReports(of: History | undefined): Promise<string[]> {
  const source = { db: api.database, history: of }
  const made: string[] = []
  for (const zone of ['europe_warsaw', 'asia_kolkata']) {
    const document = await buildDocument(source, order(zone), now)
    const lines = [...(await Array.fromAsync(generateAnalysesCsv(source, document)))]
    lines.push(...(await Array.fromAsync(generateChecksCsv(source, document))))
    made.push(JSON.stringify(document), lines.join(''))
  }
  return made
}

test('days that are not in the history are kept, however old they are', async () => {
  const drop = async () =>
    dropPartitions(api.database, { retention: await extendRetention(api.database, retention, now) }, now)
  await drop()
  assert.equal(await oldestDay(), '20260201')
  await fill(new Date(first + 4 * dayMs))
  assert.equal((await readFillProgress(api.database))?.day, first + 2 * dayMs)
  await drop()
  assert.equal(await oldestDay(), '20260203')
  assert.deepEqual(await extendRetention(api.database, { ...retention, analyses: 90 }, now), {
    ...retention,
    analyses: 90,
  })
})

test('a history that would delete days before PostgreSQL does is refused', async () => {
  const settings = { HISTORY_URL: engine.url, RETENTION_ANALYSES_DAYS: 397 }
  await assert.rejects(openFilledHistory({ ...settings, RETENTION_HISTORY_DAYS: 400 }), /RETENTION_HISTORY_DAYS is 400/)
  await using opened = await openFilledHistory({ ...settings, RETENTION_HISTORY_DAYS: 428 })
  await opened?.ping()
  assert.equal(await openFilledHistory({ RETENTION_ANALYSES_DAYS: 397, RETENTION_HISTORY_DAYS: 30 }), undefined)
})

test('a report has the same figures and files, whether PostgreSQL or the history has its days', async () => {
  await fill(now)
  const kept = await extendRetention(api.database, retention, now)
  await dropPartitions(api.database, { retention: kept }, now)
  assert.equal(await oldestDay(), '20260206')
  assert.ok((fromPostgres[1]?.length ?? 0) > 10_000)
  assert.deepEqual(await makeReports(history), fromPostgres)
  for (const [index, report] of (await makeReports(undefined)).entries())
    assert.notEqual(report, fromPostgres[index], 'control: the days count')
})
