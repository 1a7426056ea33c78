import { setTimeout as wait } from 'node:timers/promises'
import {
  type Bus,
  cellStreams,
  readStream,
  type SensorScope,
  type StreamReader,
  streamState,
  type Urgency,
} from '@wachta/bus'
import type { Database, ReferenceClock } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { Log, SlotTrace } from '@wachta/runtime'
import { type Absences, loadAbsences } from './absences.ts'
import type { Marks } from './committed.ts'
import { consume } from './consume.ts'
import { cutOff } from './cut-off.ts'
import { keepJudging } from './events/keep-judging.ts'
import type { MassChange } from './events/mass-change.ts'
import { settleDue } from './events/settle-due.ts'
import type { Flood } from './flood-guard.ts'
import { checkHeartbeat, type JobHeartbeat } from './heartbeat.ts'
import { keepJobMessages } from './keep-job-message.ts'
import type { LateWork } from './late-work.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import type { QuarantineLookup } from './quarantine-lookup.ts'
import { watchSleep } from './sleep.ts'
import type { PendingSlot } from './slots/open-slot.ts'
import { isFresh, type Stream, streams } from './slots/receipts.ts'
import { type Closing, createSlotAggregator, type SlotAggregator } from './slots/slot-aggregator.ts'
import {
  loadChangedServices,
  loadForcedSlots,
  loadHeartbeats,
  readCurrentSnapshot,
  type Snapshot,
} from './store/changes.ts'
import { Fenced, type FencedLease, type Lease, readCounter } from './store/fenced.ts'
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
  readonly marks: Marks
  readonly lateWork: LateWork
  readonly processMetrics: ProcessMetrics
  readonly onClosed: (open: PendingSlot) => void
  /** The object store for evidence; without it, no evidence is kept. */
  readonly objects?: ObjectStore | undefined
  /** The number of results in memory from which on reading waits for the next commit. */
  readonly maxPending: number
  readonly rateScale?: number | undefined
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly trace?: SlotTrace | undefined
  readonly signal: AbortSignal
}

const idleDelay = 25
/** After a large commit the loop waits, so that the next one is large too: few large commits are more efficient. */
const pauseFor = (rows: number): number => Math.min(100, Math.floor(rows / 5))
const pollDelay = 1_000
const settleDelay = 1_000
const retryDelay = 1_000
/** How long after its deadline a slot counts as overdue. Normally it is closed within one commit. */
const overdueAfter = 10_000
/**
 * Changes of revisions are stored half a minute ahead. An analyst that has not polled them for this long stops reading.
 */
const maxBlind = 15_000
const pullSize = 256
/** Messages of the backlog are large and not urgent. */
const backlogPullSize = 16
/** The number of services ready to be written from which on reading waits for the next commit. */
const maxReady = 2_000
/** The number of late results that a shard keeps in memory; the others wait in the broker. */
const maxLate = 5_000
/** How long fresh results wait for the backlog at a takeover. After that, the backlog amends the closed analyses. */
const maxBacklogWaitMs = 1_500

/**
 * Serves one shard until the signal. After any error it starts again from what is stored; it throws only if another
 * analyst owns the shard.
 */
export async function serveShard(options: ShardOptions): Promise<void> {
  const { signal, log, shard } = options
  options.processMetrics.taken(shard)
  while (!signal.aborted) {
    try {
      await serveOnce(options)
    } catch (err) {
      if (err instanceof Fenced) throw err
      if (signal.aborted) break
      log.warn({ err, shard }, 'a shard begins again from what is stored')
      await wait(retryDelay, undefined, { signal }).catch(() => undefined)
    }
  }
  options.marks.end(shard)
  options.processMetrics.gone(shard)
}

/** Loads the shard and serves it until the first error. */
async function serveOnce(options: ShardOptions): Promise<void> {
  const { database, shard, marks } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const counter = await readCounter(database, options)
  const changes = { seen: await readCurrentSnapshot(database) }
  const loaded = await loadShard(database, shard)
  const { readers, sources } = await openReaders({ ...options, signal }, loaded)
  const heartbeats = { current: await loadHeartbeats(database, shard) }
  const absences = await loadAbsences(database, shard)
  const aggregator = openSlotAggregator(options, loaded, { heartbeats, absences })
  const store = createStore({ ...options, counter, standings: loaded.standings, streams: sources })
  marks.begin(shard, options.epoch, loaded.watermarks)
  const polled = { at: performance.now() }
  const gate = createGate({
    isFull: () => aggregator.pending > options.maxPending || (aggregator.isCaughtUp && aggregator.ready > maxReady),
    hasLate: () => aggregator.late > maxLate && !signal.aborted,
    // With outdated revisions, good results would count as strays.
    isBlind: () => performance.now() - polled.at > maxBlind && !signal.aborted,
    // With a clock that is behind, good results would be in the future.
    isTimeless: () => options.clock.isUncertain && !signal.aborted,
  })
  const read = { until: 0 }
  const onRead = (stored: number) => {
    read.until = stored
  }
  const onFlood = (flood: Flood) => {
    options.processMetrics.flooded(shard, flood.messages)
    options.log.warn({ shard, ...flood }, 'a sensor sends more than it may: its messages are passed over')
    cutOff(database, flood).then(
      (isCut) => isCut && options.log.warn(flood, 'a private sensor was cut off for flooding: enrol it again'),
      (err: unknown) => options.log.warn({ err, ...flood }, 'a sensor that floods could not be cut off'),
    )
  }
  const parts = [
    consume({
      aggregator,
      readers,
      now: options.now,
      room: gate.room,
      time: gate.time,
      rateScale: options.rateScale,
      onRead,
      onFlood,
      signal,
    }),
    keepCommitting({ ...options, counter }, { aggregator, store, gate, read, signal }),
    keepPolling({ ...options, counter }, { aggregator, store, heartbeats, absences, changes, polled, signal }),
    keepJudging({ ...options, counter, onAlerts: options.processMetrics.events, signal }),
  ]
  try {
    await Promise.race([Promise.all(parts), ...parts])
  } finally {
    stop.abort()
    gate.open()
    await Promise.allSettled(parts)
  }
}

interface Reports {
  readonly heartbeats: { current: Map<number, JobHeartbeat> }
  readonly absences: Absences
}

function openSlotAggregator(
  options: ShardOptions,
  loaded: LoadedShard,
  { heartbeats, absences }: Reports,
): SlotAggregator {
  return createSlotAggregator({
    now: options.now(),
    services: loaded.services,
    watermarks: loaded.watermarks,
    streams,
    quarantined: options.quarantined,
    onClosed: (open) => {
      absences.observe(open)
      options.onClosed(open)
    },
    heartbeatCheck: (service_id, slot, { interval, from, extended_settings }) =>
      checkHeartbeat(heartbeats.current.get(service_id), { interval, since: from, extended_settings }, slot),
  })
}

type Sources = Record<Stream, { name: string; created: Date }>

const origins: Readonly<Record<Stream, readonly [Urgency, SensorScope]>> = {
  live: ['live', 'public'],
  backlog: ['backlog', 'public'],
  private_live: ['live', 'private'],
  private_backlog: ['backlog', 'private'],
}

async function openReaders(
  { bus, shard, signal }: Pick<ShardOptions, 'bus' | 'shard' | 'signal'>,
  { positions }: LoadedShard,
): Promise<{ readers: Record<Stream, StreamReader>; sources: Sources }> {
  const open = async (stream: Stream) => {
    const name = cellStreams(bus.cell).results(...origins[stream])
    const state = await streamState(bus, name)
    if (state === undefined) throw new Error(`the stream ${name} is missing`)
    const created = new Date(state.created)
    const stored = positions.find((position) => position.stream === name)
    // A recreated stream starts at 1 again. A stream that lost its end has other messages there now.
    const isSame = stored?.stream_created.getTime() === created.getTime()
    const after = isSame ? Math.min(stored.sequence, state.last) : 0
    const [urgency, scope] = origins[stream]
    const filter = bus.subjects.resultsOfShard(urgency, shard, scope)
    const batch = urgency === 'live' ? pullSize : backlogPullSize
    return { name, created, reader: await readStream(bus, { stream: name, filter, after, signal, batch }) }
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
  room(stream: Stream): Promise<void>
  /** Waits while the time is not reliable. */
  time(): Promise<void>
  open(): void
}

interface GateRules {
  readonly isFull: () => boolean
  readonly hasLate: () => boolean
  readonly isBlind: () => boolean
  readonly isTimeless: () => boolean
}

function createGate({ isFull, hasLate, isBlind, isTimeless }: GateRules): Gate {
  let next = Promise.withResolvers<void>()
  return {
    room: async (stream) => {
      if (isFull()) await next.promise
      while (!isFresh(stream) && hasLate()) await next.promise
      while (isBlind()) await next.promise
    },
    time: async () => {
      while (isTimeless()) await next.promise
    },
    open() {
      next.resolve()
      next = Promise.withResolvers()
    },
  }
}

interface Life {
  readonly aggregator: SlotAggregator
  readonly store: Store
  readonly signal: AbortSignal
}

/**
 * Writes what the aggregator has closed, one commit after another, and reports the watermarks to the sensors. Late
 * results are written apart, in portions that take a fraction of a second.
 */
async function keepCommitting(
  options: ShardOptions & FencedLease,
  { aggregator, store, gate, read, signal }: Life & { gate: Gate; read: { readonly until: number } },
): Promise<void> {
  const { now, clock, processMetrics } = options
  const backlogWait = createBacklogWait(aggregator)
  let settledAt = Number.NEGATIVE_INFINITY
  using sleep = watchSleep(() => clock.jumps)
  while (!signal.aborted) {
    if (clock.isUncertain) {
      await wait(idleDelay, undefined, { signal }).catch(() => undefined)
      continue
    }
    // Results that arrived meanwhile must be read before anything is closed, as after a takeover.
    if (sleep.happened) throw new Error('the process stood still')
    // Between commits, when everything that the aggregator has closed is stored.
    if (performance.now() - settledAt >= settleDelay) {
      await settleDue({
        ...options,
        onAlerts: processMetrics.events,
        now: now(),
        knownUntil: (id) => aggregator.knownUntil(id),
      })
      settledAt = performance.now()
      if (sleep.happened) continue
    }
    // If memory is full while catching up, slots are closed by the time of the stream, as they would have been then.
    const isFull = aggregator.pending > options.maxPending
    backlogWait.look()
    const closing = aggregator.close(now(), { maxLate: 0, ...(isFull && { until: read.until }) })
    const hasNews = !isEmpty(closing) || closing.decisions.some(store.isNews)
    const rows = hasNews ? await commitClosing(options, store, closing) : undefined
    gate.open()
    const isLate =
      aggregator.late > 0 &&
      (await options.lateWork.run(async (most) => {
        await commitClosing(options, store, aggregator.closeLate(most))
      }))
    if (isLate) gate.open()
    await wait(rows === undefined ? idleDelay : pauseFor(rows), undefined, { signal }).catch(() => undefined)
  }
}

/** Stores what was closed, updates metrics and watermarks, and returns the number of new analyses. */
async function commitClosing(options: ShardOptions, store: Store, closing: Closing): Promise<number> {
  const { shard, now, marks, processMetrics } = options
  const began = performance.now()
  const stored = await store.commit({ ...closing, now: now() })
  const commit = { seconds: (performance.now() - began) / 1000, at: now() }
  processMetrics.committed(shard, closing, { ...stored, ...commit })
  if (options.trace) traceCommit(options.trace, stored, commit)
  await keepJobMessages(stored.analyses, options)
  if (stored.massChange !== undefined) reportMassChange(options, stored.massChange)
  marks.forget(shard, closing.forgotten)
  marks.add(shard, closing.watermarks)
  return stored.analyses.length
}

/** Stops waiting for the backlog of a takeover some time after all fresh results were read. */
function createBacklogWait(aggregator: SlotAggregator): { look(): void } {
  let since: number | undefined
  return {
    look() {
      if (aggregator.isCaughtUp || streams.some((stream) => isFresh(stream) && !aggregator.hasReached(stream))) return
      since ??= performance.now()
      if (performance.now() - since > maxBacklogWaitMs)
        for (const stream of streams) if (!isFresh(stream)) aggregator.reached(stream)
    },
  }
}

function reportMassChange(
  { log, processMetrics, shard }: ShardOptions,
  { failing, watched, held_until }: MassChange,
): void {
  processMetrics.massChange()
  log.warn({ shard, failing, watched, isHeld: held_until !== null }, 'very many services began to fail at once')
}

const isEmpty = ({ steps, late, strays, deadLetters, watermarks, forgotten, positions }: Closing): boolean =>
  steps.length + late.length + strays.length + deadLetters.length + watermarks.length + forgotten.length === 0 &&
  Object.keys(positions).length === 0

/** Reads changes from the database, and writes states that may be stored a little later than commits. */
async function keepPolling(
  options: ShardOptions & FencedLease,
  {
    aggregator,
    store,
    heartbeats,
    absences,
    changes,
    polled,
    signal,
  }: Life & Reports & { changes: { seen: Snapshot }; polled: { at: number } },
): Promise<void> {
  const { database, shard, processMetrics, now } = options
  let flushAt = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    await takeChanges(database, shard, { aggregator, store, changes })
    polled.at = startedAt
    for (const forced of await loadForcedSlots(database, shard)) aggregator.force(forced)
    heartbeats.current = await loadHeartbeats(database, shard)
    await absences.flush(database, options)
    const began = performance.now()
    if (began >= flushAt) {
      await store.flush()
      const ended = performance.now()
      // Flushing takes at most a tenth of the time. It only writes the newest state, so it may be delayed.
      flushAt = ended + (ended - began) * 9
    }
    processMetrics.shardState(shard, {
      ...aggregator.takeIntake(),
      overdue: aggregator.overdue(now() - overdueAfter),
      expected: aggregator.expectedRate,
      pending: aggregator.pending + aggregator.late,
      behind_seconds: Math.max(0, (now() - aggregator.oldestDue) / 1000),
    })
    await wait(pollDelay, undefined, { signal }).catch(() => undefined)
  }
}

async function takeChanges(
  database: Database,
  shard: number,
  { aggregator, store, changes }: Pick<Life, 'aggregator' | 'store'> & { changes: { seen: Snapshot } },
): Promise<void> {
  const { services: changed, seen } = await loadChangedServices(database, shard, changes.seen)
  for (const { service_id, isDeleted } of changed) {
    if (!isDeleted) continue
    aggregator.forget(service_id)
    store.forget(service_id)
  }
  const ids = changed.filter(({ isDeleted }) => !isDeleted).map(({ service_id }) => service_id)
  if (ids.length > 0) {
    const { services, standings } = await loadServices(database, ids)
    store.add(standings)
    for (const service of services) aggregator.watch(service)
  }
  changes.seen = seen
}
