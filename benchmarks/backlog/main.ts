import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSlotAggregator, createStore, loadShard } from '@wachta/analyst'
import { type Bus, ensureStreams, getShardOfService, listStreamNames, openBus, writeResults } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { addMonitoredServices, install, takeLease } from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'

const [second, minute] = [1_000, 60_000]
const sensors: readonly number[] = [1, 2, 3, 4, 5]
const broker = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const batchSize = 500

interface BacklogOptions {
  readonly services: number
  readonly minutes: number
  readonly maxLag: number
  readonly maxMegabytes: number
}

/** The measurements: milliseconds from a published result to its analysis, and the peak memory of the analyst. */
export interface BacklogFigures {
  readonly p99: number
  readonly max: number
  readonly megabytes: number
  readonly drainSeconds: number
  readonly isCorrect: boolean
}

/**
 * Measures how long fresh results wait when all sensors reconnect at once after an outage and send their backlog.
 * Returns false if they wait too long, the analyst takes too much memory, or an analysis differs from what the sensors
 * saw.
 */
export async function run(given: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: given,
    options: {
      services: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '30' },
      'max-lag': { type: 'string', default: '2000' },
      'max-mb': { type: 'string', default: '400' },
    },
  })
  const options = {
    services: Number(values.services),
    minutes: Number(values.minutes),
    maxLag: Number(values['max-lag']),
    maxMegabytes: Number(values['max-mb']),
  }
  const figures = await measureBacklog(options)
  const { p99, max, megabytes, drainSeconds } = figures
  console.log(`backlog: live p99 ${p99} ms, max ${max} ms, ${megabytes} MB, drained in ${drainSeconds} s`)
  return figures.isCorrect && p99 <= options.maxLag && megabytes <= options.maxMegabytes
}

export async function measureBacklog(options: Pick<BacklogOptions, 'services' | 'minutes'>): Promise<BacklogFigures> {
  await using installation = await install()
  const { database, url } = installation
  const cell = `backlog-${process.pid}`
  await using bus = await openBus({ url: broker, cell, name: 'bench' })
  await ensureStreams(bus)
  try {
    return await measure({ database, bus, url, ...options })
  } finally {
    for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream)
  }
}

interface BacklogRun extends Pick<BacklogOptions, 'services' | 'minutes'> {
  readonly database: Database
  readonly bus: Bus
  readonly url: string
}

async function measure(backlogRun: BacklogRun): Promise<BacklogFigures> {
  const { database, bus, url, services, minutes } = backlogRun
  const end = Math.floor(Date.now() / minute) * minute
  const from = end - minutes * minute
  const ids = Array.from({ length: services }, (_, index) => index + 1)
  await addServices(database, ids, from)
  await closeOutageSlots(database, end)
  await database.query(sql`analyze service, service_revision, service_state, analysis`)
  const analyst = fork(new URL('../ingest/analyst.ts', import.meta.url), [url, broker, bus.cell])
  await once(analyst, 'message')
  const sender = createSender(bus)
  const live = sendLive(backlogRun, { ids, sender })
  await wait(5 * second)
  const began = performance.now()
  const sent = await sendBacklog({ ids, sender, from, end })
  await waitUntilDrained(database, { from, end, checks: sent })
  const drainSeconds = Math.round((performance.now() - began) / second)
  const megabytes = await readPeakMegabytes(analyst)
  const lags = await live.stop()
  analyst.kill('SIGTERM')
  await once(analyst, 'exit')
  const quantile = (share: number) => Math.round(lags[Math.min(lags.length - 1, Math.floor(lags.length * share))] ?? 0)
  return {
    p99: quantile(0.99),
    max: quantile(1),
    megabytes,
    drainSeconds,
    isCorrect: await isStoredCorrectly(database, { from, end, checks: sent }),
  }
}

/** Spreads the services over the seconds of the minute, as the planner does. */
async function addServices(database: Database, ids: readonly number[], from: number): Promise<void> {
  const phaseOf = (id: number) => (id % 60) * second
  for (const [phase_ms, serviceIds] of Map.groupBy(ids, phaseOf))
    await addMonitoredServices(database, serviceIds, [
      createServiceRevision({
        effective_from: new Date(from),
        phase_ms,
        sensor_ids: sensors,
        spread_ms: 0,
        timeout_ms: 5_000,
      }),
    ])
}

/** Closes every slot of the outage as unknown. */
async function closeOutageSlots(database: Database, end: number): Promise<void> {
  const created = new Date(end)
  const streams = { live: { name: 'LIVE', created }, backlog: { name: 'BACKLOG', created } }
  for (let shard = 0; shard < 8; shard += 1) {
    const lease = await takeLease(database, shard)
    const { services, currentStates } = await loadShard(database, shard)
    const store = createStore({ database, ...lease, currentStates, streams })
    const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: end, services })
    for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
    for (;;) {
      // Closes exactly the slots of the outage: spread, timeout, clock differences and transport add up to 8 s.
      const closing = aggregator.close(end + 7_900)
      if (closing.steps.length === 0) break
      await store.commit({ ...closing, now: end })
    }
    await store.flush()
  }
  await database.query(sql`update analyst_lease set expires_at = '-infinity'`)
}

interface Sender {
  send(urgency: 'live' | 'backlog', sensor_id: number, shard: number, slots: readonly Slot[]): Promise<unknown>
}

interface Slot {
  readonly service_id: number
  readonly slot: number
}

function createSender({ jetstream, subjects }: Bus): Sender {
  const lastSequences = new Map<string, number>()
  return {
    send(urgency, sensor_id, shard, slots) {
      // A sensor has one spool per urgency and shard; each is numbered without gaps.
      const key = `${urgency} ${sensor_id} ${shard}`
      const first = (lastSequences.get(key) ?? 0) + 1
      lastSequences.set(key, first + slots.length - 1)
      const reports = slots.map((one) => createCheckReport({ ...one, sensor_id }))
      return jetstream.publish(
        subjects.result({ urgency, group: shard, sensor_id }),
        writeResults({ host: urgency, first, reports }),
      )
    },
  }
}

/** Sends fresh results every second, and waits until the last service of each shard is stored. */
function sendLive({ database }: BacklogRun, { ids, sender }: { ids: readonly number[]; sender: Sender }) {
  const stop = new AbortController()
  const lags: number[] = []
  const pendingSlots: (Slot & { readonly sent: number })[] = []
  const send = async () => {
    for (let slot = Math.ceil(Date.now() / second) * second; !stop.signal.aborted; slot += second) {
      await wait(Math.max(0, slot - Date.now()))
      const due = ids.filter((id) => (id % 60) * second === slot % minute)
      for (const [shard, serviceIds] of Map.groupBy(due, getShardOfService)) {
        const slots = serviceIds.map((service_id) => ({ service_id, slot }))
        await Promise.all(sensors.map((sensor_id) => sender.send('live', sensor_id, shard, slots)))
        pendingSlots.push({ service_id: serviceIds.at(-1) ?? 0, slot, sent: Date.now() })
      }
    }
  }
  const collectLags = async () => {
    while (!stop.signal.aborted || pendingSlots.length > 0) {
      const candidates = pendingSlots.splice(0)
      const stored = await loadStoredSlots(database, candidates)
      for (const one of candidates)
        if (stored.has(`${one.service_id} ${one.slot}`)) lags.push(Date.now() - one.sent)
        else pendingSlots.push(one)
      await wait(20)
    }
  }
  const done = Promise.all([send(), collectLags()])
  return {
    async stop() {
      stop.abort()
      await done
      return lags.toSorted((one, other) => one - other)
    },
  }
}

async function loadStoredSlots(database: Database, slots: readonly Slot[]): Promise<ReadonlySet<string>> {
  if (slots.length === 0) return new Set()
  const rows =
    await database.query(sql<Slot>`select a.* from unnest(${slots.map(({ service_id }) => service_id)}::int8[],
  ${slots.map(({ slot }) => new Date(slot))}::timestamptz[]) n (service_id, time), lateral (
  select x.service_id, (extract(epoch from x.time) * 1000)::int8 as slot from analysis x where x.service_id = n.service_id and x.time = n.time offset 0) a`)
  return new Set(rows.map(({ service_id, slot }) => `${service_id} ${slot}`))
}

interface Outage {
  readonly from: number
  readonly end: number
}

/** Sends like a sensor: the oldest results first, each shard separately. */
async function sendBacklog({
  ids,
  sender,
  from,
  end,
}: Outage & { ids: readonly number[]; sender: Sender }): Promise<number> {
  let checks = 0
  for (const [shard, serviceIds] of Map.groupBy(ids, getShardOfService)) {
    const slots: Slot[] = []
    for (let start = from; start < end; start += minute)
      for (const service_id of serviceIds) slots.push({ service_id, slot: start + (service_id % 60) * second })
    for (let offset = 0; offset < slots.length; offset += batchSize) {
      const part = slots.slice(offset, offset + batchSize)
      await Promise.all(sensors.map((sensor_id) => sender.send('backlog', sensor_id, shard, part)))
      checks += part.length * sensors.length
    }
  }
  return checks
}

const maxDrainMs = 600_000

async function waitUntilDrained(database: Database, { checks }: Outage & { checks: number }): Promise<void> {
  for (const until = Date.now() + maxDrainMs; Date.now() < until; ) {
    const [row] = await database.query(
      sql<{ sum: number | null }>`select sum(sequence)::int8 as sum from sensor_watermark where host = 'backlog'`,
    )
    if (row?.sum === checks) return
    await wait(200)
  }
}

async function isStoredCorrectly(
  database: Database,
  { from, end, checks }: Outage & { checks: number },
): Promise<boolean> {
  const [row] = await database.query(sql<{
    ok: number
    unknown: number
    statuses: number
  }>`select sum(ok_checks_count)::int as ok,
  sum(unknown_checks_count)::int as unknown, (select count(*)::int from status_change where status <> 'ok') as statuses
from analysis where time >= ${new Date(from)} and time < ${new Date(end)}`)
  const isSame = row?.ok === checks && row.unknown === 0 && row.statuses === 0
  if (!isSame) console.error(`stored ${JSON.stringify(row)} instead of ${checks} ok`)
  return isSame
}

async function readPeakMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}
