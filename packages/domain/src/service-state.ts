import { toAnalysisId } from './slot.ts'
import { type SlotAnswers, type SlotOutcome, toSlotOutcome, type Verdict } from './verdict.ts'

/** The state of a service after its analyses so far. All times are in milliseconds since 1970, UTC. */
export interface ServiceState {
  readonly status: SlotOutcome
  /** The slot with which the status began, or the time at which it was reset. */
  readonly since: number
  /** The newest closed slot, with any outcome. */
  readonly last_slot: number | null
  /** The newest slots with the outcome ok, and with the outcome failure. */
  readonly last_ok: number | null
  readonly last_error: number | null
}

/** The part of a closed analysis that the state depends on. */
export type ClosedSlot = Pick<Verdict, 'hasQuorum' | 'failure'> & { readonly slot: number }

export interface StateChange {
  readonly from: SlotOutcome
  readonly to: SlotOutcome
  /** The time of the slot, not the time at which it was closed. */
  readonly at: number
  readonly analysis_id: string
}

export interface Advance {
  /** The same object if the analysis does not count. */
  readonly state: ServiceState
  readonly change: StateChange | undefined
}

/** Returns the state of a service without analyses. */
export function createInitialState(since: number): ServiceState {
  return { status: 'unknown', since, last_slot: null, last_ok: null, last_error: null }
}

/** Returns the state after a pause: unknown, because results from before the pause are outdated. */
export function resumeState(state: ServiceState, at: number): ServiceState {
  return { ...state, status: 'unknown', since: at }
}

/**
 * Returns the state after the next analysis. Slots count only in order, so a repeated or late analysis changes nothing,
 * and neither does one from before a pause. Without a quorum the status stays.
 */
export function advanceState(state: ServiceState, { slot, hasQuorum, failure }: ClosedSlot): Advance {
  const isPast = slot < state.since || (state.last_slot !== null && slot <= state.last_slot)
  if (isPast) return { state, change: undefined }
  const to = toSlotOutcome({ hasQuorum, failure })
  const next = {
    ...state,
    last_slot: slot,
    last_ok: to === 'ok' ? slot : state.last_ok,
    last_error: to === 'failure' ? slot : state.last_error,
  }
  if (to === 'unknown' || to === state.status) return { state: next, change: undefined }
  const change = { from: state.status, to, at: slot, analysis_id: toAnalysisId(slot) }
  return { state: { ...next, status: to, since: slot }, change }
}

export type PublishedStatus = SlotOutcome | 'paused'

/** Returns the status to publish: `paused` for a service that is paused or whose monitoring is suspended. */
export function getPublishedStatus(
  { status }: Pick<ServiceState, 'status'>,
  { paused, suspended }: { readonly paused: boolean; readonly suspended: boolean },
): PublishedStatus {
  return paused || suspended ? 'paused' : status
}

export interface OpenSlot extends Pick<SlotAnswers, 'expected' | 'results'> {
  readonly service_id: number
  readonly slot: number
  readonly deadline: number
}

/** The position up to which results have been read, and the end of the stream at the takeover. */
export interface Watermark {
  readonly reached: number
  readonly tail: number
}

/**
 * Returns the slots that may be closed now, the earliest first: all expected sensors have reported or the deadline has
 * passed, and the service has no earlier slot that must wait. `open` contains every slot that is not closed yet,
 * including those without any result.
 *
 * After a takeover all deadlines may have passed while results are still unread. Nothing is closed until they are read,
 * or everything would be unknown.
 */
export function findClosableSlots<Slot extends OpenSlot>(
  open: readonly Slot[],
  now: number,
  watermark: Watermark,
): Slot[] {
  if (watermark.reached < watermark.tail) return []
  const waiting = new Set<number>()
  const inOrder = open.toSorted((one, other) => one.slot - other.slot || one.service_id - other.service_id)
  return inOrder.filter((slot) => {
    if (!isFinished(slot, now)) waiting.add(slot.service_id)
    return !waiting.has(slot.service_id)
  })
}

/** A slot without expected sensors is finished only at its deadline. */
function isFinished({ expected, results, deadline }: OpenSlot, now: number): boolean {
  return now >= deadline || (expected.length > 0 && expected.every((sensor) => results.has(sensor)))
}
