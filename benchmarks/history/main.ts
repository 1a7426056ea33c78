import assert from 'node:assert/strict'
import { dayMs, hourMs, minuteMs } from '@wachta/domain'
import { fillNext, type HistoryStore, openHistory, type RecordSource } from '@wachta/history'
import { buildDocument, generateAnalysesCsv, generateChecksCsv } from '@wachta/report'
import { computeNextRollups } from '@wachta/reporter/src/rollups.ts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { startHistoryEngine } from '@wachta/testing/history-engine'
import { sql } from 'kysely'
import { median } from '../support/measure.ts'
import { parseBenchOptions } from '../support/options.ts'
import { measureEngine } from './engine-size.ts'
import { days, monthStart, orderReport, recordMonth } from './month.ts'

/** The maximum disk usage of a check in ClickHouse, including its share of the analysis. */
const goalBytes = 10

/**
 * Stores thirty days of checks, every minute from five sensors, first in PostgreSQL and then in the history. Measures
 * their size, and the time of a chart and of a report from either. Returns false if any answer differs, or if a check
 * takes more space than the goal.
 */
export async function run(args: string[]): Promise<boolean> {
  const { services, rounds } = parseBenchOptions(args, {
    services: { defaultValue: 5, minimum: 1 },
    rounds: { defaultValue: 7, minimum: 1 },
  })
  await using engine = await startHistoryEngine()
  await using history = await openHistory(engine.url)
  await using api = await startApi({ history })
  const now = new Date(monthStart + (days + 3) * dayMs)
  api.clock = now
  const { owner, ids, checks } = await recordMonth(api.owner, services)
  while (await computeNextRollups(api.database, now));
  await api.owner.query(sql`vacuum analyze`)
  const subject: Subject = { api, history, owner, service: ids[0] ?? 0, rounds, now }

  const postgres = { bytes: (await measurePostgres(api)) / checks, ...(await measureAnswers(subject)) }
  const started = performance.now()
  await history.prepare({ retentionDays: 7_300 })
  while (await fillNext(api.owner, history, now));
  const filledPerSecond = (checks * 1000) / (performance.now() - started)
  await api.owner.query(sql`select drop_partitions(p, ${new Date(monthStart + days * dayMs)}::date)
from unnest('{analysis,analysis_amendment,rollup_five_minutes}'::text[]) p`)
  const [remaining] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from analysis`)
  assert.equal(remaining?.count, 0, 'PostgreSQL has none of them any more')
  const clickHouse = { bytes: (await measureEngine(engine.url)) / checks, ...(await measureAnswers(subject)) }

  const comparisons = postgres.texts.map((text, index) => text === clickHouse.texts[index])
  console.log(`${checks} checks; copied and read back at ${filledPerSecond.toFixed(0)} checks/s`)
  console.log(`${comparisons.length} answers compared, ${comparisons.filter((isSame) => !isSame).length} differ`)
  const isRight = comparisons.every(Boolean) && clickHouse.bytes <= goalBytes
  const formatPair = (duration: 'chartMs' | 'reportMs') =>
    `${postgres[duration].toFixed(0)} ms ${clickHouse[duration].toFixed(0)} ms`
  console.log(
    `history: ${postgres.bytes.toFixed(1)} bytes/check PostgreSQL, ${clickHouse.bytes.toFixed(1)} bytes/check ClickHouse, chart ${formatPair('chartMs')}, report ${formatPair('reportMs')}${isRight ? '' : ', WRONG'}`,
  )
  return isRight
}

interface Subject {
  readonly api: TestApi
  readonly history: HistoryStore
  readonly owner: { readonly id: number; readonly as: string }
  readonly service: number
  readonly rounds: number
  readonly now: Date
}

async function measurePostgres({ owner }: TestApi): Promise<number> {
  const [size] = await owner.query(
    sql<{
      bytes: number
    }>`select sum(pg_total_relation_size(inhrelid))::bigint as bytes from pg_inherits where inhparent = 'analysis'::regclass`,
  )
  return size?.bytes ?? 0
}

/** Returns all texts that are compared, and the median time of the chart of all phases and of the report. */
async function measureAnswers({ api, history, owner, service, rounds, now }: Subject) {
  const iso = (time: number) => new Date(time).toISOString()
  const wholeRange = `from=${iso(monthStart)}&to=${iso(monthStart + days * dayMs)}`
  const shortRange = `from=${iso(monthStart + 9 * dayMs + 17 * minuteMs)}&to=${iso(monthStart + 9 * dayMs + 3 * hourMs)}`
  const read = async (path: string) => {
    const { status, text } = await api.call('GET', `/services/${service}/${path}`, { as: owner.as })
    assert.equal(status, 200, text)
    return text
  }
  const chart = await measureMedian(rounds, () => read(`charts/performance/phases?${wholeRange}`))
  const source = { db: api.database, history }
  const report = await measureMedian(Math.min(rounds, 3), () => makeReport(source, { owner: owner.id, service, now }))
  const texts = [chart.text, report.text]
  for (const path of [
    `charts/performance?${wholeRange}`,
    `charts/performance?${shortRange}`,
    `charts/performance/river?${shortRange}`,
    `charts/performance/checks?${wholeRange}`,
    `history/service_level?${wholeRange}`,
    `history/checks?limit=1000&offset=100000&${wholeRange}`,
    `history/analyses?limit=1000&sort=-time&${wholeRange}`,
    `history/detected_error_types?${shortRange}`,
    `history/what_if?error_tolerance=0&${wholeRange}`,
  ])
    texts.push(await read(path))
  return { texts, chartMs: chart.ms, reportMs: report.ms }
}

/** A report about one service, with the tables of its analyses and checks. */
async function makeReport(
  source: RecordSource,
  subject: { owner: number; service: number; now: Date },
): Promise<string> {
  const document = await buildDocument(source, orderReport(subject.owner, subject.service), subject.now)
  const lines: string[] = [JSON.stringify(document)]
  for await (const line of generateAnalysesCsv(source, document)) lines.push(line)
  for await (const line of generateChecksCsv(source, document)) lines.push(line)
  return lines.join('')
}

async function measureMedian(rounds: number, work: () => Promise<string>): Promise<{ text: string; ms: number }> {
  // The first run is a warm-up.
  const text = await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    const again = await work()
    times.push(performance.now() - started)
    assert.ok(again === text, 'the same answer each time')
  }
  return { text, ms: median(times) }
}
