import type { ReadBatch, ReceivedReport } from '@wachta/bus'
import type { Revision } from '@wachta/domain'
import type { QuarantineLookup } from '../quarantine-lookup.ts'
import { type DecidedSlot, type Decision, EarlyDecisions, reopenDecided } from './early-decisions.ts'
import type { ForcedSlot } from './forced-slots.ts'
import { type AnalysisToStore, closeSlot, isScheduled, type JobCheck, type PendingSlot } from './open-slot.ts'
import type { OwnerAndTarget } from './owner-and-target.ts'
import { findPlanAt, type RevisionPlan, toPlan } from './plan.ts'
import type { DeadLetter, SensorWatermark, Stream, StreamProgress } from './receipts.ts'
import { type Arrival, type IntakeCounts, ResultIntake } from './result-intake.ts'
import {
  computeDueTime,
  createServiceSlots,
  findNextPauseChange,
  getHeadTime,
  insertOpen,
  releaseHeldService,
  replan,
  type ServiceSlots,
} from './service-slots.ts'
import { type ClosingStep, SlotCloser } from './slot-closer.ts'

/** A service with its stored state, as the aggregator starts with it. */
export interface AggregatedService {
  readonly service_id: number
  /** The revisions that may still be needed. */
  readonly revisions: readonly Revision[]
  /** The newest closed slot; undefined if no slot has been closed yet. */
  readonly frontier?: number | undefined
  readonly isPaused?: boolean
  /** When it was last paused or resumed, if that is stored. */
  readonly pauseChangedAt?: number | undefined
  /** The open slot whose outcome has already been published, if there is one. */
  readonly decidedSlot?: DecidedSlot | undefined
  /**
   * The account tree of its owner is still moving to this cell: results are collected, and its slots are closed once it
   * has arrived.
   */
  readonly isArriving?: boolean
  /** Without an owner, the results of the service are not used to compare sensors. */
  readonly owner?: Omit<OwnerAndTarget, 'target'> | undefined
}

/** Everything that is written in one transaction. */
export interface CloseResult extends StreamProgress {
  /** Closed slots and pause changes; those of each service are in order of time. */
  readonly steps: readonly ClosingStep[]
  /** Results for slots that are already closed. */
  readonly late: readonly ReceivedReport[]
  readonly decisions: readonly Decision[]
  /** For each scheduled analysis, the time from which it could be closed. */
  readonly due: readonly number[]
}

export interface SlotAggregatorOptions {
  readonly now: number
  readonly services: Iterable<AggregatedService>
  readonly watermarks?: Iterable<SensorWatermark>
  /** The streams that must be read to their end before anything is closed. */
  readonly streams: Iterable<Stream>
  /** Sensors in quarantine. */
  readonly quarantined?: QuarantineLookup
  /** Makes the check of a heartbeat service, which has no sensors. */
  readonly heartbeatCheck?: (service_id: number, slot: number, plan: JobPlan) => JobCheck | undefined
  /** Called for every closed slot, with the results of its sensors. */
  readonly onClosed?: (closed: PendingSlot) => void
}

/** The plan of a heartbeat service, with the end of its last pause; minus infinity without one. */
interface JobPlan extends RevisionPlan {
  readonly resumedAt: number
}

export interface CloseOptions {
  /** About how many steps are taken. Finished forced slots are added on top of it. */
  readonly limit?: number
  /** The time up to which slots are closed even if the streams have not been read to their end. */
  readonly until?: number
  /** The cost up to which late results are included. */
  readonly maxLateCost?: number
}

const maxSteps = 5_000

export const createSlotAggregator = (options: SlotAggregatorOptions): SlotAggregator => new SlotAggregator(options)

/**
 * Turns the results of one shard of services into analyses. It holds the open slots and does not know where results
 * come from or go to: everything happens in the calls, and time passes only with `take` and `close`.
 */
export class SlotAggregator {
  readonly #services = new Map<number, ServiceSlots>()
  readonly #options: SlotAggregatorOptions
  readonly #behind: Set<Stream>
  readonly #intake: ResultIntake
  readonly #decisions = new EarlyDecisions((open) => this.#toAnalysis(open))
  readonly #closer = new SlotCloser({
    close: (open) => this.#close(open),
    onWaiting: (service) => this.#decisions.retryPublishing(service),
  })
  readonly #heartbeatChecks = {
    heartbeatCheck: (service_id: number, slot: number) => this.#heartbeatCheck(service_id, slot),
  }
  #due: number[] = []

  constructor(options: SlotAggregatorOptions) {
    const { now, watermarks, quarantined, services, streams } = options
    this.#options = options
    this.#behind = new Set(streams)
    this.#intake = new ResultIntake({
      ...{ now, watermarks, quarantined, services: this.#services },
      onComplete: (service) => this.#closer.markReady(service),
      onPartial: (service, open) => this.#decisions.decide(service, open),
    })
    for (const service of services) this.watch(service)
  }

  get serviceCount(): number {
    return this.#services.size
  }

  /** The number of results in open slots, or waiting for a forced slot to be opened. */
  get pending(): number {
    return this.#intake.pending
  }

  /** The number of results that wait to amend stored analyses. */
  get late(): number {
    return this.#intake.late
  }

  /** The number of services that have something to write. */
  get ready(): number {
    return this.#closer.ready
  }

  /** Whether the stream has been read up to the end that it had at the takeover. */
  isCaughtUpOn(stream: Stream): boolean {
    return !this.#behind.has(stream)
  }

  get isCaughtUp(): boolean {
    return this.#behind.size === 0
  }

  /** The number of scheduled analyses per second. */
  get expectedRate(): number {
    let rate = 0
    for (const { plans } of this.#services.values()) {
      const plan = findPlanAt(plans, this.#intake.clock)
      if (plan?.is_active) rate += 1000 / plan.intervalMs
    }
    return rate
  }

  /** Returns the number of services with a slot that should have been closed before the given time. */
  countOverdue(time: number): number {
    // No entry is later than the deadline of its service, so usually it is enough to look at the first one.
    if ((this.#closer.earliest ?? time) >= time) return 0
    let count = 0
    for (const service of this.#services.values()) if (computeDueTime(service) < time) count += 1
    return count
  }

  /** The deadline of the slot that is overdue longest, or now if none is. */
  get oldestDue(): number {
    const { clock } = this.#intake
    return Math.min(this.#closer.earliest ?? clock, clock)
  }

  /** Returns the numbers of messages and results that were read since the last call. */
  takeIntakeCounts(): IntakeCounts {
    return this.#intake.takeCounts()
  }

  /**
   * Returns the time up to which the status of a service is known, except for late results: just before its next slot
   * or pause change. Undefined for a service of another shard.
   */
  getKnownUntil(service_id: number): number | undefined {
    const service = this.#services.get(service_id)
    if (service === undefined) return undefined
    return Math.min(getHeadTime(service), findNextPauseChange(service)?.at ?? Number.POSITIVE_INFINITY) - 1
  }

  /** Notes that the stream has been read up to the end that it had at the takeover. */
  markCaughtUp(stream: Stream): void {
    this.#behind.delete(stream)
  }

  /** Starts to watch a service, or updates the revisions of a known one. */
  watch(service: AggregatedService): void {
    const plans = service.revisions
      .map((revision) => toPlan(revision, service.owner))
      .sort((one, other) => one.from - other.from || one.revision - other.revision)
    const known = this.#services.get(service.service_id)
    if (known === undefined) this.#startService(service, plans)
    else {
      if (known.isHeld && !service.isArriving) releaseHeldService(known, service)
      this.#replan(known, plans)
    }
  }

  #startService(
    { service_id, frontier, isPaused, pauseChangedAt, decidedSlot, isArriving }: AggregatedService,
    plans: RevisionPlan[],
  ): void {
    const service = createServiceSlots({
      service_id,
      plans,
      // As long as nothing is closed, even the first revision may still be postponed or replaced by a pause.
      frontier: frontier ?? Number.NEGATIVE_INFINITY,
      ...(isPaused !== undefined && { isPaused }),
      ...(isArriving && { isHeld: true }),
      ...(pauseChangedAt !== undefined && { pauseChangedAt }),
      ...(decidedSlot !== undefined && { lastDecidedSlot: decidedSlot.slot }),
    })
    this.#services.set(service_id, service)
    const reopened = decidedSlot && reopenDecided(service, decidedSlot)
    if (reopened !== undefined) {
      insertOpen(service, reopened)
      if (reopened.missing === 0) this.#closer.markReady(service)
    }
    this.#closer.schedule(service)
  }

  #replan(service: ServiceSlots, plans: RevisionPlan[]): void {
    for (const open of replan(service, plans)) this.#intake.discard(open, 'wrong_revision')
    this.#closer.schedule(service)
    this.#closer.markReady(service)
  }

  /** Stops watching a deleted service, and discards its open slots. */
  forget(service_id: number): void {
    const service = this.#services.get(service_id)
    if (service === undefined) return
    this.#services.delete(service_id)
    for (const open of service.open) this.#intake.discard(open, 'unknown_service')
    this.#intake.discardForced(service_id, 'unknown_service')
    service.open.length = 0
    service.next = undefined
    service.plans = []
  }

  /** Opens the slot of a forced analysis, unless it is already open. */
  force(forced: ForcedSlot): void {
    const service = this.#services.get(forced.service_id)
    if (service !== undefined && this.#intake.force(service, forced)) this.#closer.schedule(service)
  }

  /** Takes in a batch of results. */
  take(batch: ReadBatch, arrival: Arrival): void {
    this.#intake.take(batch, arrival)
  }

  /** Skips a message that could not be parsed, or was deliberately not read. */
  skip(arrival: Pick<Arrival, 'stream' | 'sequence'>, deadLetter?: DeadLetter): void {
    this.#intake.skip(arrival, deadLetter)
  }

  /**
   * Closes the slots that can be closed now, about `limit` steps. Nothing is closed before the streams have been read
   * to the end that they had at the takeover, except slots up to the time `until`, if it is given. Late results are
   * included up to the cost `maxLateCost`.
   */
  close(
    now: number,
    { limit = maxSteps, until, maxLateCost = Number.POSITIVE_INFINITY }: CloseOptions = {},
  ): CloseResult {
    this.#intake.advance(now)
    const horizon = this.isCaughtUp ? now : until
    const steps = horizon === undefined ? [] : this.#closer.closeDue(horizon, limit)
    if (horizon !== undefined)
      for (const open of this.#intake.takeFinishedForced(horizon)) steps.push(this.#close(open))
    this.#intake.releaseHeld(now)
    const late = this.#intake.takeLate(maxLateCost)
    const decisions = horizon === undefined ? [] : this.#decisions.take()
    const due = this.#due
    this.#due = []
    return { steps, late, decisions, due, ...this.#intake.takeProgress(now) }
  }

  /** Closes no slots: returns late results up to a cost, and the positions and watermarks that have moved. */
  closeLate(maxLateCost: number): CloseResult {
    const late = this.#intake.takeLate(maxLateCost)
    return { steps: [], late, decisions: [], due: [], ...this.#intake.takeProgress(this.#intake.clock) }
  }

  #close(open: PendingSlot): AnalysisToStore {
    this.#intake.finish(open)
    if (isScheduled(open)) this.#due.push(open.due)
    this.#options.onClosed?.(open)
    return this.#toAnalysis(open)
  }

  #toAnalysis(open: PendingSlot): AnalysisToStore {
    return closeSlot(open, this.#heartbeatChecks)
  }

  #heartbeatCheck(service_id: number, slot: number): JobCheck | undefined {
    const service = this.#services.get(service_id)
    const plan = findPlanAt(service?.plans ?? [], slot)
    if (service === undefined || plan === undefined) return undefined
    // A slot is closed after the pause changes before it. Without slots in a pause, the last change is a resumption.
    return this.#options.heartbeatCheck?.(service_id, slot, { ...plan, resumedAt: service.pauseChangedAt })
  }
}
