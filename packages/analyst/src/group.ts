import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, readStream, type StreamReader, streamState, streamsOf } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { Log, SlotTrace } from '@wachta/runtime'
import type { Marks } from './committed.ts'
import { consume } from './consume.ts'
import { type Closing, createDesk, type Desk } from './desk/desk.ts'
import type { OpenSlot } from './desk/open-slot.ts'
import type { Stream } from './desk/receipts.ts'
import { keepJudging } from './events/keep-judging.ts'
import type { MassChange } from './events/mass-change.ts'
import { settleDue } from './events/settle-due.ts'
import type { Figures } from './figures.ts'
import { type Heartbeat, heartbeatCheck } from './heartbeat.ts'
import { watchSleep } from './sleep.ts'
import { changedServices, forcedSlots, heartbeats, presentSnapshot } from './store/changes.ts'
import { Fenced, type Tenure } from './store/fenced.ts'
import { type LoadedGroup, loadGroup, loadServices } from './store/load.ts'
import { createStore, type Store } from './store/store.ts'
import { traceCommit } from './trace-commit.ts'

export interface GroupOptions extends Tenure {
  readonly database: Database
  readonly bus: Bus
  readonly now: () => number
  readonly quarantined: ReadonlySet<number>
  readonly marks: Marks
  readonly figures: Figures
  readonly onClosed: (open: OpenSlot) => void
  /** So many results may wait in memory before reading slows down. */
  readonly mostPending: number
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly trace?: SlotTrace | undefined
  readonly signal: AbortSignal
}

const idleDelay = 25
/** A commit that had much to write is followed by a pause, so that the next one has much to write too. */
const pauseFor = (rows: number): number => Math.min(100, Math.floor(rows / 5))
const pollDelay = 1_000
const settleDelay = 1_000
const retryDelay = 1_000
/** A slot is closed at its deadline, give or take a commit. */
const overdueAfter = 10_000
/** Changes are announced half a minute ahead: whoever has not looked for so long does not judge. */
const mostBlind = 15_000
const pullSize = 256
/** What could be written already need not be read ahead of. */
const mostReady = 2_000

/**
 * Decides for one group until the signal. Whatever goes wrong, it begins again from what is stored; only where the group
 * belongs to another analyst does it throw.
 */
export async function serveGroup(options: GroupOptions): Promise<void> {
  const { signal, log, group } = options
  options.figures.taken(group)
  while (!signal.aborted) {
    try {
      await serveOnce(options)
    } catch (err) {
      if (err instanceof Fenced) throw err
      if (signal.aborted) break
      log.warn({ err, group }, 'a group begins again from what is stored')
      await wait(retryDelay, undefined, { signal }).catch(() => undefined)
    }
  }
  options.figures.gone(group)
}

/** One life of a desk: from what is stored to the first thing that goes wrong. */
async function serveOnce(options: GroupOptions): Promise<void> {
  const { database, group, marks } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const changes = { seen: await presentSnapshot(database) }
  const loaded = await loadGroup(database, group)
  const { readers, streams } = await openReaders({ ...options, signal }, loaded)
  const beats = { current: await heartbeats(database, group) }
  const desk = openDesk(options, loaded, beats)
  const store = createStore({ ...options, standings: loaded.standings, streams })
  marks.add(group, loaded.watermarks)
  const polled = { at: performance.now() }
  const gate = createGate({
    isFull: () => desk.pending > options.mostPending || (desk.isCaughtUp && desk.ready > mostReady),
    // By revisions that are known no more, good results would be strays.
    isBlind: () => performance.now() - polled.at > mostBlind && !signal.aborted,
  })
  const read = { until: 0 }
  const onRead = (stored: number) => {
    read.until = stored
  }
  const parts = [
    consume({ desk, readers, now: options.now, room: gate.room, onRead, signal }),
    keepCommitting(options, { desk, store, gate, read, signal }),
    keepPolling(options, { desk, store, beats, changes, polled, signal }),
    keepJudging({ ...options, onEvents: options.figures.events, signal }),
  ]
  try {
    await Promise.race([Promise.all(parts), ...parts])
  } finally {
    stop.abort()
    gate.open()
    await Promise.allSettled(parts)
  }
}

function openDesk(options: GroupOptions, loaded: LoadedGroup, beats: { current: Map<number, Heartbeat> }): Desk {
  return createDesk({
    now: options.now(),
    services: loaded.services,
    watermarks: loaded.watermarks,
    quarantined: options.quarantined,
    onClosed: options.onClosed,
    sensorless: (service_id, slot, { interval, from, extended_settings }) =>
      heartbeatCheck(beats.current.get(service_id), { interval, since: from, extended_settings }, slot),
  })
}

type Streams = Record<Stream, { name: string; created: Date }>

async function openReaders(
  { bus, group, signal }: Pick<GroupOptions, 'bus' | 'group' | 'signal'>,
  { positions }: LoadedGroup,
): Promise<{ readers: Record<Stream, StreamReader>; streams: Streams }> {
  const open = async (urgency: Stream) => {
    const name = streamsOf(bus.cell).results(urgency)
    const state = await streamState(bus, name)
    if (state === undefined) throw new Error(`the stream ${name} is missing`)
    const created = new Date(state.created)
    const stored = positions.find(({ stream }) => stream === name)
    // In another stream the numbers begin anew; and one that lost its end has other messages there by now.
    const isSame = stored?.stream_created.getTime() === created.getTime()
    const after = isSame ? Math.min(stored.sequence, state.last) : 0
    const filter = bus.subjects.resultsOfGroup(urgency, group)
    return { name, created, reader: await readStream(bus, { stream: name, filter, after, signal, batch: pullSize }) }
  }
  const [live, backlog] = [await open('live'), await open('backlog')]
  return { readers: { live: live.reader, backlog: backlog.reader }, streams: { live, backlog } }
}

interface Gate {
  /** Waits for the next commit while too much lies in memory. */
  room(): Promise<void>
  open(): void
}

function createGate({ isFull, isBlind }: { isFull: () => boolean; isBlind: () => boolean }): Gate {
  let next = Promise.withResolvers<void>()
  return {
    room: async () => {
      if (isFull()) await next.promise
      while (isBlind()) await next.promise
    },
    open() {
      next.resolve()
      next = Promise.withResolvers()
    },
  }
}

interface Life {
  readonly desk: Desk
  readonly store: Store
  readonly signal: AbortSignal
}

/** Writes what the desk has closed, one commit after another, and tells the sensors. */
async function keepCommitting(
  options: GroupOptions,
  { desk, store, gate, read, signal }: Life & { gate: Gate; read: { readonly until: number } },
): Promise<void> {
  const { group, now, marks, figures } = options
  let settledAt = Number.NEGATIVE_INFINITY
  using sleep = watchSleep()
  while (!signal.aborted) {
    // What came meanwhile has to be read before anything is closed, as after a takeover.
    if (sleep.happened) throw new Error('the process stood still')
    // Between commits, when all that the desk has closed is stored.
    if (performance.now() - settledAt >= settleDelay) {
      await settleDue({ ...options, onEvents: figures.events, now: now(), knownUntil: (id) => desk.knownUntil(id) })
      settledAt = performance.now()
    }
    // With more than fits to catch up on, slots are closed by the time of the stream, as they would have been then.
    const closing = desk.close(now(), desk.pending > options.mostPending ? { until: read.until } : {})
    if (isEmpty(closing)) {
      gate.open()
      await wait(idleDelay, undefined, { signal }).catch(() => undefined)
      continue
    }
    const began = performance.now()
    const stored = await store.commit({ ...closing, now: now() })
    const commit = { seconds: (performance.now() - began) / 1000, at: now() }
    figures.committed(group, closing, { ...stored, ...commit })
    if (options.trace) traceCommit(options.trace, stored.analyses, commit)
    if (stored.massChange !== undefined) tellMassChange(options, stored.massChange)
    marks.add(group, closing.watermarks)
    gate.open()
    await wait(pauseFor(stored.analyses.length), undefined, { signal }).catch(() => undefined)
  }
}

function tellMassChange({ log, figures, group }: GroupOptions, { failing, watched, held_until }: MassChange): void {
  figures.massChange()
  log.warn({ group, failing, watched, isHeld: held_until !== null }, 'very many services began to fail at once')
}

const isEmpty = ({ steps, late, strays, letters, watermarks, positions }: Closing): boolean =>
  steps.length + late.length + strays.length + letters.length + watermarks.length === 0 &&
  positions.live === undefined &&
  positions.backlog === undefined

/** Takes up what has changed in the database, and writes what may follow behind. */
async function keepPolling(
  { database, group, figures, now }: GroupOptions,
  {
    desk,
    store,
    beats,
    changes,
    polled,
    signal,
  }: Life & { beats: { current: Map<number, Heartbeat> }; changes: { seen: string }; polled: { at: number } },
): Promise<void> {
  let flushAt = 0
  while (!signal.aborted) {
    const asked = performance.now()
    await takeChanges(database, group, { desk, store, changes })
    polled.at = asked
    for (const forced of await forcedSlots(database, group)) desk.force(forced)
    beats.current = await heartbeats(database, group)
    const began = performance.now()
    if (began >= flushAt) {
      await store.flush()
      const ended = performance.now()
      // Where there is much of it, it takes a tenth of the time and not more: what it writes is only the newest word.
      flushAt = ended + (ended - began) * 9
    }
    figures.standing(group, {
      ...desk.takeIntake(),
      overdue: desk.overdue(now() - overdueAfter),
      expected: desk.expectedRate,
      pending: desk.pending,
      behind_seconds: Math.max(0, (now() - desk.oldestDue) / 1000),
    })
    await wait(pollDelay, undefined, { signal }).catch(() => undefined)
  }
}

async function takeChanges(
  database: Database,
  group: number,
  { desk, store, changes }: Pick<Life, 'desk' | 'store'> & { changes: { seen: string } },
): Promise<void> {
  const { services: changed, seen } = await changedServices(database, group, changes.seen)
  for (const { service_id, isGone } of changed) {
    if (!isGone) continue
    desk.forget(service_id)
    store.forget(service_id)
  }
  const ids = changed.filter(({ isGone }) => !isGone).map(({ service_id }) => service_id)
  if (ids.length > 0) {
    const { services, standings } = await loadServices(database, ids)
    store.add(standings)
    for (const service of services) desk.watch(service)
  }
  changes.seen = seen
}
