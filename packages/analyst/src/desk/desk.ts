import type { CheckReport, ReadBatch } from '@wachta/bus'
import type { Outcome, PackedCheck, Revision } from '@wachta/domain'
import { Deadlines } from './deadlines.ts'
import { type ClosedAnalysis, closeSlot, isFinished, type OpenSlot, openSlot } from './open-slot.ts'
import { hasSlot, type Plan, planAt, planOf } from './plan.ts'
import { type DeadLetter, type Passed, type Receipt, Receipts, type Stream, type Watermark } from './receipts.ts'
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
  nextTurn,
  pass,
  replan,
  type Turn,
  type Watch,
} from './watch.ts'

/** A service as the desk takes it over. */
export interface WatchedService {
  readonly service_id: number
  /** Those that may still matter, in their order. */
  readonly revisions: readonly Revision[]
  /** The newest slot that is closed; none: it begins with its first revision. */
  readonly frontier?: number | undefined
  readonly isPaused?: boolean
  /** When it was paused or resumed last, as far as that is stored. */
  readonly turned?: number | undefined
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

/** An outcome that nothing can change any more, of a slot that is still open. */
export interface Decision {
  readonly service_id: number
  readonly slot: number
  readonly outcome: Outcome
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
  readonly steps: readonly (ClosedAnalysis | Turn)[]
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

export interface DeskOptions {
  readonly now: number
  readonly services: Iterable<WatchedService>
  readonly watermarks?: Iterable<Watermark>
  /** Sensors that are not believed at present. */
  readonly quarantined?: ReadonlySet<number>
  /** The check of a service that no sensor looks at; undefined where nothing is known of it. */
  readonly sensorless?: (service_id: number, slot: number, plan: Plan) => PackedCheck | undefined
  /** Hears of every slot that is closed, with what sensors said themselves. */
  readonly onClosed?: (open: OpenSlot) => void
}

const day = 86_400_000
/** No clock that counts is so far ahead. */
const mostAhead = 60_000
/** How long a result waits for the row that asked for it. */
const forcedWait = 5_000
const mostSteps = 5_000

export const createDesk = (options: DeskOptions): Desk => new Desk(options)

/**
 * Makes analyses of the results of one group of services. It holds the slots that are open and knows nothing of where
 * results come from and go to: everything happens in the calls, and time passes with `close` alone.
 */
export class Desk {
  readonly #watches = new Map<number, Watch>()
  readonly #deadlines = new Deadlines<Watch>()
  readonly #receipts: Receipts
  readonly #behind = new Set<Stream>(['live', 'backlog'])
  readonly #options: DeskOptions
  readonly #substitutes
  #clock: number
  #ready: Watch[] = []
  #late: { report: CheckReport; receipt: Receipt }[] = []
  #held: { report: CheckReport; receipt: Receipt; until: number }[] = []
  /** Slots that hold nobody up: custom ones, and forced ones that the frontier has passed. */
  #loose: OpenSlot[] = []
  #decisions: Decision[] = []
  #due: number[] = []
  #intake = { messages: 0, results: 0, repeated: 0 }
  /** How many results lie in open slots. */
  pending = 0

  constructor(options: DeskOptions) {
    this.#options = options
    this.#clock = options.now
    this.#receipts = new Receipts(options.watermarks ?? [])
    this.#substitutes = {
      quarantined: options.quarantined ?? new Set<number>(),
      sensorless: (service_id: number, slot: number) => this.#sensorless(service_id, slot),
    }
    for (const service of options.services) this.watch(service)
  }

  get services(): number {
    return this.#watches.size
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
    return Math.min(headTime(watch), nextTurn(watch)?.at ?? Number.POSITIVE_INFINITY) - 1
  }

  /** The stream has been read up to the end that it had at the takeover. */
  reached(stream: Stream): void {
    this.#behind.delete(stream)
  }

  /** Takes up a service, or other revisions of one that is known. */
  watch({ service_id, revisions, frontier, isPaused, turned }: WatchedService): void {
    const plans = revisions.map(planOf).sort((one, other) => one.from - other.from || one.revision - other.revision)
    const known = this.#watches.get(service_id)
    if (known === undefined) {
      const watch = createWatch({
        service_id,
        plans,
        // Where nothing is closed, even the first revision may still be put off or give way to a pause.
        frontier: frontier ?? Number.NEGATIVE_INFINITY,
        ...(isPaused !== undefined && { isPaused }),
        ...(turned !== undefined && { turned }),
      })
      this.#watches.set(service_id, watch)
      this.#schedule(watch)
      return
    }
    for (const open of replan(known, plans)) this.#discard(open, 'wrong_revision')
    this.#schedule(known)
    this.#markReady(known)
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
    this.#held = this.#held.filter(({ report, receipt }) => {
      if (report.service_id !== service_id || report.slot !== slot) return true
      this.pending -= 1
      receipt.pending -= 1
      const fault = this.#answerForced(watch, open, report, receipt)
      if (fault !== undefined) this.#receipts.stray(receipt, fault)
      if (receipt.pending === 0) this.#receipts.received(receipt)
      return false
    })
    this.#schedule(watch)
  }

  /** Takes in a batch of results. */
  take(batch: ReadBatch, { stream, sequence, now, letters }: Arrival): void {
    this.#clock = Math.max(this.#clock, now)
    const receipt = this.#receipts.receive(stream, sequence, batch)
    receipt.letters = letters
    this.#intake.messages += 1
    this.#intake.results += batch.count
    for (const report of batch.reports) {
      if (report === undefined) continue
      const fault = this.#place(report, receipt)
      if (fault !== undefined) this.#receipts.stray(receipt, fault)
    }
    this.#receipts.received(receipt)
  }

  /** A message of which nothing could be read. */
  skip({ stream, sequence }: Pick<Arrival, 'stream' | 'sequence'>, letter: DeadLetter): void {
    this.#receipts.skip(stream, sequence, letter)
  }

  /**
   * What is to be written by now, at most so much at once. Nothing is closed before both streams are read up to the end
   * that they had at the takeover, unless `until` says up to which time of the stream everything has been read.
   */
  close(now: number, { limit = mostSteps, until }: { limit?: number; until?: number } = {}): Closing {
    this.#clock = Math.max(this.#clock, now)
    const steps: (ClosedAnalysis | Turn)[] = []
    const horizon = this.isCaughtUp ? now : until
    if (horizon !== undefined) this.#closeDue(horizon, steps, limit)
    this.#releaseHeld(now)
    const late = this.#late.map(({ report }) => report)
    for (const { receipt } of this.#late) this.#receipts.done(receipt)
    this.#late = []
    const decisions = this.#decisions
    this.#decisions = []
    const due = this.#due
    this.#due = []
    return { steps, late, decisions, due, ...this.#receipts.take() }
  }

  /** Puts a result where it belongs, or says why it belongs nowhere. */
  #place(report: CheckReport, receipt: Receipt): StrayReason | undefined {
    const watch = this.#watches.get(report.service_id)
    if (watch === undefined) return 'unknown_service'
    const { slot } = report
    if (slot > this.#clock + mostAhead) return 'ahead'
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
    return undefined
  }

  #placeOffGrid(watch: Watch, report: CheckReport, receipt: Receipt): StrayReason | undefined {
    const open = this.#findForced(watch, report.slot)
    if (open !== undefined) return this.#answerForced(watch, open, report, receipt)
    if (report.slot < this.#clock - day) return 'too_old'
    // The row that asks for it may be read a moment later than its answer.
    receipt.pending += 1
    this.pending += 1
    this.#held.push({ report, receipt, until: this.#clock + forcedWait })
    return undefined
  }

  #placeLate(report: CheckReport, receipt: Receipt): StrayReason | undefined {
    if (report.slot < this.#clock - day) return 'too_old'
    receipt.pending += 1
    this.#late.push({ report, receipt })
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
    receipt.pending += 1
    this.pending += 1
    open.receipts.push(receipt)
    const before = open.reports[rank]
    if (before !== undefined) {
      this.#intake.repeated += 1
      if (before.result !== report.result || before.started !== report.started) this.#receipts.stray(receipt, 'differs')
      return
    }
    open.reports[rank] = report
    open.missing -= 1
    if (open.missing === 0) open.due = Math.min(open.due, this.#clock)
    if (this.#substitutes.quarantined.has(report.sensor_id)) return
    if (report.result === 'ok') open.ok += 1
    else if (report.result === 'error') open.error += 1
    if (!open.isDecided && open.kind !== 'c') this.#decide(open)
  }

  #decide(open: OpenSlot): void {
    const { ok, error, question, service_id, slot } = open
    const { error_tolerance, sensor_ids } = question
    const outcome = decidedByTally({ ok, error, expected: sensor_ids.length, error_tolerance }, open.missing)
    if (outcome === undefined) return
    open.isDecided = true
    // Those that are complete are told by their analysis.
    if (open.missing > 0 && outcome !== 'unknown') this.#decisions.push({ service_id, slot, outcome })
  }

  #closeDue(now: number, steps: (ClosedAnalysis | Turn)[], limit: number): void {
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

  #closeWatch(watch: Watch, now: number, steps: (ClosedAnalysis | Turn)[], limit: number): void {
    while (steps.length < limit) {
      const turn = nextTurn(watch)
      if (turn !== undefined && turn.at <= now && turn.at <= headTime(watch)) {
        watch.isPaused = turn.isPaused
        watch.turned = turn.at
        steps.push(turn)
      } else if (mayClose(watch, now)) steps.push(this.#closeHead(watch))
      else return
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

  #closeLoose(now: number, steps: (ClosedAnalysis | Turn)[]): void {
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
    if (this.#held.length === 0) return
    this.#held = this.#held.filter(({ report, receipt, until }) => {
      if (now < until) return true
      this.pending -= 1
      this.#late.push({ report, receipt })
      return false
    })
  }

  #findForced(watch: Watch, slot: number): OpenSlot | undefined {
    const { service_id } = watch
    return findOpen(watch, slot) ?? this.#loose.find((open) => open.service_id === service_id && open.slot === slot)
  }

  #sensorless(service_id: number, slot: number): PackedCheck | undefined {
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
