import type { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { type Caller, type Registry, reject } from '@wachta/resource'
import { stillAdmitted } from '../../platform/authentication/authenticator.ts'
import { type Changes, createChanges } from './changes.ts'
import { type LiveScope, toNews } from './news.ts'
import { createEventStream, type EventStream } from './stream.ts'

/** Looks are this far apart, and never take more than a tenth of the time: what is large is looked at less often. */
const everyMs = 1000
const share = 10
const beatEveryMs = 15_000

export interface LiveOptions {
  readonly database: Database
  readonly registry: Registry
  readonly now: () => Date
  /** Most streams of one who has signed in, and of the whole process. */
  readonly most?: { readonly each: number; readonly all: number }
}

export interface Live {
  /** A stream of what changes in the services that the caller may see, until the session ends or the reader leaves. */
  open(caller: Caller, address: string): Promise<PassThrough>
}

/** Whom a stream is for, and how they came in. */
interface Audience {
  readonly person: number
  readonly account: number
  readonly scope: LiveScope
  readonly session: number
  readonly address: string
}

interface Listener extends EventStream, Audience {}

/** A watch over the database, from its first look until it is told to stop. */
interface Watch {
  readonly begun: Promise<unknown>
  stop(): void
}

/** One watch for all streams of the process; there is none while there are no streams. */
export function createLive({ database, registry, now, most = { each: 20, all: 2000 } }: LiveOptions): Live {
  const listeners = new Set<Listener>()
  let watch: Watch | null = null

  function begin(): Watch {
    const changes = createChanges(database)
    const stopped = new AbortController()
    const begun = changes.look()
    const begins = { begun, stop: () => stopped.abort() }
    begun.then(() => keepLooking(() => look(changes), beat, stopped.signal)).catch(() => leaveAll(begins))
    return begins
  }

  function beat(): void {
    for (const listener of listeners) listener.beat()
  }

  async function look(changes: Changes): Promise<void> {
    await leaveEnded()
    const services = await changes.look()
    if (services.length === 0) return
    for (const scope of ['customer', 'administrator'] as const)
      await tell({ database, registry }, listeners, { scope, services })
  }

  /** A session that has ended, or whose account may no longer come in, hears nothing more. */
  async function leaveEnded(): Promise<void> {
    // Those who come in while this is asked have just been asked themselves.
    const present = [...listeners]
    const admitted = await stillAdmitted(database, present, now())
    for (const listener of present) if (!admitted.has(listener)) dismiss(listener)
  }

  /**
   * Whoever is left without an answer asks again, and hears then how things are: silence would pass for calm. Nobody joins
   * a watch that has failed, or they would hear nothing for as long as one of its readers is slow to leave.
   */
  function leaveAll(failed: Watch): void {
    if (watch !== failed) return
    for (const listener of [...listeners]) dismiss(listener)
  }

  /** No longer counted from now on; what was sent already may still be on its way. */
  function dismiss(listener: Listener): void {
    listener.events.end()
    leave(listener)
  }

  function add(caller: Caller, address: string): Listener {
    const audience = toAudience(caller, address)
    const own = [...listeners].filter((each) => each.person === audience.person).length
    if (own >= most.each) reject('too_many_streams', undefined, { maximum: most.each })
    if (listeners.size >= most.all) reject('unavailable')
    const listener = { ...createEventStream(), ...audience }
    listeners.add(listener)
    listener.events.once('close', () => leave(listener))
    return listener
  }

  function leave(listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return
    watch?.stop()
    watch = null
  }

  return {
    async open(caller, address) {
      const listener = add(caller, address)
      watch ??= begin()
      try {
        await watch.begun
      } catch (error) {
        listener.events.destroy()
        throw error
      }
      listener.send('ready', '{}')
      return listener.events
    },
  }
}

/** Looks again and again until it is stopped, and gives a sign of life now and then. */
async function keepLooking(look: () => Promise<void>, beat: () => void, stopped: AbortSignal): Promise<void> {
  let beatAt = performance.now() + beatEveryMs
  let took: readonly number[] = [0]
  for (;;) {
    // The quickest of the last few is what a look needs; what was more was spent on others.
    await wait(Math.max(everyMs, Math.min(...took) * share), undefined, { signal: stopped }).catch(() => undefined)
    if (stopped.aborted) return
    const started = performance.now()
    await look()
    took = [...took.slice(-4), performance.now() - started]
    if (performance.now() < beatAt) continue
    beatAt = performance.now() + beatEveryMs
    beat()
  }
}

/** Tells those of one scope what has changed in the services. */
async function tell(
  { database, registry }: Pick<LiveOptions, 'database' | 'registry'>,
  listeners: ReadonlySet<Listener>,
  { scope, services }: { readonly scope: LiveScope; readonly services: readonly number[] },
): Promise<void> {
  const concerned = [...listeners].filter((each) => each.scope === scope)
  if (concerned.length === 0) return
  const accounts = [...new Set(concerned.map(({ account }) => account))]
  const news = await toNews(database, registry, { scope, accounts, services })
  const byAccount = new Map(news.map(({ account, records }) => [account, records]))
  for (const listener of concerned) {
    const records = byAccount.get(listener.account)
    if (records === null) listener.send('refresh', '{}')
    else if (records !== undefined) listener.send('status', records)
  }
}

function toAudience(caller: Caller, address: string): Audience {
  const { accountId, actsFor: account, sessionId: session, scope, observerId } = caller
  // Who looks at an account does not take a stream away from those it belongs to.
  const person = observerId ?? accountId
  if (person === null || account === null || session === null || scope === 'anonymous')
    return reject('session_required')
  return { person, account, session, scope, address }
}
