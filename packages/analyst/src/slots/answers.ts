import type { CheckReport } from '@wachta/bus'
import type { PendingSlot } from './open-slot.ts'

/** How many messages per sensor wait for one slot; a sensor that repeats itself more often is not worth the memory. */
const maxMessagesPerSensor = 3

/** What became of a result: it counts, repeats the one that counts, contradicts it, or is one repetition too many. */
export type ResultEffect = 'first' | 'repeated' | 'different' | 'ignored'

/** Adds a result to its slot: the first result of each sensor counts. */
export function addAnswer(open: PendingSlot, rank: number, report: CheckReport): ResultEffect {
  const first = open.reports[rank]
  if (first === undefined) {
    open.reports[rank] = report
    open.missing -= 1
    return 'first'
  }
  // The first one stays in the stream until it is stored, so repetitions need not be kept.
  if (open.receipts.length > open.reports.length * maxMessagesPerSensor) return 'ignored'
  return first.result === report.result && first.started === report.started ? 'repeated' : 'different'
}

/**
 * Counts the result of a sensor towards the outcome, or notes that it was in quarantine. That is decided when the result
 * arrives and not when the slot is closed: decisions made in between must stay true.
 */
export function countAnswer(open: PendingSlot, rank: number, isQuarantined: boolean): void {
  const result = open.reports[rank]?.result
  if (isQuarantined) {
    open.disbelieved ??= new Set()
    open.disbelieved.add(rank)
  } else if (result === 'ok') open.ok += 1
  else if (result === 'error') open.error += 1
}
