import { type RevisionContent, type RevisionPeriod, revisionInForce } from './service-revision.ts'

/** What the slots of a service follow from. All times are in milliseconds since 1970, UTC. */
export type SlotPlan = RevisionPeriod & Pick<RevisionContent, 'is_active' | 'interval_ms' | 'phase_ms'>

/** What decides who starts when. */
export type StartPlan = Pick<RevisionContent, 'interval_ms' | 'phase_ms' | 'sensor_ids' | 'spread_ms'>

/** What decides how long a slot waits for its sensors. */
export type DeadlinePlan = Pick<RevisionContent, 'spread_ms' | 'timeout_ms'> & { readonly retry_ms?: number }

/** How far apart the clocks of sensors and of the centre may be. */
const clockToleranceMs = 1_000
/** How long a result may travel. */
const transportMs = 2_000

/** The slots of a revision in [from, to). */
export function grid(revision: SlotPlan, from: number, to: number): number[] {
  const { start, end } = inForce(revision)
  const last = Math.min(to, end)
  const slots: number[] = []
  for (let slot = atOrAfter(revision, Math.max(from, start)); slot < last; slot += revision.interval_ms) {
    slots.push(slot)
  }
  return slots
}

/** The first slot later than the instant; undefined where the revision has no more. */
export function nextSlot(revision: SlotPlan, after: number): number | undefined {
  const { start, end } = inForce(revision)
  const slot = atOrAfter(revision, Math.max(Math.floor(after) + 1, start))
  return slot < end ? slot : undefined
}

/**
 * The name of a slot, which every sensor finds by itself: yyMMddHHmmssSSS in UTC. It is unique within one service, and
 * sorts as the times do.
 */
export function analysisId(slot: number): string {
  if (!Number.isInteger(slot) || slot < firstSlot || slot > lastSlot) throw new RangeError(`no slot time: ${slot}`)
  return toDigits(slot)
}

/** The time that an id names; undefined where it names none. */
export function slotTime(id: string): number | undefined {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/.exec(id)
  if (parts === null) return undefined
  const [year = 0, month = 0, day, hour, minute, second, millisecond] = parts.slice(1).map(Number)
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second, millisecond)
  // The 30th of February would count as a day of March.
  return toDigits(time) === id ? time : undefined
}

/** Whether the id is a slot of the revision in force at its time. A result for any other id is a stray. */
export function isOnGrid(revisions: readonly SlotPlan[], id: string): boolean {
  const time = slotTime(id)
  return time !== undefined && isSlot(revisions, time)
}

/**
 * The time for an analysis out of turn: the first millisecond from now on that is no slot, so that it never takes the
 * name of one. Where another such analysis has it already, ask again from the next millisecond on.
 */
export function freeSlot(revisions: readonly SlotPlan[], now: number): number {
  let time = Math.ceil(now)
  while (isSlot(revisions, time)) time += 1
  return time
}

/**
 * How long after the slot a sensor starts, so that they do not all arrive at once; undefined for a sensor that is not
 * expected. The order moves on by one place with every slot: nobody is always first.
 */
export function startOffset(revision: StartPlan, sensor_id: number, slot: number): number | undefined {
  const { interval_ms, phase_ms, sensor_ids, spread_ms } = revision
  const rank = sensor_ids.indexOf(sensor_id)
  if (rank === -1) return undefined
  const turn = Math.floor((slot - phase_ms) / interval_ms)
  const place = (rank + turn) % sensor_ids.length
  return Math.floor((place * spread_ms) / sensor_ids.length)
}

/** When a slot waits no longer: who has not answered by then is unknown. */
export function deadline(revision: DeadlinePlan, slot: number): number {
  const { spread_ms, timeout_ms, retry_ms = 0 } = revision
  return slot + spread_ms + timeout_ms + retry_ms + clockToleranceMs + transportMs
}

/** How many slots of one revision can be open at once, where each is open from its time up to its deadline. */
export function openSlots(revision: DeadlinePlan & Pick<SlotPlan, 'interval_ms'>): number {
  return Math.ceil(deadline(revision, 0) / revision.interval_ms)
}

/** Two digits of a year name a single time only within one century. */
const firstSlot = Date.UTC(2000, 0)
const lastSlot = Date.UTC(2100, 0) - 1

function toDigits(time: number): string {
  return new Date(time).toISOString().slice(2).replaceAll(/\D/g, '')
}

/** A revision that is not active has no slots: it is in force at no time that counts here. */
function inForce({ is_active, effective_from, effective_to }: SlotPlan): { start: number; end: number } {
  const start = effective_from.getTime()
  return { start, end: is_active ? (effective_to?.getTime() ?? Number.POSITIVE_INFINITY) : start }
}

function atOrAfter({ interval_ms, phase_ms }: SlotPlan, instant: number): number {
  return phase_ms + Math.ceil((instant - phase_ms) / interval_ms) * interval_ms
}

function isSlot(revisions: readonly SlotPlan[], time: number): boolean {
  const revision = revisionInForce(revisions, new Date(time))
  return revision?.is_active === true && atOrAfter(revision, time) === time
}
