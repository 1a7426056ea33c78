import { isWaiting } from '@wachta/runtime'
import { createBacklog } from './backlog.ts'
import { FreshResults } from './fresh-results.ts'
import { type OutgoingBatch, toOutgoing } from './outgoing.ts'
import type { SendingContext } from './sending.ts'
import type { Rewind } from './spool/marks.ts'
import type { SpooledResult } from './spool/records.ts'

export interface Outbox {
  /** Whether nothing waits to be sent or to be acknowledged. */
  readonly isIdle: boolean
  /** Adds results that are in the spool of this outbox, and so may be sent. */
  addSpooled(results: readonly SpooledResult[]): void
  setConnected(isConnected: boolean): void
  /** Sends results again that the centre has lost. */
  resend(rewinds: readonly Rewind[]): void
  /** Sets the number of backlog results that may be sent from now on. */
  credit(results: number): void
  /** Sends what is due. Call it several times a second. */
  tick(): void
  /** Sends all fresh results immediately, and waits until the broker has them or does not accept one. */
  flush(): Promise<void>
}

const maxInFlight = 32
const pause_ms = 1_000

/** Sends fresh results from memory within a second, and the others from the spool within the credit of the centre. */
export function createOutbox(options: SendingContext): Outbox {
  const { spool, now } = options
  const fresh = new FreshResults()
  const backlog = createBacklog(options)
  const inFlight = new Set<Promise<void>>()
  let [isConnected, pausedUntil, failures] = [false, 0, 0]

  const toSource = (group: number) => ({ host: spool.host, isPacked: options.forms.isPacked(group) })
  /** Moves results that became old without being sent to the backlog. */
  const moveOldToBacklog = (): void => {
    for (const run of fresh.takeOld(now())) {
      const [first, last] = [run[0], run.at(-1)]
      if (first && last) backlog.add(first.group, first.sequence, last.sequence)
    }
  }
  const send = (outgoing: OutgoingBatch): void => {
    const sending: Promise<void> = options
      .publish(outgoing)
      .catch(() => {
        failures += 1
        pausedUntil = now() + pause_ms
        for (const result of outgoing.results) fresh.add(result, now())
      })
      .finally(() => inFlight.delete(sending))
    inFlight.add(sending)
  }
  const sendFresh = (isUrgent: boolean): void => {
    for (const group of fresh.listDue(now(), isUrgent))
      while (inFlight.size < maxInFlight) {
        const batch = fresh.takeBatch(group)
        if (batch.length === 0) break
        for (const outgoing of toOutgoing(toSource(group), 'live', batch)) send(outgoing)
      }
  }
  return {
    get isIdle() {
      return fresh.isEmpty && inFlight.size === 0 && backlog.isIdle
    },
    addSpooled(results) {
      for (const result of results) fresh.add(result, now())
      options.onWaiting?.()
    },
    setConnected(isUp) {
      isConnected = isUp
      pausedUntil = 0
      if (isUp) backlog.restart()
      options.onWaiting?.()
    },
    resend(rewinds) {
      for (const { group, from, to } of rewinds) backlog.add(group, from, to)
      options.onWaiting?.()
    },
    credit: backlog.credit,
    tick() {
      if (!isConnected || isWaiting(now(), pausedUntil, pause_ms)) return moveOldToBacklog()
      moveOldToBacklog()
      sendFresh(false)
      backlog.pump()
    },
    async flush() {
      const failedBefore = failures
      // Each round sends as many messages as may be in flight.
      do {
        if (isConnected) sendFresh(true)
        await Promise.all(inFlight)
      } while (isConnected && !fresh.isEmpty && failures === failedBefore)
    },
  }
}
