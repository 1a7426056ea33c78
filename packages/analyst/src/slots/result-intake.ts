import type { ReadBatch, ReceivedReport } from '@wachta/bus'
import { detachSlice } from '@wachta/domain'
import type { QuarantineLookup } from '../quarantine-lookup.ts'
import { type ForcedSlot, ForcedSlots } from './forced-slots.ts'
import { HeldResults } from './held-results.ts'
import { estimateRefoldCost, LateResults } from './late-results.ts'
import { openSlot, type PendingSlot } from './open-slot.ts'
import { findMismatch, isTooOld, placeResult } from './placement.ts'
import { findPlanAt, type RevisionPlan } from './plan.ts'
import {
  type DeadLetter,
  type Receipt,
  Receipts,
  type SensorWatermark,
  type Stream,
  type StreamProgress,
  truncateContent,
} from './receipts.ts'
import { findOpen, insertOpen, type ServiceSlots } from './service-slots.ts'
import { addResult, countResult, type ResultEffect } from './slot-results.ts'
import type { StrayReason } from './strays.ts'

/** The stream position and the time at which a batch of results arrived. */
export interface Arrival {
  readonly stream: Stream
  /** The sequence number of its message in the stream. */
  readonly sequence: number
  readonly now: number
  /** The items of the message that could not be parsed. */
  readonly deadLetters?: readonly DeadLetter[]
}

/** The numbers of messages and results that were read since the last call. */
export interface IntakeCounts {
  readonly messages: number
  readonly results: number
  /** Results of a sensor that had already reported for the slot. */
  readonly repeated: number
}

export interface ResultIntakeOptions {
  readonly now: number
  readonly services: ReadonlyMap<number, ServiceSlots>
  readonly watermarks?: Iterable<SensorWatermark> | undefined
  /** Sensors in quarantine, whose results do not count. */
  readonly quarantined?: QuarantineLookup | undefined
  /** Called when all sensors of a slot have reported. */
  readonly onComplete: (service: ServiceSlots) => void
  /** Called when a scheduled slot has a new result and still waits for others. */
  readonly onPartial: (service: ServiceSlots, open: PendingSlot) => void
}

/**
 * Puts results into their slots, and tracks their messages: a message is done once the slots of all its results are
 * stored.
 */
export class ResultIntake {
  readonly #options: ResultIntakeOptions
  readonly #receipts: Receipts
  readonly #forced = new ForcedSlots()
  readonly #held = new HeldResults()
  readonly #late = new LateResults()
  #clock: number
  #pending = 0
  /** The number of results that were kept because they are the first of their sensor or wait for something. */
  #kept = 0
  #counts = { messages: 0, results: 0, repeated: 0 }

  constructor(options: ResultIntakeOptions) {
    this.#options = options
    this.#clock = options.now
    this.#receipts = new Receipts(options.watermarks ?? [])
  }

  /** The latest time that was passed to any call. */
  get clock(): number {
    return this.#clock
  }

  /** The number of results in open slots, or waiting for a forced slot to be opened. */
  get pending(): number {
    return this.#pending
  }

  /** The number of results that wait to amend stored analyses. */
  get late(): number {
    return this.#late.size
  }

  takeCounts(): IntakeCounts {
    const counts = this.#counts
    this.#counts = { messages: 0, results: 0, repeated: 0 }
    return counts
  }

  advance(now: number): void {
    this.#clock = Math.max(this.#clock, now)
  }

  /** Takes in a batch of results. */
  take(batch: ReadBatch, { stream, sequence, now, deadLetters }: Arrival): void {
    this.advance(now)
    const receipt = this.#receipts.receive(stream, sequence, batch)
    receipt.deadLetters = deadLetters?.map(truncateContent)
    this.#counts.messages += 1
    this.#counts.results += batch.count
    const keptBefore = this.#kept
    for (const report of batch.reports) {
      if (report === undefined) continue
      const reason = this.#place(report, receipt)
      if (reason !== undefined) this.#receipts.addStray(receipt, reason)
    }
    // If few of the results are kept, they are copied, so that they do not keep the whole message in memory.
    if ((this.#kept - keptBefore) * 2 < batch.count) for (const report of batch.reports) if (report) detachSlice(report)
    this.#receipts.finishPlacement(receipt)
  }

  /** Skips a message that could not be parsed, or was deliberately not read. */
  skip({ stream, sequence }: Pick<Arrival, 'stream' | 'sequence'>, deadLetter?: DeadLetter): void {
    this.#receipts.skip(stream, sequence, deadLetter)
  }

  /** Opens a forced slot with the results that wait for it; false if it is already open. */
  force(service: ServiceSlots, forced: ForcedSlot): boolean {
    const open = this.#forced.open(service, forced)
    if (open === undefined) return false
    for (const { report, receipt } of this.#held.takeSlot(forced.service_id, forced.slot)) {
      this.#pending -= 1
      receipt.pending -= 1
      const reason = this.#addForcedResult(open, report, receipt)
      if (reason !== undefined) this.#receipts.addStray(receipt, reason)
      if (receipt.pending === 0) this.#receipts.finishPlacement(receipt)
    }
    if (open.missing === 0 && open.reports.length > 0) this.#options.onComplete(service)
    return true
  }

  /** Removes and returns the detached forced slots that may be closed. */
  takeFinishedForced(now: number): readonly PendingSlot[] {
    return this.#forced.takeFinished(now)
  }

  /** Removes and returns late results up to a cost. */
  takeLate(maxCost: number): ReceivedReport[] {
    if (maxCost <= 0) return []
    const taken = this.#late.take(maxCost, (service_id, oldest) => {
      const plan = findPlanAt(this.#options.services.get(service_id)?.plans ?? [], this.#clock)
      return plan === undefined ? 0 : estimateRefoldCost(plan, oldest, this.#clock)
    })
    for (const { receipt } of taken) this.#receipts.markResultStored(receipt)
    return taken.map(({ report }) => report)
  }

  /**
   * Moves results that no forced slot has claimed in time to the late results: they may belong to a stored analysis.
   */
  releaseHeld(now: number): void {
    for (const { report, receipt } of this.#held.takeDue(now)) {
      this.#pending -= 1
      this.#late.add({ report, receipt })
    }
  }

  /** Notes that the results of a closed slot are stored with the next commit. */
  finish(open: PendingSlot): void {
    for (const receipt of open.receipts) this.#receipts.markResultStored(receipt)
    this.#pending -= open.receipts.length
  }

  /** Counts the results of a slot that no longer exists as strays. */
  discard(open: PendingSlot, reason: StrayReason): void {
    for (const receipt of open.receipts) {
      this.#receipts.addStray(receipt, reason)
      this.#receipts.markResultStored(receipt)
    }
    this.#pending -= open.receipts.length
  }

  /** Discards the detached forced slots of a deleted service. */
  discardForced(service_id: number, reason: StrayReason): void {
    for (const open of this.#forced.takeService(service_id)) this.discard(open, reason)
  }

  /** Returns how far streams and spools are done. */
  takeProgress(now: number): StreamProgress {
    return this.#receipts.take(now)
  }

  /** Puts a result where it belongs, or returns why it is not used. */
  #place(report: ReceivedReport, receipt: Receipt): StrayReason | undefined {
    const service = this.#options.services.get(report.service_id)
    if (service === undefined) return 'unknown_service'
    const placement = placeResult(service, report, this.#clock)
    if (placement === 'unscheduled') return this.#placeUnscheduled(service, report, receipt)
    if (placement === 'late') return this.#placeLate(report, receipt)
    if (typeof placement === 'string') return placement
    const open = findOpen(service, report.slot) ?? openScheduled(service, report.slot, placement)
    const effect = this.#addResult(open, placement.sensor_ids.indexOf(report.sensor_id), report)
    this.#keepPending(open, receipt, effect)
    if (open.missing === 0) this.#options.onComplete(service)
    else this.#options.onPartial(service, open)
    return undefined
  }

  #placeUnscheduled(service: ServiceSlots, report: ReceivedReport, receipt: Receipt): StrayReason | undefined {
    const open = this.#forced.find(service, report.slot)
    if (open !== undefined) {
      const reason = this.#addForcedResult(open, report, receipt)
      if (reason === undefined && open.missing === 0) this.#options.onComplete(service)
      return reason
    }
    if (isTooOld(report.slot, this.#clock)) return 'too_old'
    // The row of the forced analysis may be read a moment later than its results.
    const isAssigned = findPlanAt(service.plans, report.slot)?.sensor_ids.includes(report.sensor_id) ?? false
    if (!this.#held.hold(report, receipt, { now: this.#clock, isAssigned })) return 'not_on_grid'
    receipt.pending += 1
    this.#pending += 1
    this.#kept += 1
    return undefined
  }

  #placeLate(report: ReceivedReport, receipt: Receipt): undefined {
    receipt.pending += 1
    this.#kept += 1
    this.#late.add({ report, receipt })
  }

  #addForcedResult(open: PendingSlot, report: ReceivedReport, receipt: Receipt): StrayReason | undefined {
    const { expectation } = open
    const reason = findMismatch(expectation, report.revision, report.sensor_id)
    if (reason !== undefined) return reason
    this.#keepPending(open, receipt, this.#addResult(open, expectation.sensor_ids.indexOf(report.sensor_id), report))
    return undefined
  }

  #addResult(open: PendingSlot, rank: number, report: ReceivedReport): ResultEffect {
    const effect = addResult(open, rank, report)
    if (effect !== 'first') return effect
    this.#kept += 1
    countResult(open, rank, this.#options.quarantined?.has(report.sensor_id, open.slot) ?? false)
    if (open.missing === 0) open.due = Math.min(open.due, this.#clock)
    return effect
  }

  /** Keeps the message pending until the slot is stored, unless the slot ignores the result. */
  #keepPending(open: PendingSlot, receipt: Receipt, effect: ResultEffect): void {
    if (effect !== 'first') this.#counts.repeated += 1
    if (effect === 'ignored') return
    receipt.pending += 1
    this.#pending += 1
    open.receipts.push(receipt)
    if (effect === 'different') this.#receipts.addStray(receipt, 'differs')
  }
}

function openScheduled(service: ServiceSlots, slot: number, plan: RevisionPlan): PendingSlot {
  const open = openSlot(service.service_id, slot, { kind: 's', deadline: slot + plan.waitMs, expectation: plan })
  insertOpen(service, open)
  return open
}
