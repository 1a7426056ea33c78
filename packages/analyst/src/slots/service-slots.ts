import { isFinished, isScheduled, type PendingSlot } from './open-slot.ts'
import { findPlanAt, findSlotAfter, type RevisionPlan } from './plan.ts'

/** The slots of one service: those up to the frontier are closed, the later ones are closed in order. */
export interface ServiceSlots {
  readonly service_id: number
  plans: readonly RevisionPlan[]
  frontier: number
  /** The newest slot whose outcome was published, closed or not. No status or pause can begin before it any more. */
  lastDecidedSlot: number
  /** The first slot of the schedule after the frontier. */
  next: { readonly slot: number; readonly plan: RevisionPlan } | undefined
  /** Slots that have a result, and slots outside the schedule, in order of time. */
  readonly open: PendingSlot[]
  /** Nothing is closed or published: what happened before the first slot is not known yet. */
  isHeld: boolean
  isPaused: boolean
  /** When the service was last paused or resumed; minus infinity if that is not known. */
  pauseChangedAt: number
  /** The time of the one valid entry of this service among the deadlines; its other entries are outdated. */
  scheduledAt: number
  /** Whether the closer is to look at this service in its next call. */
  isReady: boolean
}

export interface ServiceSlotsStart {
  readonly service_id: number
  readonly plans: readonly RevisionPlan[]
  readonly frontier: number
  readonly isHeld?: boolean
  readonly isPaused?: boolean
  readonly pauseChangedAt?: number
  readonly lastDecidedSlot?: number
}

/** The time at which a service is paused or resumed. */
export interface PauseChange {
  readonly kind: 'pause_change'
  readonly service_id: number
  readonly at: number
  readonly isPaused: boolean
}

export function createServiceSlots({
  service_id,
  plans,
  frontier,
  isHeld = false,
  isPaused = false,
  pauseChangedAt,
  lastDecidedSlot,
}: ServiceSlotsStart): ServiceSlots {
  return {
    service_id,
    plans,
    frontier,
    lastDecidedSlot: lastDecidedSlot ?? frontier,
    next: findSlotAfter(plans, frontier),
    open: [],
    isHeld,
    isPaused,
    pauseChangedAt: pauseChangedAt ?? Number.NEGATIVE_INFINITY,
    scheduledAt: Number.POSITIVE_INFINITY,
    isReady: false,
  }
}

/** Returns the first slot that is not closed, if it has results or is outside the schedule. */
export function getHead({ open, next }: ServiceSlots): PendingSlot | undefined {
  const first = open[0]
  return first !== undefined && (next === undefined || first.slot <= next.slot) ? first : undefined
}

/** The time of the first slot that is not closed. */
export const getHeadTime = (service: ServiceSlots): number =>
  getHead(service)?.slot ?? service.next?.slot ?? Number.POSITIVE_INFINITY

/** Whether the first slot that is not closed may be closed now. */
export function mayClose(service: ServiceSlots, now: number): boolean {
  if (service.isHeld) return false
  const head = getHead(service)
  if (head !== undefined) return isFinished(head, now)
  return service.next !== undefined && now >= service.next.slot + service.next.plan.waitMs
}

/** Returns the time at which the service needs work even if no more results arrive. */
export function computeDueTime(service: ServiceSlots): number {
  if (service.isHeld) return Number.POSITIVE_INFINITY
  const head = getHead(service)
  const deadline =
    head?.deadline ?? (service.next ? service.next.slot + service.next.plan.waitMs : Number.POSITIVE_INFINITY)
  const pauseChange = findNextPauseChange(service)
  return pauseChange !== undefined && pauseChange.at <= getHeadTime(service)
    ? Math.min(pauseChange.at, deadline)
    : deadline
}

/** Returns the next pause of the service, or the next resumption if it is paused. */
export function findNextPauseChange({
  service_id,
  plans,
  isPaused,
  pauseChangedAt,
  frontier,
  lastDecidedSlot,
  isHeld,
}: ServiceSlots): PauseChange | undefined {
  if (isHeld) return undefined
  const knownUntil = Math.max(frontier, lastDecidedSlot)
  for (const plan of plans) {
    if (plan.is_active !== isPaused || plan.from >= plan.to || plan.to <= Math.max(pauseChangedAt, knownUntil)) continue
    // A pause becomes known a moment after it began. Outcomes that were decided in between are kept.
    return {
      kind: 'pause_change',
      service_id,
      at: Math.max(plan.from, knownUntil + 1, pauseChangedAt + 1),
      isPaused: !isPaused,
    }
  }
  return undefined
}

/** Moves the frontier to a closed slot. */
export function moveFrontier(service: ServiceSlots, slot: number): void {
  service.frontier = slot
  if (service.next !== undefined && service.next.slot <= slot) service.next = findNextSlot(service, slot)
}

/** Tries the next slot of the same plan first, because it is almost always the right one. */
function findNextSlot({ next, plans }: ServiceSlots, slot: number): ServiceSlots['next'] {
  if (next !== undefined) {
    const { plan } = next
    const following = next.slot + plan.intervalMs
    if (following > slot && following < plan.to) return { slot: following, plan }
  }
  return findSlotAfter(plans, slot)
}

/** Inserts an open slot in order of time. Searches from the end, because a new slot is usually the latest. */
export function insertOpen({ open }: ServiceSlots, added: PendingSlot): void {
  let index = open.length
  while (index > 0 && (open[index - 1]?.slot ?? 0) > added.slot) index -= 1
  if (index === open.length) open.push(added)
  else open.splice(index, 0, added)
}

export function findOpen({ open }: ServiceSlots, slot: number): PendingSlot | undefined {
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const found = open[index]
    if (found === undefined || found.slot < slot) return undefined
    if (found.slot === slot) return found
  }
  return undefined
}

interface StoredProgress {
  readonly frontier?: number | undefined
  readonly isPaused?: boolean
  readonly pauseChangedAt?: number | undefined
}

/** Lets slots of a held service be closed, now that its stored state is known. */
export function releaseHeldService(
  service: ServiceSlots,
  { frontier, isPaused = false, pauseChangedAt = Number.NEGATIVE_INFINITY }: StoredProgress,
): void {
  service.isHeld = false
  service.frontier = frontier ?? service.frontier
  service.lastDecidedSlot = service.frontier
  service.isPaused = isPaused
  service.pauseChangedAt = pauseChangedAt
}

/** Applies new revisions, and returns the open slots that no longer exist. */
export function replan(service: ServiceSlots, plans: readonly RevisionPlan[]): PendingSlot[] {
  service.plans = plans
  service.next = findSlotAfter(plans, service.frontier)
  const removed = service.open.filter((open) => {
    if (!isScheduled(open) || open.isPublished) return false
    const plan = findPlanAt(plans, open.slot)
    return plan?.revision !== open.expectation.revision || !plan.is_active
  })
  for (const slot of removed) service.open.splice(service.open.indexOf(slot), 1)
  return removed
}

/**
 * Returns the first slot that is not closed, if its outcome is final and not published yet. Outcomes are published in
 * the order of the slots: an outcome waits for earlier open slots and for earlier pause changes.
 */
export function findUnpublished(service: ServiceSlots): PendingSlot | undefined {
  if (service.isHeld) return undefined
  const head = getHead(service)
  if (head === undefined || !isScheduled(head) || head.isPublished || head.finalOutcome === undefined) return undefined
  const pauseChange = findNextPauseChange(service)
  return pauseChange !== undefined && pauseChange.at <= head.slot ? undefined : head
}
