import { createBacklog } from './backlog.ts'
import { type Outgoing, splitIntoRuns, toOutgoing } from './outgoing.ts'
import { freshMs, type SendingContext } from './sending.ts'
import type { Rewind } from './spool/marks.ts'
import type { SpooledResult } from './spool/records.ts'

export interface Outbox {
  /** Whether nothing waits to be sent or to be acknowledged. */
  readonly isIdle: boolean
  /** Adds results that are on the disk, and so may be sent. */
  durable(results: readonly SpooledResult[]): void
  connected(isConnected: boolean): void
  /** Sends results again that the centre has lost. */
  resend(rewinds: readonly Rewind[]): void
  /** Sets the number of backlog results that may be sent from now on. */
  credit(results: number): void
  /** Sends what is due. Call it several times a second. */
  tick(): void
  /** Sends all fresh results immediately, and waits until the broker has them. */
  flush(): Promise<void>
}

const gatherMs = 1_000
/** Failures are collected for a shorter time, because they may raise an alarm. */
const gatherFailuresMs = 50
const batch = 100
const maxFresh = 50_000
const maxInFlight = 32
const pause_ms = 1_000

interface Fresh {
  readonly results: SpooledResult[]
  due: number
}

/** Sends fresh results from memory immediately, and the others from the disk within the credit of the centre. */
export function createOutbox(options: SendingContext): Outbox {
  const { spool, now } = options
  const fresh = new Map<number, Fresh>()
  const backlog = createBacklog(options)
  const inFlight = new Set<Promise<void>>()
  let [isConnected, pausedUntil, count] = [false, 0, 0]

  const sourceOf = (group: number) => ({ host: spool.host, isPacked: options.forms.isPacked(group) })
  const add = (result: SpooledResult): void => {
    const isFailure = result.report.result === 'error'
    const due = now() + (isFailure ? gatherFailuresMs : gatherMs)
    const waiting = fresh.get(result.group)
    if (waiting === undefined) fresh.set(result.group, { results: [result], due })
    else {
      waiting.results.push(result)
      waiting.due = Math.min(waiting.due, due)
    }
    count += 1
  }
  /** Moves results that became old without being sent to the backlog on the disk. */
  const ageOut = (): void => {
    for (const [group, { results }] of fresh) {
      const isOld = ({ report }: SpooledResult) => report.slot < now() - freshMs
      let old = results.findIndex((result) => !isOld(result))
      if (old === -1) old = results.length
      if (count > maxFresh) old = Math.max(old, Math.ceil(results.length / 2))
      for (const run of splitIntoRuns(results.splice(0, old)))
        backlog.add(group, run[0]?.sequence ?? 1, run.at(-1)?.sequence ?? 0)
      count -= old
      if (results.length === 0) fresh.delete(group)
    }
  }
  const send = (outgoing: Outgoing): void => {
    const sent: Promise<void> = options
      .publish(outgoing)
      .catch(() => {
        pausedUntil = now() + pause_ms
        for (const result of outgoing.results) add(result)
      })
      .finally(() => inFlight.delete(sent))
    inFlight.add(sent)
  }
  const sendFresh = (isUrgent: boolean): void => {
    for (const [group, { results, due }] of fresh) {
      if (!isUrgent && due > now() && results.length < batch) continue
      while (results.length > 0 && inFlight.size < maxInFlight) {
        const taken = results.splice(0, batch).sort((one, other) => one.sequence - other.sequence)
        count -= taken.length
        for (const outgoing of toOutgoing(sourceOf(group), 'live', taken)) send(outgoing)
      }
      if (results.length === 0) fresh.delete(group)
    }
  }
  return {
    get isIdle() {
      return fresh.size === 0 && inFlight.size === 0 && backlog.isIdle
    },
    durable(results) {
      for (const result of results) add(result)
      options.onWaiting?.()
    },
    connected(isUp) {
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
      if (!isConnected || now() < pausedUntil) return ageOut()
      ageOut()
      sendFresh(false)
      backlog.pump()
    },
    async flush() {
      if (isConnected) sendFresh(true)
      await Promise.all(inFlight)
    },
  }
}
