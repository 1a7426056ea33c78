import { findRevisionInForce, type RevisionContent, type RevisionPeriod } from './service-revision.ts'

/** The part of a revision that determines its slots. All times are in milliseconds since 1970, UTC. */
export type SlotPlan = RevisionPeriod & Pick<RevisionContent, 'is_active' | 'interval_ms' | 'phase_ms'>

/** The part of a revision that determines when each sensor starts. */
export type StartPlan = Pick<RevisionContent, 'interval_ms' | 'phase_ms' | 'sensor_ids' | 'spread_ms'>

/** The part of a revision that determines how long a slot waits for results. */
export type DeadlinePlan = Pick<RevisionContent, 'spread_ms' | 'timeout_ms'>

/** The difference that is tolerated between the clocks of sensors and of the centre. */
const clockToleranceMs = 1_000
/** The time that is allowed for the transport of a result. */
const transportAllowanceMs = 2_000

/** Returns the slots of a revision in [from, to). */
export function listSlots(revision: SlotPlan, from: number, to: number): number[] {
  const { start, end } = getPeriodInForce(revision)
  const last = Math.min(to, end)
  const slots: number[] = []
  for (let slot = findSlotAtOrAfter(revision, Math.max(from, start)); slot < last; slot += revision.interval_ms) {
    slots.push(slot)
  }
  return slots
}

/** Returns the first slot after the instant; undefined if the revision has none. */
export function findNextSlot(revision: SlotPlan, after: number): number | undefined {
  const { start, end } = getPeriodInForce(revision)
  const slot = findSlotAtOrAfter(revision, Math.max(Math.floor(after) + 1, start))
  return slot < end ? slot : undefined
}

/**
 * Returns the id of a slot, which every sensor can compute: yyMMddHHmmssSSS in UTC. It is unique within one service,
 * and sorts in order of time.
 */
export function toAnalysisId(slot: number): string {
  if (!Number.isInteger(slot) || slot < firstSlot || slot > lastSlot) throw new RangeError(`not a slot time: ${slot}`)
  return toDigits(slot)
}

/** Returns the time of an id; undefined if the id is not valid. */
export function parseAnalysisId(id: string): number | undefined {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(id)
  if (parts === null) return undefined
  const [year = 0, month = 0, day, hour, minute, second, millisecond] = parts.slice(1).map(Number)
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second, millisecond)
  // The 30th of February would count as a day of March.
  return toDigits(time) === id ? time : undefined
}

/** Whether the id is a slot of the revision in force at its time. A result for any other id is a stray. */
export function isPlannedSlot(revisions: readonly SlotPlan[], id: string): boolean {
  const time = parseAnalysisId(id)
  return time !== undefined && isSlot(revisions, time)
}

/**
 * Returns a time for a forced analysis: the first millisecond from now on that is no slot, so that it never gets the id
 * of a slot. If another forced analysis already has it, call again with the next millisecond.
 */
export function findFreeSlot(revisions: readonly SlotPlan[], now: number): number {
  let time = Math.ceil(now)
  while (isSlot(revisions, time)) time += 1
  return time
}

/**
 * Returns how long after the slot a sensor starts, so that not all start at once; undefined for a sensor that is not
 * expected. The order rotates with every slot, so that no sensor is always first.
 */
export function getStartOffset(revision: StartPlan, sensor_id: number, slot: number): number | undefined {
  const { interval_ms, phase_ms, sensor_ids, spread_ms } = revision
  const rank = sensor_ids.indexOf(sensor_id)
  if (rank === -1) return undefined
  const turn = Math.floor((slot - phase_ms) / interval_ms)
  const position = (rank + turn) % sensor_ids.length
  return Math.floor((position * spread_ms) / sensor_ids.length)
}

/** Returns the deadline of a slot. Sensors that have not reported by then are unknown. */
export function getDeadline(revision: DeadlinePlan, slot: number): number {
  const { spread_ms, timeout_ms } = revision
  return slot + spread_ms + timeout_ms + clockToleranceMs + transportAllowanceMs
}

/** Returns how many slots of one revision can be open at the same time, each from its time to its deadline. */
export function countOpenSlots(revision: DeadlinePlan & Pick<SlotPlan, 'interval_ms'>): number {
  return Math.ceil(getDeadline(revision, 0) / revision.interval_ms)
}

/** Ids have two digits for the year, so they are unique only within one century. */
const firstSlot = Date.UTC(2000, 0)
const lastSlot = Date.UTC(2100, 0) - 1

function toDigits(time: number): string {
  return new Date(time).toISOString().slice(2).replaceAll(/\D/g, '')
}

/** Returns the period in which the revision has slots; it is empty for an inactive revision. */
function getPeriodInForce({ is_active, effective_from, effective_to }: SlotPlan): { start: number; end: number } {
  const start = effective_from.getTime()
  return { start, end: is_active ? (effective_to?.getTime() ?? Number.POSITIVE_INFINITY) : start }
}

function findSlotAtOrAfter({ interval_ms, phase_ms }: SlotPlan, instant: number): number {
  return phase_ms + Math.ceil((instant - phase_ms) / interval_ms) * interval_ms
}

function isSlot(revisions: readonly SlotPlan[], time: number): boolean {
  const revision = findRevisionInForce(revisions, new Date(time))
  return revision?.is_active === true && findSlotAtOrAfter(revision, time) === time
}
