import type { CheckReport, ReadBatch } from '@wachta/bus'
import type { Outcome, PackedCheck, Revision } from '@wachta/domain'
import type { Disbelief } from '../disbelief.ts'
import { Deadlines } from './deadlines.ts'
import { HeldResults } from './held.ts'
import { LateResults } from './late-results.ts'
import { type ClosedAnalysis, closeSlot, isFinished, type JobCheck, type OpenSlot, openSlot } from './open-slot.ts'
import type { Party } from './party.ts'
import { hasSlot, type Plan, planAt, planOf } from './plan.ts'
import {
  type DeadLetter,
  type Passed,
  type Receipt,
  Receipts,
  type Stream,
  shortened,
  type Watermark,
} from './receipts.ts'
import type { StrayReason } from './strays.ts'
import { decidedByTally } from './tally.ts'
import {
  createWatch,
  dueTime,
  findOpen,
  headOf,
  headTime,
  insertOpen,
  mayClose,
  nextPauseChange,
  type PauseChange,
  pass,
  replan,
  undisclosed,
  type Watch,
} from './watch.ts'

/** A service as the aggregator takes it over. */
export interface WatchedService {
  readonly service_id: number
  /** Those that may still matter, in their order. */
  readonly revisions: readonly Revision[]
  /** The newest slot that is closed; none: it begins with its first revision. */
  readonly frontier?: number | undefined
  readonly isPaused?: boolean
  /** When it was paused or resumed last, as far as that is stored. */
  readonly turned?: number | undefined
  /** The slot whose outcome was given out before it was closed, if there is one. */
  readonly decided?: DecidedSlot | undefined
  /** Whose it is; without that nothing follows from it for sensors. */
  readonly owner?: Omit<Party, 'target'> | undefined
}

/** A slot whose outcome was given out, with the checks that decided it: it is closed with no fewer. */
export interface DecidedSlot {
  readonly slot: number
  readonly revision: number
  readonly checks: readonly PackedCheck[]
}

/** An analysis out of turn that is waited for. */
export interface ForcedSlot {
  readonly service_id: number
  readonly slot: number
  readonly kind: 'f' | 'c'
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  readonly deadline: number
}

/** An outcome that nothing can change any more, of a slot that is still open and has no earlier one before it. */
export interface Decision {
  readonly service_id: number
  readonly slot: number
  readonly outcome: Exclude<Outcome, 'unknown'>
  /** What the analysis would be if nobody else answered. To be asked for at once: the slot goes on. */
  soFar(): ClosedAnalysis
}

/** Where and when a batch came from its stream. */
export interface Arrival {
  readonly stream: Stream
  /** Its place in the stream. */
  readonly sequence: number
  readonly now: number
  /** What of it could not be understood. */
  readonly letters?: readonly DeadLetter[]
}

/** All that is to be written in one transaction. */
export interface Closing extends Passed {
  /** Of each service in the order of their times. */
  readonly steps: readonly (ClosedAnalysis | PauseChange)[]
  /** Results for slots that are closed already. */
  readonly late: readonly CheckReport[]
  readonly decisions: readonly Decision[]
  /** Of each analysis of the schedule, since when it could be closed. */
  readonly due: readonly number[]
}

/** What was read since the last time somebody asked. */
export interface Intake {
  readonly messages: number
  readonly results: number
  /** Results that were there already. */
  readonly repeated: number
}

export interface SlotAggregatorOptions {
  readonly now: number
  readonly services: Iterable<WatchedService>
  readonly watermarks?: Iterable<Watermark>
  /** Those that are read to their end before anything is closed. */
  readonly streams?: Iterable<Stream>
  /** Sensors in quarantine. */
  readonly quarantined?: Disbelief
  /** The check of a service that no sensor looks at; undefined where nothing is known of it. */
  readonly sensorless?: (service_id: number, slot: number, plan: Plan) => JobCheck | undefined
  /** Hears of every slot that is closed, with what sensors said themselves. */
  readonly onClosed?: (open: OpenSlot) => void
}

const day = 86_400_000
/** No clock that counts is so far ahead. */
const maxAhead = 60_000
/** How many repetitions of one word wait with it for the database; more of them say nothing that is worth the memory. */
const maxRepeated = 3
const maxSteps = 5_000
/** Reading so many analyses costs as much as amending one. */
const refoldedPerResult = 20

export interface CloseOptions {
  readonly limit?: number
  readonly until?: number
  readonly maxLate?: number
}

export const createSlotAggregator = (options: SlotAggregatorOptions): SlotAggregator => new SlotAggregator(options)

/**
 * Makes analyses of the results of one shard of services. It holds the slots that are open and knows nothing of where
 * results come from and go to: everything happens in the calls, and time passes with `close` alone.
 */
export class SlotAggregator {
  readonly #watches = new Map<number, Watch>()
  readonly #deadlines = new Deadlines<Watch>()
  readonly #receipts: Receipts
  readonly #behind: Set<Stream>
  readonly #options: SlotAggregatorOptions
  readonly #substitutes
  #clock: number
  #ready: Watch[] = []
  readonly #late = new LateResults()
  readonly #held = new HeldResults()
  /** Slots that hold nobody up: custom ones, and forced ones that the frontier has passed. */
  #loose: OpenSlot[] = []
  /** Services with a slot that was decided since the last time. */
  #decided: Watch[] = []
  #due: number[] = []
  #intake = { messages: 0, results: 0, repeated: 0 }
  /** How many results lie in open slots. */
  pending = 0

  constructor(options: SlotAggregatorOptions) {
    this.#options = options
    this.#clock = options.now
    this.#behind = new Set(options.streams ?? ['live', 'backlog'])
    this.#receipts = new Receipts(options.watermarks ?? [])
    this.#substitutes = {
      sensorless: (service_id: number, slot: number) => this.#sensorless(service_id, slot),
    }
    for (const service of options.services) this.watch(service)
  }

  get services(): number {
    return this.#watches.size
  }

  /** How many results wait to amend analyses that are stored. */
  get late(): number {
    return this.#late.size
  }

  hasReached(stream: Stream): boolean {
    return !this.#behind.has(stream)
  }

  get isCaughtUp(): boolean {
    return this.#behind.size === 0
  }

  /** Analyses that the schedules ask for, a second. */
  get expectedRate(): number {
    let rate = 0
    for (const { plans } of this.#watches.values()) {
      const plan = planAt(plans, this.#clock)
      if (plan?.is_active) rate += 1000 / plan.interval
    }
    return rate
  }

  /** How many services have a slot that ought to have been closed before the given time. */
  overdue(now: number): number {
    // No entry is later than what it stands for: as a rule, one look is enough.
    if ((this.#deadlines.earliest ?? now) >= now) return 0
    let count = 0
    for (const watch of this.#watches.values()) if (dueTime(watch) < now) count += 1
    return count
  }

  takeIntake(): Intake {
    const intake = this.#intake
    this.#intake = { messages: 0, results: 0, repeated: 0 }
    return intake
  }

  /** How many services have something to write. */
  get ready(): number {
    return this.#ready.length
  }

  /** The time of the slot that ought to have been closed longest ago, or now where none ought to. */
  get oldestDue(): number {
    return Math.min(this.#deadlines.earliest ?? this.#clock, this.#clock)
  }

  /**
   * Up to which time all is closed that can be seen of a service, but for what comes late: just before its first slot or
   * pause that is still to come. Undefined for one that is not watched here.
   */
  knownUntil(service_id: number): number | undefined {
    const watch = this.#watches.get(service_id)
    if (watch === undefined) return undefined
    return Math.min(headTime(watch), nextPauseChange(watch)?.at ?? Number.POSITIVE_INFINITY) - 1
  }

  /** The stream has been read up to the end that it had at the takeover. */
  reached(stream: Stream): void {
    this.#behind.delete(stream)
  }

  /** Takes up a service, or other revisions of one that is known. */
  watch({ service_id, revisions, frontier, isPaused, turned, owner, decided }: WatchedService): void {
    const plans = revisions
      .map((revision) => planOf(revision, owner))
      .sort((one, other) => one.from - other.from || one.revision - other.revision)
    const known = this.#watches.get(service_id)
    if (known === undefined) {
      const watch = createWatch({
        service_id,
        plans,
        // Where nothing is closed, even the first revision may still be put off or give way to a pause.
        frontier: frontier ?? Number.NEGATIVE_INFINITY,
        ...(isPaused !== undefined && { isPaused }),
        ...(turned !== undefined && { turned }),
        ...(decided !== undefined && { decided: decided.slot }),
      })
      this.#watches.set(service_id, watch)
      if (decided !== undefined) this.#reopen(watch, decided)
      this.#schedule(watch)
      return
    }
    for (const open of replan(known, plans)) this.#discard(open, 'wrong_revision')
    this.#schedule(known)
    this.#markReady(known)
  }

  /** What was decided before a takeover stays decided, although its results may never be read again. */
  #reopen(watch: Watch, { slot, revision, checks }: DecidedSlot): void {
    const { service_id, plans } = watch
    const plan = plans.find((each) => each.revision === revision)
    if (plan === undefined) return
    const open = openSlot(service_id, slot, { kind: 's', deadline: slot + plan.wait, question: plan })
    open.isTold = true
    for (const check of checks) {
      const rank = plan.sensor_ids.indexOf(check.sensor_id)
      if (rank === -1 || check.result === 'unknown') continue
      open.reports[rank] = { ...check, service_id, slot, revision, words: null }
      open.missing -= 1
      open[check.result] += 1
    }
    insertOpen(watch, open)
    if (open.missing === 0) this.#markReady(watch)
  }

  /** The service is gone. */
  forget(service_id: number): void {
    const watch = this.#watches.get(service_id)
    if (watch === undefined) return
    this.#watches.delete(service_id)
    for (const open of watch.open) this.#discard(open, 'unknown_service')
    for (const open of this.#loose) if (open.service_id === service_id) this.#discard(open, 'unknown_service')
    this.#loose = this.#loose.filter((open) => open.service_id !== service_id)
    watch.open.length = 0
    watch.next = undefined
    watch.plans = []
  }

  /** Expects an analysis out of turn; one that is expected already changes nothing. */
  force(forced: ForcedSlot): void {
    const watch = this.#watches.get(forced.service_id)
    if (watch === undefined || this.#findForced(watch, forced.slot) !== undefined) return
    const { service_id, slot, kind, deadline, revision, error_tolerance } = forced
    const question = { revision, error_tolerance, sensor_ids: [...new Set(forced.sensor_ids)] }
    const open = openSlot(service_id, slot, { kind, deadline, question })
    if (kind === 'c' || slot <= watch.frontier) this.#loose.push(open)
    else insertOpen(watch, open)
    for (const { report, receipt } of this.#held.takeSlot(service_id, slot)) {
      this.pending -= 1
      receipt.pending -= 1
      const fault = this.#answerForced(watch, open, report, receipt)
      if (fault !== undefined) this.#receipts.stray(receipt, fault)
      if (receipt.pending === 0) this.#receipts.received(receipt)
    }
    this.#schedule(watch)
  }

  /** Takes in a batch of results. */
  take(batch: ReadBatch, { stream, sequence, now, letters }: Arrival): void {
    this.#clock = Math.max(this.#clock, now)
    const receipt = this.#receipts.receive(stream, sequence, batch)
    receipt.letters = letters?.map(shortened)
    this.#intake.messages += 1
    this.#intake.results += batch.count
    for (const report of batch.reports) {
      if (report === undefined) continue
      const fault = this.#place(report, receipt)
      if (fault !== undefined) this.#receipts.stray(receipt, fault)
    }
    this.#receipts.received(receipt)
  }

  /** A message of which nothing could be read, or nothing was read on purpose. */
  skip({ stream, sequence }: Pick<Arrival, 'stream' | 'sequence'>, letter?: DeadLetter): void {
    this.#receipts.skip(stream, sequence, letter)
  }

  /**
   * What is to be written by now, at most so much at once. Nothing is closed before the streams are read up to the end
   * that they had at the takeover, unless `until` says up to which time of the stream everything has been read. Late
   * results come with it up to the cost `maxLate`.
   */
  close(now: number, { limit = maxSteps, until, maxLate = Number.POSITIVE_INFINITY }: CloseOptions = {}): Closing {
    this.#clock = Math.max(this.#clock, now)
    const steps: (ClosedAnalysis | PauseChange)[] = []
    const horizon = this.isCaughtUp ? now : until
    if (horizon !== undefined) this.#closeDue(horizon, steps, limit)
    this.#releaseHeld(now)
    const late = this.#takeLate(maxLate)
    const decisions = horizon === undefined ? [] : this.#disclose()
    const due = this.#due
    this.#due = []
    return { steps, late, decisions, due, ...this.#receipts.take(now) }
  }

  /** What came late alone, up to a cost: fresh results need not wait for it. */
  closeLate(maxLate: number): Closing {
    return { steps: [], late: this.#takeLate(maxLate), decisions: [], due: [], ...this.#receipts.take(this.#clock) }
  }

  #takeLate(most: number): CheckReport[] {
    if (most <= 0) return []
    const taken = this.#late.take(most, (service_id, oldest) => this.#refoldCost(service_id, oldest))
    for (const { receipt } of taken) this.#receipts.done(receipt)
    return taken.map(({ report }) => report)
  }

  /** The statuses of a service may have to be computed again from the slot on: so many analyses are read for it. */
  #refoldCost(service_id: number, oldest: number): number {
    const plan = planAt(this.#watches.get(service_id)?.plans ?? [], this.#clock)
    return plan === undefined ? 0 : Math.max(0, this.#clock - oldest) / plan.interval / refoldedPerResult
  }

  /** Puts a result where it belongs, or says why it belongs nowhere. */
  #place(report: CheckReport, receipt: Receipt): StrayReason | undefined {
    const watch = this.#watches.get(report.service_id)
    if (watch === undefined) return 'unknown_service'
    const { slot } = report
    if (slot > this.#clock + maxAhead) return 'ahead'
    const plan = planAt(watch.plans, slot)
    if (plan === undefined || !hasSlot(plan, slot)) return this.#placeOffGrid(watch, report, receipt)
    if (plan.revision !== report.revision) return 'wrong_revision'
    const rank = plan.sensor_ids.indexOf(report.sensor_id)
    if (rank === -1) return 'wrong_sensor'
    if (slot <= watch.frontier) return this.#placeLate(report, receipt)
    let open = findOpen(watch, slot)
    if (open === undefined) {
      open = openSlot(watch.service_id, slot, { kind: 's', deadline: slot + plan.wait, question: plan })
      insertOpen(watch, open)
    }
    this.#answer(open, rank, report, receipt)
    if (open.missing === 0) this.#markReady(watch)
    else this.#decide(watch, open)
    return undefined
  }

  #placeOffGrid(watch: Watch, report: CheckReport, receipt: Receipt): StrayReason | undefined {
    const open = this.#findForced(watch, report.slot)
    if (open !== undefined) return this.#answerForced(watch, open, report, receipt)
    if (report.slot < this.#clock - day) return 'too_old'
    // The row that asks for it may be read a moment later than its answer.
    const isWatcher = planAt(watch.plans, report.slot)?.sensor_ids.includes(report.sensor_id) ?? false
    if (!this.#held.hold(report, receipt, { now: this.#clock, isWatcher })) return 'not_on_grid'
    receipt.pending += 1
    this.pending += 1
    return undefined
  }

  #placeLate(report: CheckReport, receipt: Receipt): StrayReason | undefined {
    if (report.slot < this.#clock - day) return 'too_old'
    receipt.pending += 1
    this.#late.add({ report, receipt })
    return undefined
  }

  #answerForced(watch: Watch, open: OpenSlot, report: CheckReport, receipt: Receipt): StrayReason | undefined {
    if (report.revision !== open.question.revision) return 'wrong_revision'
    const rank = open.question.sensor_ids.indexOf(report.sensor_id)
    if (rank === -1) return 'wrong_sensor'
    this.#answer(open, rank, report, receipt)
    if (open.missing === 0) this.#markReady(watch)
    return undefined
  }

  /** The first word of a sensor stands; whoever repeats it waits with it for the database. */
  #answer(open: OpenSlot, rank: number, report: CheckReport, receipt: Receipt): void {
    const before = open.reports[rank]
    // What was said often enough is not waited for: the first word is, and it stays in the stream until it is stored.
    if (before !== undefined && open.receipts.length > open.reports.length * maxRepeated) {
      this.#intake.repeated += 1
      return
    }
    receipt.pending += 1
    this.pending += 1
    open.receipts.push(receipt)
    if (before !== undefined) {
      this.#intake.repeated += 1
      if (before.result !== report.result || before.started !== report.started) this.#receipts.stray(receipt, 'differs')
      return
    }
    open.reports[rank] = report
    open.missing -= 1
    if (open.missing === 0) open.due = Math.min(open.due, this.#clock)
    // Decided when it comes and not when the slot is closed: what follows from it in between must stay true.
    if (this.#options.quarantined?.has(report.sensor_id, open.slot)) {
      open.disbelieved ??= new Set()
      open.disbelieved.add(rank)
    } else if (report.result === 'ok') open.ok += 1
    else if (report.result === 'error') open.error += 1
  }

  /** Notes the outcome as soon as nothing can change it. Slots that are complete are told by their analysis. */
  #decide(watch: Watch, open: OpenSlot): void {
    if (open.decided !== undefined) return
    const { ok, error, question } = open
    const { error_tolerance, sensor_ids } = question
    open.decided = decidedByTally({ ok, error, expected: sensor_ids.length, error_tolerance }, open.missing)
    if (open.decided !== undefined) this.#decided.push(watch)
  }

  /** The outcomes that are known before their slots are closed, each of them once. */
  #disclose(): Decision[] {
    const watches = this.#decided
    this.#decided = []
    const decisions: Decision[] = []
    for (const watch of watches) {
      const open = undisclosed(watch)
      if (open?.decided === undefined || open.decided === 'unknown') continue
      open.isTold = true
      watch.decided = open.slot
      const { service_id, slot, decided: outcome } = open
      decisions.push({ service_id, slot, outcome, soFar: () => closeSlot(open, this.#substitutes) })
    }
    return decisions
  }

  #closeDue(now: number, steps: (ClosedAnalysis | PauseChange)[], limit: number): void {
    const ready = this.#ready
    this.#ready = []
    for (const watch of ready) {
      watch.isReady = false
      this.#closeWatch(watch, now, steps, limit)
      this.#schedule(watch)
    }
    while (steps.length < limit) {
      const due = this.#deadlines.next(now)
      if (due === undefined) break
      // Another entry has taken the place of this one.
      if (due.at !== due.what.scheduled) continue
      due.what.scheduled = Number.POSITIVE_INFINITY
      this.#closeWatch(due.what, now, steps, limit)
      this.#schedule(due.what)
    }
    if (this.#loose.length > 0) this.#closeLoose(now, steps)
  }

  #closeWatch(watch: Watch, now: number, steps: (ClosedAnalysis | PauseChange)[], limit: number): void {
    while (steps.length < limit) {
      const pauseChange = nextPauseChange(watch)
      if (pauseChange !== undefined && pauseChange.at <= now && pauseChange.at <= headTime(watch)) {
        watch.isPaused = pauseChange.isPaused
        watch.turned = pauseChange.at
        steps.push(pauseChange)
      } else if (mayClose(watch, now)) steps.push(this.#closeHead(watch))
      else {
        // What waited for an earlier slot may be known already.
        if (undisclosed(watch) !== undefined) this.#decided.push(watch)
        return
      }
    }
    this.#markReady(watch)
  }

  #closeHead(watch: Watch): ClosedAnalysis {
    const head = headOf(watch)
    if (head !== undefined) watch.open.shift()
    const open = head ?? this.#silentSlot(watch)
    pass(watch, open.slot)
    return this.#finish(open)
  }

  /** A slot that nobody said anything about. */
  #silentSlot({ service_id, next }: Watch): OpenSlot {
    if (next === undefined) throw new RangeError('no slot to close')
    const { slot, plan } = next
    return openSlot(service_id, slot, { kind: 's', deadline: slot + plan.wait, question: plan })
  }

  #closeLoose(now: number, steps: (ClosedAnalysis | PauseChange)[]): void {
    this.#loose = this.#loose.filter((open) => {
      if (!isFinished(open, now)) return true
      steps.push(this.#finish(open))
      return false
    })
  }

  #finish(open: OpenSlot): ClosedAnalysis {
    for (const receipt of open.receipts) this.#receipts.done(receipt)
    this.pending -= open.receipts.length
    if (open.kind === 's') this.#due.push(open.due)
    this.#options.onClosed?.(open)
    return closeSlot(open, this.#substitutes)
  }

  #discard(open: OpenSlot, reason: StrayReason): void {
    for (const receipt of open.receipts) {
      this.#receipts.stray(receipt, reason)
      this.#receipts.done(receipt)
    }
    this.pending -= open.receipts.length
  }

  #releaseHeld(now: number): void {
    for (const { report, receipt } of this.#held.takeDue(now)) {
      this.pending -= 1
      this.#late.add({ report, receipt })
    }
  }

  #findForced(watch: Watch, slot: number): OpenSlot | undefined {
    const { service_id } = watch
    return findOpen(watch, slot) ?? this.#loose.find((open) => open.service_id === service_id && open.slot === slot)
  }

  #sensorless(service_id: number, slot: number): JobCheck | undefined {
    const plan = planAt(this.#watches.get(service_id)?.plans ?? [], slot)
    return plan === undefined ? undefined : this.#options.sensorless?.(service_id, slot, plan)
  }

  #markReady(watch: Watch): void {
    if (watch.isReady) return
    watch.isReady = true
    this.#ready.push(watch)
  }

  /** Each service has one entry that counts; one that is too early is put right when its time comes. */
  #schedule(watch: Watch): void {
    const at = dueTime(watch)
    if (at >= watch.scheduled) return
    watch.scheduled = at
    this.#deadlines.add(at, watch)
  }
}
