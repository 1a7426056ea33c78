import { applyPause, applySlot, createInitialState, type PublishedStatus, type WatchedState } from '@wachta/domain'
import type { AnalysisToStore } from '../slots/open-slot.ts'
import type { PauseChange } from '../slots/service-slots.ts'

/** The current state of a service, after everything that is stored. */
export interface CurrentState extends WatchedState {
  /** This and the following fields come from the newest analysis. */
  readonly response_time: number | null
  readonly failing_sensor_ids: readonly number[]
  readonly error_type_id: number | null
}

/** The beginning of a status; it lasts until the next one begins. */
export interface StatusStart {
  readonly status: PublishedStatus
  readonly start: number
  readonly error_type_id: number | null
}

/** The state of a service after one step, and the status that begins with it. */
export interface StatusStep {
  readonly currentState: CurrentState
  readonly begins: StatusStart | undefined
}

/** The state of a service without stored analyses. */
export const createInitialCurrentState = (since: number): CurrentState => ({
  state: createInitialState(since),
  isPaused: false,
  response_time: null,
  failing_sensor_ids: [],
  error_type_id: null,
})

export type FoldedAnalysis = Pick<
  AnalysisToStore,
  'slot' | 'hasQuorum' | 'failure' | 'response_time' | 'failing_sensor_ids' | 'error_type_id'
>

/** Applies the next analysis, in the order of slots. */
export function applyAnalysis(before: CurrentState, analysis: FoldedAnalysis): StatusStep {
  const { watched, statusStart: begins } = applySlot(before, analysis)
  if (watched === before) return { currentState: before, begins: undefined }
  const { response_time, failing_sensor_ids, error_type_id } = analysis
  const cause = begins?.status === 'failure' ? error_type_id : null
  return {
    currentState: { ...watched, response_time, failing_sensor_ids, error_type_id },
    begins: begins && { ...begins, error_type_id: cause },
  }
}

/** Returns the slot whose early decision gave the current status; undefined once its analysis is stored. */
export const findDecidedSlot = ({ state: { status, since, last_slot } }: CurrentState): number | undefined =>
  status !== 'unknown' && since > (last_slot ?? Number.NEGATIVE_INFINITY) ? since : undefined

/**
 * Applies the final outcome of a slot that is still open. When the slot is closed later, by this analyst or after a
 * takeover, the status is already there and does not begin again.
 */
export function applyDecision(before: CurrentState, partialAnalysis: FoldedAnalysis): StatusStep {
  const status = partialAnalysis.failure ? 'failure' : 'ok'
  const { state, isPaused } = before
  const isPast =
    partialAnalysis.slot < state.since || (state.last_slot !== null && partialAnalysis.slot <= state.last_slot)
  if (isPaused || isPast || state.status === status) return { currentState: before, begins: undefined }
  const { slot, response_time, failing_sensor_ids, error_type_id } = partialAnalysis
  return {
    currentState: {
      ...before,
      state: { ...state, status, since: slot },
      response_time,
      failing_sensor_ids,
      error_type_id,
    },
    begins: { status, start: slot, error_type_id: status === 'failure' ? error_type_id : null },
  }
}

/** Pauses or resumes the service. */
export function applyPauseChange(before: CurrentState, pauseChange: Pick<PauseChange, 'at' | 'isPaused'>): StatusStep {
  const { watched, statusStart: begins } = applyPause(before, pauseChange)
  if (watched === before) return { currentState: before, begins: undefined }
  return { currentState: { ...before, ...watched }, begins: begins && { ...begins, error_type_id: null } }
}
