import type { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Changes,
  createChanges,
  type Database,
  selectChangedIncidents,
  selectChangedServices,
} from '@wachta/database'
import { type AnyResource, type Caller, type Registry, reject } from '@wachta/resource'
import { findAdmitted } from '../../platform/authentication/authenticator.ts'
import { serviceStatus } from '../checks-and-history/service-status.ts'
import { incident } from '../incidents/incident.ts'
import { type LiveScope, loadChangedRecords } from './load-changed-records.ts'
import { createEventStream, type EventStream } from './stream.ts'

/** A pause between two polls lasts at least this long, and at least `pauseFactor` times as long as a poll. */
const minPollIntervalMs = 1000
const pauseFactor = 10
const keepAliveIntervalMs = 15_000

export interface LiveOptions {
  readonly database: Database
  readonly registry: Registry
  readonly now: () => Date
  /** The maximum number of streams per person and of the whole process. */
  readonly maxStreams?: { readonly perPerson: number; readonly total: number }
}

export interface LiveStreams {
  /** Opens a stream of changes to the records that the caller may read; it ends with the session. */
  open(caller: Caller, address: string): Promise<PassThrough>
}

/** The person, account and session that a stream is for. */
interface StreamOwner {
  readonly role: string
  readonly person: number
  readonly account: number
  readonly scope: LiveScope
  readonly session: number
  readonly address: string
  /** The groups that the person is limited to; null for all. */
  readonly groupIds: readonly number[] | null
}

interface Listener extends EventStream, StreamOwner {}

/** Polls the database for changes until it is stopped. */
interface Poller {
  readonly firstPoll: Promise<unknown>
  stop(): void
}

/** A resource whose changes are sent as events. */
interface Source {
  readonly event: 'status' | 'incident'
  readonly resource: AnyResource
  readonly changes: Changes
}

const createSources = (database: Database): Source[] => [
  { event: 'status', resource: serviceStatus, changes: createChanges(database, selectChangedServices) },
  { event: 'incident', resource: incident, changes: createChanges(database, selectChangedIncidents) },
]

const defaultLimits = { perPerson: 20, total: 2000 }

/** Creates the source of live streams. All streams share one poller, which runs only while a stream is open. */
export function createLive({ database, registry, now, maxStreams: limits = defaultLimits }: LiveOptions): LiveStreams {
  const listeners = new Set<Listener>()
  let poller: Poller | null = null

  function startPoller(): Poller {
    const sources = createSources(database)
    const stopped = new AbortController()
    const firstPoll = Promise.all(sources.map(({ changes }) => changes.listChangedIds()))
    const started = { firstPoll, stop: () => stopped.abort() }
    firstPoll.then(() => keepPolling(() => poll(sources), keepAlive, stopped.signal)).catch(() => dismissAll(started))
    return started
  }

  function keepAlive(): void {
    for (const listener of listeners) listener.keepAlive()
  }

  async function poll(sources: readonly Source[]): Promise<void> {
    await dismissEnded()
    for (const source of sources) await sendChanges({ database, registry }, listeners, source)
  }

  /** Ends the streams of sessions that have ended or are no longer admitted. */
  async function dismissEnded(): Promise<void> {
    // Streams that are opened during the query were authenticated just now.
    const current = [...listeners]
    const admitted = await findAdmitted(database, current, now())
    for (const listener of current) if (!admitted.has(listener)) dismiss(listener)
  }

  /**
   * Ends all streams of a failed poller, so that clients reconnect and load the current state; otherwise they would
   * take the silence for "no changes". The listeners are removed at once, so that no new stream joins the failed
   * poller.
   */
  function dismissAll(failed: Poller): void {
    if (poller !== failed) return
    for (const listener of [...listeners]) dismiss(listener)
  }

  /** Ends a stream and removes it from the count at once, although data may still be in transit. */
  function dismiss(listener: Listener): void {
    listener.events.end()
    leave(listener)
  }

  function add(caller: Caller, address: string): Listener {
    const owner = toStreamOwner(caller, address)
    const personStreams = [...listeners].filter((each) => each.person === owner.person).length
    if (personStreams >= limits.perPerson) reject('too_many_streams', undefined, { maximum: limits.perPerson })
    if (listeners.size >= limits.total) reject('unavailable')
    const listener = { ...createEventStream(), ...owner }
    listeners.add(listener)
    listener.events.once('close', () => leave(listener))
    return listener
  }

  function leave(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return
    poller?.stop()
    poller = null
  }

  return {
    async open(caller, address) {
      const listener = add(caller, address)
      poller ??= startPoller()
      try {
        await poller.firstPoll
      } catch (error) {
        listener.events.destroy()
        throw error
      }
      listener.send('ready', '{}')
      return listener.events
    },
  }
}

/** Polls until it is stopped, and regularly sends a comment that keeps connections open. */
async function keepPolling(poll: () => Promise<void>, keepAlive: () => void, stopped: AbortSignal): Promise<void> {
  let keepAliveAt = performance.now() + keepAliveIntervalMs
  let lastDurationsMs: readonly number[] = [0]
  for (;;) {
    // The fastest of the last polls shows how long a poll takes; slower ones had to wait for other work.
    await wait(Math.max(minPollIntervalMs, Math.min(...lastDurationsMs) * pauseFactor), undefined, {
      signal: stopped,
    }).catch(() => undefined)
    if (stopped.aborted) return
    const started = performance.now()
    await poll()
    lastDurationsMs = [...lastDurationsMs.slice(-4), performance.now() - started]
    if (performance.now() < keepAliveAt) continue
    keepAliveAt = performance.now() + keepAliveIntervalMs
    keepAlive()
  }
}

/** Sends the records of a source that have changed to the listeners who may read them. */
async function sendChanges(
  { database, registry }: Pick<LiveOptions, 'database' | 'registry'>,
  listeners: ReadonlySet<Listener>,
  { event, resource, changes }: Source,
): Promise<void> {
  const ids = await changes.listChangedIds()
  if (ids.length === 0) return
  // One statement for all listeners with the same scope and group limit; most have no limit.
  for (const peers of Map.groupBy(listeners, ({ scope, groupIds }) => JSON.stringify([scope, groupIds])).values()) {
    const { scope = 'customer', groupIds = [] } = peers[0] ?? {}
    const accounts = [...new Set(peers.map(({ account }) => account))]
    const changedRecords = await loadChangedRecords(database, registry, { resource, ids, scope, accounts, groupIds })
    const byAccount = new Map(changedRecords.map(({ account, records }) => [account, records]))
    for (const listener of peers) {
      const records = byAccount.get(listener.account)
      if (records === null) listener.send('refresh', '{}')
      else if (records !== undefined) listener.send(event, records)
    }
  }
}

function toStreamOwner(caller: Caller, address: string): StreamOwner {
  const { accountId, actsFor: account, sessionId: session, scope, observerId, limits, role } = caller
  // An observer does not use up the streams of the account.
  const person = observerId ?? accountId
  if (person === null || account === null || session === null || scope === 'anonymous')
    return reject('session_required')
  return { person, account, session, scope, role, address, groupIds: limits?.groupIds ?? null }
}
