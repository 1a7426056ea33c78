import assert from 'node:assert/strict'
import { computeNextRollups } from '@wachta/reporter/src/rollups.ts'
import { addPackage } from '@wachta/testing/api/accounts'
import {
  addMonitoringRevision,
  addSensors,
  buildCheck,
  type HistoryAnalysis,
  storeAnalyses,
} from '@wachta/testing/api/history'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices } from '@wachta/testing/api/watched'
import { sql } from 'kysely'
import { median } from '../support/measure.ts'
import { parseBenchOptions } from '../support/options.ts'

const minute = 60_000
const day = 1440 * minute
const days = 30
const end = Date.UTC(2026, 2, 31)

/**
 * Charts thirty days of one service, 216,000 checks, from rollups and from the rows themselves, with the same
 * operation. Returns false if the results differ.
 */
export async function run(args: string[]): Promise<boolean> {
  const { rounds } = parseBenchOptions(args, { rounds: { defaultValue: 15, minimum: 3 } })
  await using api = await startApi()
  api.clock = new Date(end)
  await addPackage(api.owner)
  const owner = await addHolder(api.owner)
  const [service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const sensors = await addSensors(api.owner, 5)
  await addMonitoringRevision(api.owner, service, sensors, new Date(end - days * day))
  await storeAnalyses(api.owner, service, sensors, buildAnalyses(sensors))
  await api.owner.query(sql`vacuum analyze analysis`)
  const from = new Date(end - days * day).toISOString()
  const requestChart = () =>
    api.call('GET', `/services/${service}/charts/performance/river?from=${from}`, { as: owner.as })

  const raw = await measureMs(requestChart, rounds)
  const started = performance.now()
  while (await computeNextRollups(api.database, new Date(end)));
  console.log(`rolled up in ${Math.round(performance.now() - started)} ms`)
  await api.owner.query(sql`vacuum analyze rollup`)
  console.log(await describeSizes(api))
  const rollups = await measureMs(requestChart, rounds * 4)
  // The day that has just ended is not rolled up yet, so its last hour is computed from rows in both cases.
  assert.deepEqual(rollups.points, raw.points)
  const ratio = raw.ms / rollups.ms
  console.log(`chart: ratio ${ratio.toFixed(1)}, rollup ${rollups.ms.toFixed(1)} ms, raw ${raw.ms.toFixed(1)} ms`)
  return true
}

/** One analysis a minute, with a pattern that does not repeat at the bounds of a bucket. */
function buildAnalyses(sensors: readonly number[]): HistoryAnalysis[] {
  return Array.from({ length: days * 1440 }, (_, index) => ({
    time: end - days * day + index * minute,
    checks: sensors.map((sensor, rank) =>
      buildCheck(sensor, { response_time: 40 + ((index * 7919 + rank * 104_729) % 977), started: rank * 2000 }),
    ),
  }))
}

/** Returns the duration, measured after a warm-up. */
async function measureMs(requestChart: () => ReturnType<TestApi['call']>, rounds: number) {
  const times: number[] = []
  let points: readonly unknown[] = []
  for (let round = 0; round < rounds + 3; round += 1) {
    const started = performance.now()
    const { status, body } = await requestChart()
    if (round >= 3) times.push(performance.now() - started)
    assert.equal(status, 200)
    points = body.points
  }
  assert.equal(points.length, days * 24)
  return { ms: median(times), points }
}

async function describeSizes({ owner }: TestApi): Promise<string> {
  const [size] = await owner.query(sql<{ raw: number; rollup: number }>`select
  (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'analysis'::regclass)::bigint as raw,
  (select sum(pg_total_relation_size(relid)) from pg_partition_tree('rollup'))::bigint as rollup`)
  const megabytes = (bytes = 0) => (bytes / 2 ** 20).toFixed(1)
  return `analyses ${megabytes(size?.raw)} MiB, rollups ${megabytes(size?.rollup)} MiB`
}
