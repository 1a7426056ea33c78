import { Deadlines } from './deadlines.ts'
import { type AnalysisToStore, openSlot, type PendingSlot } from './open-slot.ts'
import {
  computeDueTime,
  findNextPauseChange,
  getHead,
  getHeadTime,
  mayClose,
  moveFrontier,
  type PauseChange,
  type ServiceSlots,
} from './service-slots.ts'

export type ClosingStep = AnalysisToStore | PauseChange

export interface SlotCloserOptions {
  readonly close: (open: PendingSlot) => AnalysisToStore
  /** Called when no further slot of a service can be closed now. */
  readonly onWaiting: (service: ServiceSlots) => void
}

/** The steps of one call, and how many there may be. */
interface Portion {
  readonly steps: ClosingStep[]
  readonly limit: number
}

/** Closes slots when they are complete or their deadline passes, those of each service in order. */
export class SlotCloser {
  readonly #deadlines = new Deadlines<ServiceSlots>()
  readonly #options: SlotCloserOptions
  #ready: ServiceSlots[] = []

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

  markReady(service: ServiceSlots): void {
    if (service.isReady) return
    service.isReady = true
    this.#ready.push(service)
  }

  /**
   * Adds a deadline for a service. Only the last deadline of a service counts; one that is too early is corrected when
   * it is due.
   */
  schedule(service: ServiceSlots): void {
    const at = computeDueTime(service)
    if (at >= service.scheduledAt) return
    service.scheduledAt = at
    this.#deadlines.add(at, service)
  }

  /** Closes everything that is due, up to about `limit` steps. */
  closeDue(now: number, limit: number): ClosingStep[] {
    const portion: Portion = { steps: [], limit }
    const ready = this.#ready
    this.#ready = []
    for (const service of ready) {
      service.isReady = false
      this.#closeService(service, now, portion)
    }
    while (portion.steps.length < limit) {
      const due = this.#deadlines.next(now)
      if (due === undefined) break
      // Another entry has replaced this one.
      if (due.at !== due.item.scheduledAt) continue
      due.item.scheduledAt = Number.POSITIVE_INFINITY
      this.#closeService(due.item, now, portion)
    }
    return portion.steps
  }

  #closeService(service: ServiceSlots, now: number, portion: Portion): void {
    if (this.#takeSteps(service, now, portion)) this.#options.onWaiting(service)
    else this.markReady(service)
    this.schedule(service)
  }

  /** Takes the steps that are possible now. Returns false if it stopped at the limit. */
  #takeSteps(service: ServiceSlots, now: number, { steps, limit }: Portion): boolean {
    while (steps.length < limit) {
      const step = findNextClosingStep(service, now)
      if (step === undefined) return true
      if (step === 'slot') steps.push(this.#options.close(removeHead(service)))
      else {
        changePause(service, step)
        steps.push(step)
      }
    }
    return false
  }
}

/** Returns the next step of a service: a pause change, its first open slot, or undefined if neither is due. */
export function findNextClosingStep(service: ServiceSlots, now: number): PauseChange | 'slot' | undefined {
  const pauseChange = findNextPauseChange(service)
  if (pauseChange !== undefined && pauseChange.at <= now && pauseChange.at <= getHeadTime(service)) return pauseChange
  return mayClose(service, now) ? 'slot' : undefined
}

/** Removes the first slot of a service, and moves the frontier to it. */
export function removeHead(service: ServiceSlots): PendingSlot {
  const head = getHead(service)
  if (head !== undefined) service.open.shift()
  const open = head ?? createEmptySlot(service)
  moveFrontier(service, open.slot)
  return open
}

function changePause(service: ServiceSlots, { isPaused, at }: PauseChange): void {
  service.isPaused = isPaused
  service.pauseChangedAt = at
}

/** Creates a slot without any results. */
function createEmptySlot({ service_id, next }: ServiceSlots): PendingSlot {
  if (next === undefined) throw new RangeError('no slot to close')
  const { slot, plan } = next
  return openSlot(service_id, slot, { kind: 's', deadline: slot + plan.waitMs, expectation: plan })
}
