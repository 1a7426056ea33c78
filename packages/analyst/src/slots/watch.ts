import { isFinished, type PendingSlot } from './open-slot.ts'
import { planAt, type RevisionPlan, slotAfter } from './plan.ts'

/** The slots of one service: those up to the frontier are closed, those after it are to come in their order. */
export interface Watch {
  readonly service_id: number
  plans: readonly RevisionPlan[]
  frontier: number
  /** The newest slot whose outcome was disclosed, closed or not: nothing can begin before it any more. */
  decided: number
  /** The first slot of the schedule after the frontier. */
  next: { readonly slot: number; readonly plan: RevisionPlan } | undefined
  /** Slots with an answer and slots outside the schedule, in their order. */
  readonly open: PendingSlot[]
  isPaused: boolean
  /** When it was last paused or resumed, if that is known. */
  pauseChangedAt: number
  /** The time of its entry among the deadlines that counts. */
  scheduled: number
  isReady: boolean
}

export interface WatchStart {
  readonly service_id: number
  readonly plans: readonly RevisionPlan[]
  readonly frontier: number
  readonly isPaused?: boolean
  readonly pauseChangedAt?: number
  readonly decided?: number
}

/** A service is paused or resumed. */
export interface PauseChange {
  readonly kind: 'pause_change'
  readonly service_id: number
  readonly at: number
  readonly isPaused: boolean
}

export function createWatch({
  service_id,
  plans,
  frontier,
  isPaused = false,
  pauseChangedAt,
  decided,
}: WatchStart): Watch {
  return {
    service_id,
    plans,
    frontier,
    decided: decided ?? frontier,
    next: slotAfter(plans, frontier),
    open: [],
    isPaused,
    pauseChangedAt: pauseChangedAt ?? Number.NEGATIVE_INFINITY,
    scheduled: Number.POSITIVE_INFINITY,
    isReady: false,
  }
}

/** The first slot that is not closed, if anything is known of it besides its time. */
export function getHead({ open, next }: Watch): PendingSlot | undefined {
  const first = open[0]
  return first !== undefined && (next === undefined || first.slot <= next.slot) ? first : undefined
}

/** The time of the first slot that is not closed. */
export const headTime = (watch: Watch): number => getHead(watch)?.slot ?? watch.next?.slot ?? Number.POSITIVE_INFINITY

/** Whether the first slot that is not closed may be closed now. */
export function mayClose(watch: Watch, now: number): boolean {
  const head = getHead(watch)
  if (head !== undefined) return isFinished(head, now)
  return watch.next !== undefined && now >= watch.next.slot + watch.next.plan.wait
}

/** When there is something to do for the service, if no sensor answers until then. */
export function dueTime(watch: Watch): number {
  const head = getHead(watch)
  const deadline = head?.deadline ?? (watch.next ? watch.next.slot + watch.next.plan.wait : Number.POSITIVE_INFINITY)
  const pauseChange = nextPauseChange(watch)
  return pauseChange !== undefined && pauseChange.at <= headTime(watch) ? Math.min(pauseChange.at, deadline) : deadline
}

/** The next time at which the service is paused, or resumed where it is paused. */
export function nextPauseChange({
  service_id,
  plans,
  isPaused,
  pauseChangedAt,
  frontier,
  decided,
}: Watch): PauseChange | undefined {
  const known = Math.max(frontier, decided)
  for (const plan of plans) {
    if (plan.is_active !== isPaused || plan.from >= plan.to || plan.to <= Math.max(pauseChangedAt, known)) continue
    // A pause becomes known a moment after it began: what was decided meanwhile stays.
    return {
      kind: 'pause_change',
      service_id,
      at: Math.max(plan.from, known + 1, pauseChangedAt + 1),
      isPaused: !isPaused,
    }
  }
  return undefined
}

/** Moves the frontier to a slot that is closed. */
export function pass(watch: Watch, slot: number): void {
  watch.frontier = slot
  if (watch.next !== undefined && watch.next.slot <= slot) watch.next = nextInPlan(watch, slot)
}

/** Most slots are followed by the next of the same plan. */
function nextInPlan({ next, plans }: Watch, slot: number): Watch['next'] {
  if (next !== undefined) {
    const { plan } = next
    const following = next.slot + plan.interval
    if (following > slot && following < plan.to) return { slot: following, plan }
  }
  return slotAfter(plans, slot)
}

/** Puts an open slot in its place; the newest comes last, as a rule. */
export function insertOpen({ open }: Watch, added: PendingSlot): void {
  let place = open.length
  while (place > 0 && (open[place - 1]?.slot ?? 0) > added.slot) place -= 1
  if (place === open.length) open.push(added)
  else open.splice(place, 0, added)
}

export function findOpen({ open }: Watch, slot: number): PendingSlot | undefined {
  for (let place = open.length - 1; place >= 0; place -= 1) {
    const found = open[place]
    if (found === undefined || found.slot < slot) return undefined
    if (found.slot === slot) return found
  }
  return undefined
}

/** Applies other revisions, and returns the open slots that no longer exist. */
export function replan(watch: Watch, plans: readonly RevisionPlan[]): PendingSlot[] {
  watch.plans = plans
  watch.next = slotAfter(plans, watch.frontier)
  const gone = watch.open.filter(({ slot, kind, question, isDisclosed }) => {
    const plan = kind === 's' ? planAt(plans, slot) : undefined
    return kind === 's' && !isDisclosed && (plan?.revision !== question.revision || !plan.is_active)
  })
  for (const slot of gone) watch.open.splice(watch.open.indexOf(slot), 1)
  return gone
}

/**
 * The first slot that is not closed, if its outcome is known and not disclosed yet. Outcomes are disclosed in the order of
 * the slots: one behind an earlier open slot waits for it, and so does one behind a pause.
 */
export function findUndisclosed(watch: Watch): PendingSlot | undefined {
  const head = getHead(watch)
  if (head === undefined || head.kind !== 's' || head.isDisclosed || head.decided === undefined) return undefined
  const pauseChange = nextPauseChange(watch)
  return pauseChange !== undefined && pauseChange.at <= head.slot ? undefined : head
}
