import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Bus,
  computeStreamLimits,
  ensureStreams,
  openBus,
  readCredentials,
  retryWhileUnavailable,
} from '@wachta/bus'
import { type Database, openDatabase, openReferenceClock, rejectForeignSchema } from '@wachta/database'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import type { Log, Metrics, Process, SlotTrace } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import { compareSensors, type ObservedShard, type QuarantineOptions, refreshQuarantined } from './keep-quarantine.ts'
import { createLeases } from './lease.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { QuarantinedSensors } from './quarantine-lookup.ts'
import { createRunningShards } from './running-shards.ts'
import { createSensorWatermarks, type SensorWatermarks } from './sensor-watermarks.ts'
import type { ClockState } from './shard.ts'
import { FencedError, type Lease } from './store/fenced.ts'

export interface AnalystOptions {
  readonly database: Database
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly signal: AbortSignal
  readonly maxPending?: number
  /** Multiplies the amount that each sensor may send, for tests in which time passes faster. */
  readonly rateScale?: number
  /** The number of bytes of evidence that are kept per day and private sensor. */
  readonly bytesPerSensor?: number
  /** The object store for evidence; without it, no evidence is kept. */
  readonly objects?: ObjectStore
  /** Records trace spans of slots. */
  readonly trace?: SlotTrace | undefined
  /** Returns the time of the database, by which slots are decided; not the time of this machine. */
  readonly now?: () => number
  /** Tells whether `now` is reliable. By default it always is. */
  readonly clock?: ClockState
  /** Returns the milliseconds by which the clock of this machine is ahead of `now`. */
  readonly clockOffset?: () => number
  readonly leaseMs?: number
  readonly renewMs?: number
  readonly onReady?: () => void
}

const reportDelayMs = 1_000
/** In rounds of `reportDelayMs`. */
const reportAllEveryRounds = 60
const compareEveryRounds = 10

/** Runs the analyst process, which turns the results of its shards into analyses, statuses and alerts. */
export async function runAnalyst({
  config,
  log,
  metrics,
  trace,
  stopping,
  use,
  ready,
  check,
}: Process<Static<typeof Config>>): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = use(
    openDatabase(config.DATABASE_URL, {
      connections: config.DATABASE_CONNECTIONS,
      preparesStatements: true,
      onError,
    }),
    'database',
  )
  await rejectForeignSchema(database.pool)
  const broker = { url: config.NATS_URL, ca: config.NATS_CA }
  const credentials = config.NATS_CREDENTIALS
    ? await readCredentials(await readFile(config.NATS_CREDENTIALS, 'utf8'))
    : undefined
  const bus = use(await openBus({ ...broker, cell: config.CELL, name: 'analyst', credentials }), 'bus')
  const limits = computeStreamLimits(config.NATS_STORE_BYTES, config.NATS_REPLICAS)
  const onRetry = (err: unknown) => log.warn({ err }, 'the broker has no leader for the streams yet; retrying')
  await retryWhileUnavailable(() => ensureStreams(bus, limits), { signal: stopping, onRetry })
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  check('database', async () => void (await database.query(sql`select 1`)))
  check('bus', async () => void (await bus.connection.flush()))
  const clock = use(await openReferenceClock(database, { onError: onClockFault(log) }), 'clock')
  await serveAnalyst({
    database,
    now: clock.now,
    clock,
    clockOffset: () => clock.offset_ms,
    bus,
    metrics,
    log,
    signal: stopping,
    maxPending: config.MOST_PENDING,
    bytesPerSensor: config.EVIDENCE_BYTES_PER_SENSOR,
    objects,
    trace,
    onReady: ready,
  })
}

const onClockFault = (log: Pick<Log, 'warn'>) => (err: unknown) =>
  log.warn({ err }, 'could not read the time of the database; using the last known offset')

/**
 * Serves a share of the shards until the signal. Throws `FencedError` if other analysts took over while it was
 * suspended.
 */
export async function serveAnalyst(options: AnalystOptions): Promise<void> {
  const { database, bus, log, now = Date.now, leaseMs = 10_000, renewMs = 3_000 } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const leases = createLeases({ database, name: `${hostname()}-${randomUUID()}`, lengthMs: leaseMs })
  const sensorWatermarks = createSensorWatermarks(bus)
  const quarantined = new QuarantinedSensors()
  const processMetrics = createProcessMetrics(options.metrics)
  processMetrics.setClockOffset(options.clockOffset ?? (() => 0))
  const { clock = { isUncertain: false, jumps: 0 }, maxPending = 200_000 } = options
  const { objects, trace, rateScale, bytesPerSensor } = options
  const shards = createRunningShards({
    ...{ database, bus, log, now, clock, signal, sensorWatermarks, quarantined, processMetrics },
    ...{ objects, trace, rateScale, bytesPerSensor, maxPending },
  })
  const releaseShard = async (lease: Lease) => {
    await shards.stop(lease)
    await leases.release(lease)
    log.info(lease, 'released a shard')
  }
  const keepLeases = async () => {
    while (!signal.aborted) {
      try {
        const { gained, surplus } = await leases.renew()
        for (const lease of gained) shards.start(lease)
        for (const lease of surplus) await releaseShard(lease)
        options.onReady?.()
      } catch (err) {
        if (err instanceof FencedError) throw err
        // No need to stop: nothing is written without the lease, even if another analyst has taken it over meanwhile.
        log.warn({ err }, 'could not renew the leases of the shards; retrying')
      }
      await wait(renewMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const quarantineOptions = { database, log, now, quarantined }
  await refreshQuarantined(quarantineOptions)
  try {
    await Promise.race([
      keepLeases(),
      keepReporting(sensorWatermarks, { ...quarantineOptions, signal, processMetrics, shards: shards.running }),
      shards.failed,
    ])
  } finally {
    stop.abort()
    await shards.waitUntilEnded()
    await leases.leave().catch((err: unknown) => log.warn({ err }, 'could not release the shards'))
  }
}

interface ReportingOptions extends QuarantineOptions {
  readonly signal: AbortSignal
  readonly processMetrics: ProcessMetrics
  /** The shards that this analyst owns. */
  readonly shards: ReadonlyMap<number, ObservedShard>
}

/** Once a second, reports to the sensors what is stored, and refreshes the quarantines. */
async function keepReporting(sensorWatermarks: SensorWatermarks, options: ReportingOptions): Promise<void> {
  const { signal, log, processMetrics, quarantined } = options
  for (let round = 1; !signal.aborted; round += 1) {
    sensorWatermarks.report({ all: round % reportAllEveryRounds === 0 })
    try {
      await refreshQuarantined(options)
      processMetrics.setQuarantined(quarantined.size)
      if (round % compareEveryRounds === 0) await compareSensors(options, [...options.shards.values()])
    } catch (err) {
      log.warn({ err }, 'could not refresh the quarantines; retrying')
    }
    await wait(reportDelayMs, undefined, { signal }).catch(() => undefined)
  }
}
