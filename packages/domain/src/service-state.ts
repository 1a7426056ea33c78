import { analysisId } from './slot.ts'
import { type SlotAnswers, type SlotOutcome, toSlotOutcome, type Verdict } from './verdict.ts'

/** What the analyses of a service have come to so far. All times are in milliseconds since 1970, UTC. */
export interface ServiceState {
  readonly status: SlotOutcome
  /** The slot that brought the status, or where it was reset. */
  readonly since: number
  /** The newest slot that was closed, whatever came of it. */
  readonly last_slot: number | null
  /** The newest slots with the outcome ok, and with the outcome failure. */
  readonly last_ok: number | null
  readonly last_error: number | null
}

/** A closed analysis, as far as the state depends on it. */
export type ClosedSlot = Pick<Verdict, 'hasQuorum' | 'failure'> & { readonly slot: number }

export interface StateChange {
  readonly from: SlotOutcome
  readonly to: SlotOutcome
  /** The time of the slot, not the time at which it was closed. */
  readonly at: number
  readonly analysis_id: string
}

export interface Advance {
  /** The very same object where the analysis has no say any more. */
  readonly state: ServiceState
  readonly change: StateChange | undefined
}

/** A service that no analysis has spoken of yet. */
export function initialState(since: number): ServiceState {
  return { status: 'unknown', since, last_slot: null, last_ok: null, last_error: null }
}

/** Watched again after a pause: what was seen before it says nothing about now. */
export function resumed(state: ServiceState, at: number): ServiceState {
  return { ...state, status: 'unknown', since: at }
}

/**
 * The state after one more analysis. Slots count in their order only, so an analysis that comes again or comes late
 * changes nothing; nor does one from before a pause. Without a quorum the status stays.
 */
export function advance(state: ServiceState, { slot, hasQuorum, failure }: ClosedSlot): Advance {
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
  const change = { from: state.status, to, at: slot, analysis_id: analysisId(slot) }
  return { state: { ...next, status: to, since: slot }, change }
}

export type PublishedStatus = SlotOutcome | 'paused'

/** What is published: a service that is paused, or whose monitoring is suspended, is neither well nor ill. */
export function statusAt(
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

/** How far results have been read, and the end that they had when this analyst took over. */
export interface Watermark {
  readonly reached: number
  readonly tail: number
}

/**
 * The slots that may be closed now, the earliest first: everybody expected has answered or the deadline has passed, and
 * the same service has no earlier slot that must wait. `open` holds every slot of the grid that is not closed yet, those
 * that nobody has answered too.
 *
 * After a takeover all deadlines may be past while the answers still lie unread. Until those are read nothing is closed,
 * or everything would be unknown.
 */
export function closable<Slot extends OpenSlot>(open: readonly Slot[], now: number, watermark: Watermark): Slot[] {
  if (watermark.reached < watermark.tail) return []
  const waiting = new Set<number>()
  const inOrder = open.toSorted((one, other) => one.slot - other.slot || one.service_id - other.service_id)
  return inOrder.filter((slot) => {
    if (!isFinished(slot, now)) waiting.add(slot.service_id)
    return !waiting.has(slot.service_id)
  })
}

/** Where nobody is expected there is nobody whose answer could end the slot before its deadline. */
function isFinished({ expected, results, deadline }: OpenSlot, now: number): boolean {
  return now >= deadline || (expected.length > 0 && expected.every((sensor) => results.has(sensor)))
}
