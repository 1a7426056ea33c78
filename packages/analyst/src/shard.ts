import { setTimeout as wait } from 'node:timers/promises'
import {
  type Bus,
  getCellStreams,
  readStream,
  readStreamState,
  type SensorScope,
  type StreamReader,
  type Urgency,
} from '@wachta/bus'
import type { Database, ReferenceClock } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { createLogLimiter, type Log, type SlotTrace } from '@wachta/runtime'
import { type Absences, loadAbsences } from './absences.ts'
import { consume } from './consume.ts'
import { applyDueDelays } from './events/apply-due-delays.ts'
import { keepJudging } from './events/keep-judging.ts'
import type { MassChange } from './events/mass-change.ts'
import type { Flood } from './flood-guard.ts'
import { checkHeartbeat, type JobHeartbeat } from './heartbeat.ts'
import { createJobMessageKeeper, type JobMessageKeeper } from './keep-job-message.ts'
import type { LateWork } from './late-work.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import type { QuarantineLookup } from './quarantine-lookup.ts'
import { revokeFloodingSensor } from './revoke-flooding-sensor.ts'
import type { SensorWatermarks } from './sensor-watermarks.ts'
import { createSleepDetector } from './sleep-detector.ts'
import type { PendingSlot } from './slots/open-slot.ts'
import { isLive, type Stream, streams } from './slots/receipts.ts'
import { type CloseResult, createSlotAggregator, type SlotAggregator } from './slots/slot-aggregator.ts'
import {
  loadChangedServices,
  loadForcedSlots,
  loadHeartbeats,
  readCurrentSnapshot,
  type Snapshot,
} from './store/changes.ts'
import { FencedError, type FencedLease, type Lease, readCounter } from './store/fenced.ts'
import { type LoadedShard, loadServices, loadShard } from './store/load.ts'
import { createStore, type Store } from './store/store.ts'
import { traceCommit } from './trace-commit.ts'

export type ClockState = Pick<ReferenceClock, 'isUncertain' | 'jumps'>

export interface ShardOptions extends Lease {
  readonly database: Database
  readonly bus: Bus
  readonly now: () => number
  /** Whether `now` is reliable. */
  readonly clock: ClockState
  readonly quarantined: QuarantineLookup
  readonly sensorWatermarks: SensorWatermarks
  readonly lateWork: LateWork
  readonly processMetrics: ProcessMetrics
  readonly onClosed: (closed: PendingSlot) => void
  /** The object store for evidence; without it, no evidence is kept. */
  readonly objects?: ObjectStore | undefined
  /** With this many results in memory, reading waits for the next commit. */
  readonly maxPending: number
  readonly rateScale?: number | undefined
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly trace?: SlotTrace | undefined
  readonly signal: AbortSignal
}

const idleDelayMs = 25
/** A shard without services has nothing to close, and a new service takes effect much later than this. */
const emptyDelayMs = 1_000
/** After a large commit the loop waits, so that the next one is large too: few large commits are more efficient. */
const commitPauseMs = (rows: number): number => Math.min(100, Math.floor(rows / 5))
const pollDelayMs = 1_000
const applyDelaysIntervalMs = 1_000
/** How often the newest analysis of each service is written to its stored state while nothing else changes. */
const flushAllDelayMs = 10_000
const retryDelayMs = 1_000
/** How long after its deadline a slot counts as overdue. Normally it is closed within one commit. */
const overdueAfterMs = 10_000
/**
 * Revisions take effect half a minute after they are stored. An analyst that has not polled for this long stops reading
 * results, because it could miss a revision.
 */
const maxPollAgeMs = 15_000
const pullSize = 256
/** Messages of the backlog are large and not urgent. */
const backlogPullSize = 16
/** With this many services ready to be written, reading waits for the next commit. */
const maxReadyServices = 2_000
/** The number of late results that a shard keeps in memory; the others wait in the broker. */
const maxLateResults = 5_000
/** How long fresh results wait for the backlog at a takeover. After that, the backlog amends the closed analyses. */
const maxBacklogWaitMs = 1_500

/**
 * Serves one shard until the signal. After any error it restarts from the stored state; it throws only if another
 * analyst owns the shard.
 */
export async function serveShard(options: ShardOptions): Promise<void> {
  const { signal, log, shard } = options
  options.processMetrics.addShard(shard)
  const jobMessages = createJobMessageKeeper(options)
  while (!signal.aborted) {
    try {
      await serveOnce({ ...options, jobMessages })
    } catch (err) {
      if (err instanceof FencedError) throw err
      if (signal.aborted) break
      log.warn({ err, shard }, 'restarting the shard from stored state')
      await wait(retryDelayMs, undefined, { signal }).catch(() => undefined)
    }
  }
  await jobMessages.end()
  options.sensorWatermarks.end(shard)
  options.processMetrics.removeShard(shard)
}

/** The options of a shard, with what outlives its restarts. */
interface KeepingOptions extends ShardOptions {
  readonly jobMessages: JobMessageKeeper
}

/** The state that the loops of a shard share. */
interface LoopState {
  heartbeats: Map<number, JobHeartbeat>
  /** Changes of services up to this snapshot are applied. */
  snapshot: Snapshot
  /** The monotonic time at which changes were last polled. */
  polledAt: number
  /** All fresh results that the broker stored up to this time have been read. */
  readUntil: number
}

/** Loads the shard and serves it until the first error. */
async function serveOnce(options: KeepingOptions): Promise<void> {
  const { database, shard, sensorWatermarks } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const counter = await readCounter(database, options)
  const snapshot = await readCurrentSnapshot(database)
  const loaded = await loadShard(database, shard)
  const { readers, sources } = await openReaders({ ...options, signal }, loaded)
  const heartbeats = await loadHeartbeats(database, shard)
  const absences = await loadAbsences(database, shard)
  const state: LoopState = { snapshot, heartbeats, polledAt: performance.now(), readUntil: 0 }
  const aggregator = openSlotAggregator(options, loaded, { state, absences })
  const { currentStates, caughtUpIds } = loaded
  const store = createStore({ ...options, counter, currentStates, caughtUpIds, streams: sources })
  sensorWatermarks.begin(shard, options.epoch, loaded.watermarks)
  const gate = createGate({
    isFull: () =>
      aggregator.pending > options.maxPending || (aggregator.isCaughtUp && aggregator.ready > maxReadyServices),
    hasTooManyLateResults: () => aggregator.late > maxLateResults && !signal.aborted,
    // With outdated revisions, valid results would be discarded as not expected.
    hasStaleRevisions: () => performance.now() - state.polledAt > maxPollAgeMs && !signal.aborted,
    // With a clock that is behind, valid results would be in the future.
    isClockUncertain: () => options.clock.isUncertain && !signal.aborted,
  })
  const parts = { aggregator, store, state, signal }
  const loops = [
    consume({
      aggregator,
      readers,
      now: options.now,
      waitForRoom: gate.waitForRoom,
      waitForClock: gate.waitForClock,
      rateScale: options.rateScale,
      onRead: (stored) => {
        state.readUntil = stored
      },
      onFlood: (flood) => handleFlood(options, flood),
      signal,
    }),
    keepCommitting({ ...options, counter }, { ...parts, gate }),
    keepPolling({ ...options, counter }, { ...parts, absences }),
    keepJudging({ ...options, counter, onAlerts: options.processMetrics.countAlerts, signal }),
  ]
  try {
    // Ends with the first loop that ends or fails; `finally` then stops the others.
    await Promise.race([Promise.all(loops), ...loops])
  } finally {
    stop.abort()
    gate.open()
    await Promise.allSettled(loops)
  }
}

/** Counts and logs a flood, and revokes the credentials of the sensor if it is private. */
function handleFlood({ database, shard, log, processMetrics }: ShardOptions, flood: Flood): void {
  processMetrics.countSkippedMessages(shard, flood.messages)
  log.warn({ shard, ...flood }, 'sensor exceeds its rate limit: skipping its messages')
  revokeFloodingSensor(database, flood).then(
    (isRevoked) =>
      isRevoked && log.warn(flood, 'revoked the credentials of a private sensor for flooding: enrol it again'),
    (err: unknown) => log.warn({ err, ...flood }, 'could not revoke the credentials of a flooding sensor'),
  )
}

function openSlotAggregator(
  options: ShardOptions,
  loaded: LoadedShard,
  { state, absences }: { readonly state: Pick<LoopState, 'heartbeats'>; readonly absences: Absences },
): SlotAggregator {
  return createSlotAggregator({
    now: options.now(),
    services: loaded.services,
    watermarks: loaded.watermarks,
    streams,
    quarantined: options.quarantined,
    onClosed: (closed) => {
      absences.observe(closed)
      options.onClosed(closed)
    },
    heartbeatCheck: (service_id, slot, { intervalMs, from: since, resumedAt, extended_settings }) =>
      checkHeartbeat(state.heartbeats.get(service_id), { intervalMs, since, resumedAt, extended_settings }, slot),
  })
}

type Sources = Record<Stream, { name: string; created: Date }>

const streamOrigins: Readonly<Record<Stream, readonly [Urgency, SensorScope]>> = {
  live: ['live', 'public'],
  backlog: ['backlog', 'public'],
  private_live: ['live', 'private'],
  private_backlog: ['backlog', 'private'],
}

async function openReaders(
  { bus, shard, signal, log }: Pick<ShardOptions, 'bus' | 'shard' | 'signal' | 'log'>,
  { positions }: LoadedShard,
): Promise<{ readers: Record<Stream, StreamReader>; sources: Sources }> {
  const logLimiter = createLogLimiter()
  const open = async (stream: Stream) => {
    const name = getCellStreams(bus.cell).results(...streamOrigins[stream])
    const state = await readStreamState(bus, name)
    if (state === undefined) throw new Error(`the stream ${name} is missing`)
    const created = new Date(state.created)
    const stored = positions.find((position) => position.stream === name)
    // A recreated stream restarts its sequence numbers, so the stored position is void. If the broker lost the end of
    // the stream, the stored position is past its last message, so it is capped.
    const isSameStream = stored?.stream_created.getTime() === created.getTime()
    const after = isSameStream ? Math.min(stored.sequence, state.last) : 0
    const [urgency, scope] = streamOrigins[stream]
    const filter = bus.subjects.resultsOfShard(urgency, shard, scope)
    const batch = urgency === 'live' ? pullSize : backlogPullSize
    const onRetry = (err: unknown) => {
      const due = logLimiter(name)
      if (due) log.warn({ err, shard, stream: name, ...due }, 'could not open a stream of results; retrying')
    }
    return { name, created, reader: await readStream(bus, { stream: name, filter, after, signal, batch, onRetry }) }
  }
  const opened = {
    live: await open('live'),
    backlog: await open('backlog'),
    private_live: await open('private_live'),
    private_backlog: await open('private_backlog'),
  }
  const { live, backlog, private_live, private_backlog } = opened
  return {
    readers: {
      live: live.reader,
      backlog: backlog.reader,
      private_live: private_live.reader,
      private_backlog: private_backlog.reader,
    },
    sources: opened,
  }
}

interface Gate {
  /** Waits for the next commit while too much is in memory. */
  waitForRoom(stream: Stream): Promise<void>
  /** Waits while the clock is uncertain. */
  waitForClock(): Promise<void>
  open(): void
}

interface GateRules {
  readonly isFull: () => boolean
  readonly hasTooManyLateResults: () => boolean
  readonly hasStaleRevisions: () => boolean
  readonly isClockUncertain: () => boolean
}

function createGate({ isFull, hasTooManyLateResults, hasStaleRevisions, isClockUncertain }: GateRules): Gate {
  let nextCommit = Promise.withResolvers<void>()
  return {
    waitForRoom: async (stream) => {
      if (isFull()) await nextCommit.promise
      while (!isLive(stream) && hasTooManyLateResults()) await nextCommit.promise
      while (hasStaleRevisions()) await nextCommit.promise
    },
    waitForClock: async () => {
      while (isClockUncertain()) await nextCommit.promise
    },
    open() {
      nextCommit.resolve()
      nextCommit = Promise.withResolvers()
    },
  }
}

interface ShardParts {
  readonly aggregator: SlotAggregator
  readonly store: Store
  readonly state: LoopState
  readonly signal: AbortSignal
}

/**
 * Writes what the aggregator has closed, one commit after another, and reports the watermarks to the sensors. Late
 * results are written separately, in portions that take a fraction of a second.
 */
async function keepCommitting(
  options: KeepingOptions & FencedLease,
  { aggregator, store, state, gate, signal }: ShardParts & { readonly gate: Gate },
): Promise<void> {
  const { now, clock, processMetrics } = options
  const backlogWait = createBacklogWait(aggregator)
  let delaysAppliedAt = Number.NEGATIVE_INFINITY
  using sleep = createSleepDetector(() => clock.jumps)
  while (!signal.aborted) {
    if (clock.isUncertain) {
      await wait(idleDelayMs, undefined, { signal }).catch(() => undefined)
      continue
    }
    // Results that arrived meanwhile must be read before anything is closed, as after a takeover.
    if (sleep.happened) throw new Error('the process was suspended')
    // Due delays are applied between commits, when everything that the aggregator has closed is stored.
    if (performance.now() - delaysAppliedAt >= applyDelaysIntervalMs) {
      await applyDueDelays({
        ...options,
        onAlerts: processMetrics.countAlerts,
        now: now(),
        knownUntil: (id) => aggregator.getKnownUntil(id),
      })
      delaysAppliedAt = performance.now()
      if (sleep.happened) continue
    }
    // If memory is full while catching up, slots are closed as at the time up to which the streams have been read.
    const isFull = aggregator.pending > options.maxPending
    backlogWait.check()
    const closing = aggregator.close(now(), { maxLateCost: 0, ...(isFull && { until: state.readUntil }) })
    const hasChanges = !isEmpty(closing) || closing.decisions.some(store.changesStatus)
    const rows = hasChanges ? await commitClosing(options, store, closing) : undefined
    gate.open()
    const wroteLate =
      aggregator.late > 0 &&
      (await options.lateWork.run(async (maxCost) => {
        await commitClosing(options, store, aggregator.closeLate(maxCost))
      }))
    if (wroteLate) gate.open()
    const emptyPauseMs = aggregator.serviceCount === 0 && aggregator.late === 0 ? emptyDelayMs : idleDelayMs
    await wait(rows === undefined ? emptyPauseMs : commitPauseMs(rows), undefined, { signal }).catch(() => undefined)
  }
}

/** Stores what was closed, updates metrics and watermarks, and returns the number of new analyses. */
async function commitClosing(options: KeepingOptions, store: Store, closing: CloseResult): Promise<number> {
  const { shard, now, sensorWatermarks, processMetrics } = options
  const began = performance.now()
  const stored = await store.commit({ ...closing, now: now() })
  const commit = { seconds: (performance.now() - began) / 1000, at: now() }
  processMetrics.countCommitted(shard, closing, { ...stored, ...commit })
  if (options.trace) traceCommit(options.trace, stored, commit)
  options.jobMessages.add(stored.analyses)
  if (stored.massChange !== undefined) reportMassChange(options, stored.massChange)
  sensorWatermarks.forget(shard, closing.forgotten)
  sensorWatermarks.add(shard, closing.watermarks)
  return stored.analyses.length
}

/** Stops waiting for the backlog of a takeover some time after all fresh results were read. */
function createBacklogWait(aggregator: SlotAggregator): { check(): void } {
  let since: number | undefined
  return {
    check() {
      if (aggregator.isCaughtUp || streams.some((stream) => isLive(stream) && !aggregator.isCaughtUpOn(stream))) return
      since ??= performance.now()
      if (performance.now() - since > maxBacklogWaitMs)
        for (const stream of streams) if (!isLive(stream)) aggregator.markCaughtUp(stream)
    },
  }
}

function reportMassChange(
  { log, processMetrics, shard }: ShardOptions,
  { failing, watched, held_until }: MassChange,
): void {
  processMetrics.countMassChange()
  const isHeld = held_until !== null
  log.warn(
    { shard, failing, watched, isHeld },
    `many services went down at once${isHeld ? '; checking some of them again before anyone is notified' : ''}`,
  )
}

const isEmpty = ({ steps, late, strays, deadLetters, watermarks, forgotten, positions }: CloseResult): boolean =>
  steps.length + late.length + strays.length + deadLetters.length + watermarks.length + forgotten.length === 0 &&
  Object.keys(positions).length === 0

/** Reads changes from the database, and writes states that may be stored a little later than commits. */
async function keepPolling(
  options: ShardOptions & FencedLease,
  { aggregator, store, state, absences, signal }: ShardParts & { readonly absences: Absences },
): Promise<void> {
  const { database, shard, processMetrics, now } = options
  let flushAt = 0
  let flushAllAt = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    await applyChanges(database, shard, { aggregator, store, state })
    state.polledAt = startedAt
    for (const forced of await loadForcedSlots(database, shard)) aggregator.force(forced)
    state.heartbeats = await loadHeartbeats(database, shard)
    await absences.flush(database, options)
    const began = performance.now()
    if (began >= flushAt) {
      const onlyChanged = began < flushAllAt
      await store.flush({ onlyChanged })
      const ended = performance.now()
      // Flushing takes at most a tenth of the time. It only writes the newest state, so it may be delayed.
      flushAt = ended + (ended - began) * 9
      if (!onlyChanged) flushAllAt = ended + flushAllDelayMs
    }
    processMetrics.setShardState(shard, {
      ...aggregator.takeIntakeCounts(),
      overdue: aggregator.countOverdue(now() - overdueAfterMs),
      expected: aggregator.expectedRate,
      pending: aggregator.pending + aggregator.late,
      behind_seconds: Math.max(0, (now() - aggregator.oldestDue) / 1000),
    })
    await wait(pollDelayMs, undefined, { signal }).catch(() => undefined)
  }
}

async function applyChanges(
  database: Database,
  shard: number,
  { aggregator, store, state }: Pick<ShardParts, 'aggregator' | 'store' | 'state'>,
): Promise<void> {
  const { services: changed, seen } = await loadChangedServices(database, shard, state.snapshot)
  for (const { service_id, isDeleted } of changed) {
    if (!isDeleted) continue
    aggregator.forget(service_id)
    store.forget(service_id)
  }
  const ids = changed.filter(({ isDeleted }) => !isDeleted).map(({ service_id }) => service_id)
  if (ids.length > 0) {
    const { services, currentStates } = await loadServices(database, ids)
    store.add(currentStates)
    for (const service of services) aggregator.watch(service)
  }
  state.snapshot = seen
}
