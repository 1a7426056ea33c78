import type { ReceivedReport } from '@wachta/bus'
import type { PendingSlot } from './open-slot.ts'

/**
 * The number of messages per sensor that one slot keeps, so that a sensor that repeats itself does not fill the memory.
 */
const maxMessagesPerSensor = 3

/**
 * The effect of a result on its slot: it is the first of its sensor and counts, repeats the first, differs from it, or
 * is ignored because the slot already keeps too many messages.
 */
export type ResultEffect = 'first' | 'repeated' | 'different' | 'ignored'

/** Adds a result to its slot: the first result of each sensor counts. */
export function addResult(open: PendingSlot, rank: number, report: ReceivedReport): ResultEffect {
  const first = open.reports[rank]
  if (first === undefined) {
    open.reports[rank] = report
    open.missing -= 1
    return 'first'
  }
  // The message with the first result stays in the stream until it is stored, so repetitions need not be kept.
  if (open.receipts.length > open.reports.length * maxMessagesPerSensor) return 'ignored'
  return first.result === report.result && first.started === report.started ? 'repeated' : 'different'
}

/**
 * Counts the result of a sensor towards the outcome, or notes that the sensor is in quarantine. Call it when the result
 * arrives and not when the slot is closed: decisions made in between must stay true.
 */
export function countResult(open: PendingSlot, rank: number, isQuarantined: boolean): void {
  const result = open.reports[rank]?.result
  if (isQuarantined) {
    open.quarantinedRanks ??= new Set()
    open.quarantinedRanks.add(rank)
  } else if (result === 'ok') open.ok += 1
  else if (result === 'error') open.error += 1
}
