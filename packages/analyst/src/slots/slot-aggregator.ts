import type { CheckReport, ReadBatch } from '@wachta/bus'
import type { Revision } from '@wachta/domain'
import type { Disbelief } from '../disbelief.ts'
import { type DecidedSlot, type Decision, EarlyDecisions, reopenDecided } from './early-decisions.ts'
import type { ForcedSlot } from './forced-slots.ts'
import { type AnalysisToStore, closeSlot, type JobCheck, type PendingSlot } from './open-slot.ts'
import type { Party } from './party.ts'
import { planAt, type RevisionPlan, toPlan } from './plan.ts'
import type { DeadLetter, Passed, SensorWatermark, Stream } from './receipts.ts'
import { type Arrival, type IntakeCounts, ResultIntake } from './result-intake.ts'
import { type ClosingStep, SlotCloser } from './slot-closer.ts'
import { createWatch, dueTime, headTime, insertOpen, nextPauseChange, replan, type Watch } from './watch.ts'

/** A service as the aggregator takes it over. */
export interface AggregatedService {
  readonly service_id: number
  /** Those that may still matter, in their order. */
  readonly revisions: readonly Revision[]
  /** The newest closed slot; undefined: the service begins with its first revision. */
  readonly frontier?: number | undefined
  readonly isPaused?: boolean
  /** When it was last paused or resumed, if that is stored. */
  readonly pauseChangedAt?: number | undefined
  /** The slot whose outcome was disclosed before it was closed, if there is one. */
  readonly decided?: DecidedSlot | undefined
  /** Who owns it; without an owner, its results say nothing about sensors. */
  readonly owner?: Omit<Party, 'target'> | undefined
}

/** All that is to be written in one transaction. */
export interface Closing extends Passed {
  /** Those of each service are in the order of their times. */
  readonly steps: readonly ClosingStep[]
  /** Results for slots that are already closed. */
  readonly late: readonly CheckReport[]
  readonly decisions: readonly Decision[]
  /** For each scheduled analysis, since when it could be closed. */
  readonly due: readonly number[]
}

export interface SlotAggregatorOptions {
  readonly now: number
  readonly services: Iterable<AggregatedService>
  readonly watermarks?: Iterable<SensorWatermark>
  /** Those that are read to their end before anything is closed. */
  readonly streams?: Iterable<Stream>
  /** Sensors in quarantine. */
  readonly quarantined?: Disbelief
  /** The check of a service that has no sensors; undefined if nothing is known of it. */
  readonly sensorless?: (service_id: number, slot: number, plan: RevisionPlan) => JobCheck | undefined
  /** Called for every closed slot, with the results of its sensors. */
  readonly onClosed?: (open: PendingSlot) => void
}

export interface CloseOptions {
  readonly limit?: number
  readonly until?: number
  readonly maxLate?: number
}

const maxSteps = 5_000

export const createSlotAggregator = (options: SlotAggregatorOptions): SlotAggregator => new SlotAggregator(options)

/**
 * Turns the results of one shard of services into analyses. It holds the open slots and does not know where results come
 * from or go to: everything happens in the calls, and time passes only with `take` and `close`.
 */
export class SlotAggregator {
  readonly #watches = new Map<number, Watch>()
  readonly #options: SlotAggregatorOptions
  readonly #behind: Set<Stream>
  readonly #intake: ResultIntake
  readonly #decisions = new EarlyDecisions((open) => this.#toAnalysis(open))
  readonly #closer = new SlotCloser({
    close: (open) => this.#close(open),
    onWaiting: (watch) => this.#decisions.reconsider(watch),
  })
  readonly #substitutes = { sensorless: (service_id: number, slot: number) => this.#sensorless(service_id, slot) }
  #due: number[] = []

  constructor(options: SlotAggregatorOptions) {
    const { now, watermarks, quarantined, services, streams = ['live', 'backlog'] } = options
    this.#options = options
    this.#behind = new Set(streams)
    this.#intake = new ResultIntake({
      ...{ now, watermarks, quarantined, watches: this.#watches },
      onComplete: (watch) => this.#closer.markReady(watch),
      onPartial: (watch, open) => this.#decisions.decide(watch, open),
    })
    for (const service of services) this.watch(service)
  }

  get services(): number {
    return this.#watches.size
  }

  /** How many results wait in open slots, or for a forced slot to be opened. */
  get pending(): number {
    return this.#intake.pending
  }

  /** How many results wait to amend stored analyses. */
  get late(): number {
    return this.#intake.late
  }

  /** How many services have something to write. */
  get ready(): number {
    return this.#closer.ready
  }

  hasReached(stream: Stream): boolean {
    return !this.#behind.has(stream)
  }

  get isCaughtUp(): boolean {
    return this.#behind.size === 0
  }

  /** How many analyses the schedules ask for per second. */
  get expectedRate(): number {
    let rate = 0
    for (const { plans } of this.#watches.values()) {
      const plan = planAt(plans, this.#intake.clock)
      if (plan?.is_active) rate += 1000 / plan.interval
    }
    return rate
  }

  /** How many services have a slot that should have been closed before the given time. */
  overdue(now: number): number {
    // No entry is later than the deadline of its service, so the first one usually gives the answer.
    if ((this.#closer.earliest ?? now) >= now) return 0
    let count = 0
    for (const watch of this.#watches.values()) if (dueTime(watch) < now) count += 1
    return count
  }

  /** The time of the slot that should have been closed longest ago, or now if there is none. */
  get oldestDue(): number {
    const { clock } = this.#intake
    return Math.min(this.#closer.earliest ?? clock, clock)
  }

  takeIntake(): IntakeCounts {
    return this.#intake.takeCounts()
  }

  /**
   * Up to which time a service is closed, except for late results: just before its next slot or pause change. Undefined
   * for a service of another shard.
   */
  knownUntil(service_id: number): number | undefined {
    const watch = this.#watches.get(service_id)
    if (watch === undefined) return undefined
    return Math.min(headTime(watch), nextPauseChange(watch)?.at ?? Number.POSITIVE_INFINITY) - 1
  }

  /** Notes that the stream has been read up to the end that it had at the takeover. */
  reached(stream: Stream): void {
    this.#behind.delete(stream)
  }

  /** Starts to watch a service, or updates the revisions of a known one. */
  watch(service: AggregatedService): void {
    const plans = service.revisions
      .map((revision) => toPlan(revision, service.owner))
      .sort((one, other) => one.from - other.from || one.revision - other.revision)
    const known = this.#watches.get(service.service_id)
    if (known === undefined) this.#startWatch(service, plans)
    else this.#replan(known, plans)
  }

  #startWatch(
    { service_id, frontier, isPaused, pauseChangedAt, decided }: AggregatedService,
    plans: RevisionPlan[],
  ): void {
    const watch = createWatch({
      service_id,
      plans,
      // Where nothing is closed, even the first revision may still be postponed or give way to a pause.
      frontier: frontier ?? Number.NEGATIVE_INFINITY,
      ...(isPaused !== undefined && { isPaused }),
      ...(pauseChangedAt !== undefined && { pauseChangedAt }),
      ...(decided !== undefined && { decided: decided.slot }),
    })
    this.#watches.set(service_id, watch)
    const reopened = decided && reopenDecided(watch, decided)
    if (reopened !== undefined) {
      insertOpen(watch, reopened)
      if (reopened.missing === 0) this.#closer.markReady(watch)
    }
    this.#closer.schedule(watch)
  }

  #replan(watch: Watch, plans: RevisionPlan[]): void {
    for (const open of replan(watch, plans)) this.#intake.discard(open, 'wrong_revision')
    this.#closer.schedule(watch)
    this.#closer.markReady(watch)
  }

  /** Stops watching a service that is gone. */
  forget(service_id: number): void {
    const watch = this.#watches.get(service_id)
    if (watch === undefined) return
    this.#watches.delete(service_id)
    for (const open of watch.open) this.#intake.discard(open, 'unknown_service')
    this.#intake.discardForced(service_id, 'unknown_service')
    watch.open.length = 0
    watch.next = undefined
    watch.plans = []
  }

  /** Expects an analysis outside the schedule; one that is already expected changes nothing. */
  force(forced: ForcedSlot): void {
    const watch = this.#watches.get(forced.service_id)
    if (watch !== undefined && this.#intake.force(watch, forced)) this.#closer.schedule(watch)
  }

  /** Takes in a batch of results. */
  take(batch: ReadBatch, arrival: Arrival): void {
    this.#intake.take(batch, arrival)
  }

  /** Passes a message that could not be read, or was deliberately not read. */
  skip(arrival: Pick<Arrival, 'stream' | 'sequence'>, deadLetter?: DeadLetter): void {
    this.#intake.skip(arrival, deadLetter)
  }

  /**
   * Closes what can be closed by now, up to `limit` steps. Nothing is closed before the streams are read up to the end
   * that they had at the takeover, unless `until` gives the time up to which they have been read. Late results are
   * included up to the cost `maxLate`.
   */
  close(now: number, { limit = maxSteps, until, maxLate = Number.POSITIVE_INFINITY }: CloseOptions = {}): Closing {
    this.#intake.advance(now)
    const horizon = this.isCaughtUp ? now : until
    const steps = horizon === undefined ? [] : this.#closer.closeDue(horizon, limit)
    if (horizon !== undefined)
      for (const open of this.#intake.takeFinishedForced(horizon)) steps.push(this.#close(open))
    this.#intake.releaseHeld(now)
    const late = this.#intake.takeLate(maxLate)
    const decisions = horizon === undefined ? [] : this.#decisions.take()
    const due = this.#due
    this.#due = []
    return { steps, late, decisions, due, ...this.#intake.takePassed(now) }
  }

  /** Takes only late results, up to a cost, so that fresh results need not wait for them. */
  closeLate(maxLate: number): Closing {
    const late = this.#intake.takeLate(maxLate)
    return { steps: [], late, decisions: [], due: [], ...this.#intake.takePassed(this.#intake.clock) }
  }

  #close(open: PendingSlot): AnalysisToStore {
    this.#intake.finish(open)
    if (open.kind === 's') this.#due.push(open.due)
    this.#options.onClosed?.(open)
    return this.#toAnalysis(open)
  }

  #toAnalysis(open: PendingSlot): AnalysisToStore {
    return closeSlot(open, this.#substitutes)
  }

  #sensorless(service_id: number, slot: number): JobCheck | undefined {
    const plan = planAt(this.#watches.get(service_id)?.plans ?? [], slot)
    return plan === undefined ? undefined : this.#options.sensorless?.(service_id, slot, plan)
  }
}
