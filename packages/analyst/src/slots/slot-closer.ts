import { Deadlines } from './deadlines.ts'
import { type AnalysisToStore, openSlot, type PendingSlot } from './open-slot.ts'
import {
  dueTime,
  getHead,
  headTime,
  mayClose,
  moveFrontier,
  nextPauseChange,
  type PauseChange,
  type Watch,
} from './watch.ts'

export type ClosingStep = AnalysisToStore | PauseChange

export interface SlotCloserOptions {
  readonly close: (open: PendingSlot) => AnalysisToStore
  /** Called when no further slot of a service can be closed now. */
  readonly onWaiting: (watch: Watch) => void
}

/** The steps of one call, and how many there may be. */
interface Portion {
  readonly steps: ClosingStep[]
  readonly limit: number
}

/** Closes slots when they are complete or their deadline passes, those of each service in order. */
export class SlotCloser {
  readonly #deadlines = new Deadlines<Watch>()
  readonly #options: SlotCloserOptions
  #ready: Watch[] = []

  constructor(options: SlotCloserOptions) {
    this.#options = options
  }

  /** The number of services that have something to write. */
  get ready(): number {
    return this.#ready.length
  }

  /** A time that is not later than the first deadline. */
  get earliest(): number | undefined {
    return this.#deadlines.earliest
  }

  markReady(watch: Watch): void {
    if (watch.isReady) return
    watch.isReady = true
    this.#ready.push(watch)
  }

  /**
   * Adds a deadline for a service. Only its last entry counts; an entry that is too early is corrected when it is due.
   */
  schedule(watch: Watch): void {
    const at = dueTime(watch)
    if (at >= watch.scheduled) return
    watch.scheduled = at
    this.#deadlines.add(at, watch)
  }

  /** Closes everything that is due, up to about `limit` steps. */
  closeDue(now: number, limit: number): ClosingStep[] {
    const portion: Portion = { steps: [], limit }
    const ready = this.#ready
    this.#ready = []
    for (const watch of ready) {
      watch.isReady = false
      this.#closeService(watch, now, portion)
    }
    while (portion.steps.length < limit) {
      const due = this.#deadlines.next(now)
      if (due === undefined) break
      // Another entry has replaced this one.
      if (due.at !== due.item.scheduled) continue
      due.item.scheduled = Number.POSITIVE_INFINITY
      this.#closeService(due.item, now, portion)
    }
    return portion.steps
  }

  #closeService(watch: Watch, now: number, portion: Portion): void {
    if (this.#takeSteps(watch, now, portion)) this.#options.onWaiting(watch)
    else this.markReady(watch)
    this.schedule(watch)
  }

  /** Takes the steps that are possible now. Returns false if it stopped at the limit. */
  #takeSteps(watch: Watch, now: number, { steps, limit }: Portion): boolean {
    while (steps.length < limit) {
      const step = nextStep(watch, now)
      if (step === undefined) return true
      if (step === 'slot') steps.push(this.#options.close(takeHead(watch)))
      else {
        changePause(watch, step)
        steps.push(step)
      }
    }
    return false
  }
}

/** Returns the next step of a service: a pause change, its first open slot, or undefined if neither is due. */
export function nextStep(watch: Watch, now: number): PauseChange | 'slot' | undefined {
  const pauseChange = nextPauseChange(watch)
  if (pauseChange !== undefined && pauseChange.at <= now && pauseChange.at <= headTime(watch)) return pauseChange
  return mayClose(watch, now) ? 'slot' : undefined
}

/** Removes the first slot of a service, and moves the frontier to it. */
export function takeHead(watch: Watch): PendingSlot {
  const head = getHead(watch)
  if (head !== undefined) watch.open.shift()
  const open = head ?? createEmptySlot(watch)
  moveFrontier(watch, open.slot)
  return open
}

function changePause(watch: Watch, { isPaused, at }: PauseChange): void {
  watch.isPaused = isPaused
  watch.pauseChangedAt = at
}

/** Creates a slot without any results. */
function createEmptySlot({ service_id, next }: Watch): PendingSlot {
  if (next === undefined) throw new RangeError('no slot to close')
  const { slot, plan } = next
  return openSlot(service_id, slot, { kind: 's', deadline: slot + plan.wait, expectation: plan })
}
