import { fork } from 'node:child_process'
import { once } from 'node:events'
import { shardCount } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { install, takeLease } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { parseBenchOptions } from '../support/options.ts'
import { type Feed, phaseOf } from './feed.ts'
import type { ShardFigures, ShardTask } from './fixtures/shard.ts'
import { measurePlanner } from './planner.ts'

const sensors: readonly number[] = [1, 2, 3, 4, 5]
const intervalMs = 60_000
/** The simulated time begins later than now, so that no revision has ended when the planner reads it. */
const leadMs = 3_600_000

/**
 * Runs a million services through planner and analyst: the planner publishes all assignments to a separate broker, then
 * each shard reads, decides and stores the results of some simulated minutes. The shards run one after another, because
 * a small machine has no room for all at once. Returns false if an analysis is missing.
 */
export async function run(args: string[]): Promise<boolean> {
  const { services, minutes } = parseBenchOptions(args, {
    services: { defaultValue: 1_000_000, minimum: 1000 },
    minutes: { defaultValue: 3, minimum: 1 },
  })
  await using installation = await install()
  const { database, url } = installation
  const from = Math.ceil((Date.now() + leadMs) / intervalMs) * intervalMs
  const feed = { from, intervalMs, sensors, services, delayMs: 5_000 }
  await addServices(database, feed, new Date(from + minutes * intervalMs))
  const planner = await measurePlanner({ url, assignments: services * sensors.length })
  console.log(
    `planner: ${seconds(planner.assignedSeconds)} s from start to assigned, ${megabytes(planner.peakBytes)} MB, ${seconds(planner.processorSeconds)} CPU s`,
  )
  const shards: ShardFigures[] = []
  for (let shard = 0; shard < shardCount; shard += 1) {
    const figures = await runShardProcess({ url, lease: await takeLease(database, shard), feed, minutes })
    shards.push(figures)
    console.log(formatShardLine(shard, figures))
  }
  const sum = (figure: keyof ShardFigures) => shards.reduce((total, figures) => total + figures[figure], 0)
  const [stored] = await database.query(sql<{ count: number }>`select count(*)::int8 as count from analysis`)
  const checks = sum('checks')
  console.log(
    `per check: analyst ${micro(sum('processorSeconds') / checks)} µs, PostgreSQL ${micro(sum('databaseSeconds') / checks)} µs`,
  )
  const ratio = (stored?.count ?? 0) / (services * minutes)
  console.log(
    [
      `million: services ${services}`,
      `planner RSS ${megabytes(planner.peakBytes)} MB`,
      `analyst RSS ${megabytes(sum('peakBytes'))} MB`,
      `µs/check ${micro((sum('processorSeconds') + sum('databaseSeconds')) / checks)}`,
      `start to assigned ${seconds(planner.assignedSeconds)} s`,
      `closed/expected ${ratio.toFixed(3)}`,
    ].join(', '),
  )
  return ratio === 1 && sum('closed') === services * minutes && checks === services * minutes * sensors.length
}

const seconds = (value: number) => value.toFixed(1)
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
const micro = (value: number) => (value * 1e6).toFixed(1)

const formatShardLine = (shard: number, { services, closed, loadSeconds, peakBytes }: ShardFigures): string =>
  `shard ${shard}: ${services} services loaded in ${seconds(loadSeconds)} s, ${closed} slots closed, ${megabytes(peakBytes)} MB`

/**
 * Creates all services in one account, with their phases spread over the interval. Their revisions end after the last
 * simulated slot.
 */
async function addServices(database: Database, feed: Feed, until: Date): Promise<void> {
  const { from, services } = feed
  const configuration = { address: 'https://example.com/', extended_settings: {}, secrets: {} }
  const batchSize = 10_000
  for (let first = 1; first <= services; first += batchSize) {
    const ids = Array.from({ length: Math.min(batchSize, services - first + 1) }, (_, index) => first + index)
    const phases = ids.map((id) => phaseOf(id, feed))
    await database.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select id, 1, 1000, 'http', 'Service ' || id, 'https://example.com/', 60 from unnest(${ids}::bigint[]) id`)
    await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from,
  effective_to, is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, 1, 1000, 'http', ${new Date(from)}, ${until}, true, ${intervalMs}, phase, 10000, 1500, 51, ${sensors}::bigint[], 1,
  ${JSON.stringify(configuration)} from unnest(${ids}::bigint[], ${phases}::int[]) as one (id, phase)`)
  }
  await database.query(sql`analyze service, service_revision`)
}

async function runShardProcess(task: ShardTask): Promise<ShardFigures> {
  const child = fork(new URL('./fixtures/shard.ts', import.meta.url), { serialization: 'advanced' })
  const ended = once(child, 'exit')
  child.send(task)
  const answered = once(child, 'message')
  const [first] = await Promise.race([answered, ended])
  if (typeof first !== 'object' || first === null) throw new Error(`shard ${task.lease.shard} ended with ${first}`)
  await ended
  return first as ShardFigures
}
