import { dayMs, findNextSlot, getStartOffset } from '@wachta/domain'
import type { Assignments, LoadedAssignment, LoadedRevision } from './assignments.ts'
import { TimeHeap } from './time-heap.ts'

/** A check that is due. */
export interface DueCheck {
  readonly service_id: number
  /** The shard of the service. */
  readonly group: number
  readonly slot: number
  /** The time at which this sensor has to start the check. */
  readonly at: number
  readonly revision: LoadedRevision
}

export interface Schedule {
  /** The time of the next check; infinity if there is none. */
  readonly nextAt: number
  /**
   * Removes the checks that are due, plans the next check of each of their services, and returns those for which
   * `isOwn` is true. Some may be too late to run.
   */
  takeDue(now: number, isOwn?: (start: DueCheck) => boolean): DueCheck[]
  /**
   * Plans a service whose assignment is new or has changed. A start that passed at most `passedMs` ago is planned too.
   */
  plan(service_id: number, now: number, passedMs?: number): void
  /**
   * Plans all services again after the clock was changed; slots in between are skipped. Slots in the far future were
   * taken with a wrong clock, and the centre did not accept their results, so they count as not taken.
   */
  replan(now: number): void
  /** Marks a slot as taken, now or before a restart: no slot up to it is ever taken again. */
  take(service_id: number, slot: number): void
  wasTaken(service_id: number, slot: number): boolean
  /** Returns the latest taken slot of each service; services that are no longer assigned are removed after a day. */
  listTaken(now: number): ReadonlyMap<number, number>
}

interface ScheduledCheck {
  readonly at: number
  readonly slot: number
  readonly assignment: LoadedAssignment
  readonly revision: LoadedRevision
}

/** A check that would start later than this is not run: its response time would depend on the load of the sensor. */
export const maxStartDelayMs = 2_000
/** The centre does not accept a result for a slot further ahead than this. */
export const maxAheadMs = 60_000

const maxReplacedEntries = 1_000

/**
 * Plans the next check of every service. The cost of a call depends on the checks that are due, not on all services.
 */
export function createSchedule(sensor_id: number, assignments: Pick<Assignments, 'get' | 'services'>): Schedule {
  const findNext = createNextCheckFinder(sensor_id)
  const heap = new TimeHeap<ScheduledCheck>()
  // Entries of the heap that are not in this map have been replaced.
  const planned = new Map<number, ScheduledCheck>()
  const takenSlots = new Map<number, number>()

  /** `earliest` is the earliest start that is still possible; slots up to `passed` are left out. */
  const planFrom = (service_id: number, earliest: number, passed = takenSlots.get(service_id)): void => {
    const assignment = assignments.get(service_id)
    const next = assignment && findNext(assignment, passed, earliest)
    if (next === undefined) {
      planned.delete(service_id)
      return
    }
    planned.set(service_id, next)
    heap.push(next)
    // Replaced entries stay in the heap until they are due; with long intervals there can be many.
    if (heap.size > 2 * planned.size + maxReplacedEntries) rebuildHeap()
  }
  const plan = (service_id: number, now: number, passedMs = maxStartDelayMs / 2) => planFrom(service_id, now - passedMs)
  const rebuildHeap = (): void => {
    heap.clear()
    for (const each of planned.values()) heap.push(each)
  }
  const take = (service_id: number, slot: number): void => {
    if (slot > (takenSlots.get(service_id) ?? Number.NEGATIVE_INFINITY)) takenSlots.set(service_id, slot)
  }
  const peekNext = (): ScheduledCheck | undefined => {
    let first = heap.peek()
    while (first !== undefined && planned.get(first.assignment.service_id) !== first) {
      heap.pop()
      first = heap.peek()
    }
    return first
  }
  return {
    get nextAt() {
      return peekNext()?.at ?? Number.POSITIVE_INFINITY
    },
    takeDue(now, isOwn = () => true) {
      const starts: DueCheck[] = []
      for (let next = peekNext(); next !== undefined && next.at <= now; next = peekNext()) {
        const { at, slot, revision, assignment } = next
        const { service_id, group } = assignment
        const start = { service_id, group, slot, at, revision }
        heap.pop()
        if (isOwn(start)) {
          starts.push(start)
          take(service_id, slot)
        }
        planFrom(service_id, now - maxStartDelayMs, Math.max(slot, takenSlots.get(service_id) ?? slot))
      }
      return starts
    },
    plan,
    replan(now) {
      heap.clear()
      planned.clear()
      for (const [service_id, slot] of takenSlots) if (slot > now + maxAheadMs) takenSlots.delete(service_id)
      for (const service_id of assignments.services()) plan(service_id, now)
    },
    take,
    wasTaken: (service_id, slot) => slot <= (takenSlots.get(service_id) ?? Number.NEGATIVE_INFINITY),
    listTaken(now) {
      for (const [service_id, slot] of takenSlots)
        if (slot < now - dayMs && assignments.get(service_id) === undefined) takenSlots.delete(service_id)
      return takenSlots
    },
  }
}

/** Finds the first slot after the last one taken that this sensor can still start in time. */
const createNextCheckFinder =
  (sensor_id: number) =>
  (assignment: LoadedAssignment, last: number | undefined, earliest: number): ScheduledCheck | undefined => {
    let first: ScheduledCheck | undefined
    for (const revision of assignment.revisions) {
      const after = Math.max(last ?? Number.NEGATIVE_INFINITY, earliest - revision.spread_ms - 1)
      for (let slot = findNextSlot(revision, after); slot !== undefined; slot = findNextSlot(revision, slot)) {
        const offset = getStartOffset(revision, sensor_id, slot)
        if (offset === undefined) break
        const at = slot + offset
        if (at < earliest) continue
        if (first === undefined || slot < first.slot) first = { at, slot, assignment, revision }
        break
      }
    }
    return first
  }
