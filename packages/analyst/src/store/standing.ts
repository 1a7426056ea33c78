import { advance, initialState, resumed, type ServiceState } from '@wachta/domain'
import type { ClosedAnalysis } from '../desk/open-slot.ts'
import type { Turn } from '../desk/watch.ts'

/** How a service stands after all that is stored of it. */
export interface Standing {
  readonly state: ServiceState
  readonly isPaused: boolean
  /** From the newest analysis. */
  readonly response_time: number | null
  readonly failing_sensor_ids: readonly number[]
  readonly error_type_id: number | null
}

/** The beginning of a status; it lasts until the next one begins. */
export interface StatusStart {
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly start: number
  readonly error_type_id: number | null
}

export interface Step {
  readonly standing: Standing
  readonly begins: StatusStart | undefined
}

/** A service of which nothing is stored yet. */
export const initialStanding = (since: number): Standing => ({
  state: initialState(since),
  isPaused: false,
  response_time: null,
  failing_sensor_ids: [],
  error_type_id: null,
})

export type FoldedAnalysis = Pick<
  ClosedAnalysis,
  'slot' | 'hasQuorum' | 'failure' | 'response_time' | 'failing_sensor_ids' | 'error_type_id'
>

/** One more analysis, in the order of slots. One out of turn during a pause leaves the status: nobody watches then. */
export function afterAnalysis(before: Standing, analysis: FoldedAnalysis): Step {
  const { state, change } = advance(before.state, analysis)
  if (state === before.state) return { standing: before, begins: undefined }
  const { response_time, failing_sensor_ids, error_type_id } = analysis
  const standing = { state, isPaused: before.isPaused, response_time, failing_sensor_ids, error_type_id }
  if (before.isPaused) {
    const { status, since } = before.state
    return { standing: { ...standing, state: { ...state, status, since } }, begins: undefined }
  }
  if (change === undefined || change.to === 'unknown') return { standing, begins: undefined }
  const cause = change.to === 'failure' ? error_type_id : null
  return { standing, begins: { status: change.to, start: change.at, error_type_id: cause } }
}

/** The service is paused or watched again. */
export function afterTurn(before: Standing, { at, isPaused }: Pick<Turn, 'at' | 'isPaused'>): Step {
  if (before.isPaused === isPaused) return { standing: before, begins: undefined }
  const state = isPaused ? before.state : resumed(before.state, at)
  const status = isPaused ? 'paused' : 'unknown'
  return { standing: { ...before, state, isPaused }, begins: { status, start: at, error_type_id: null } }
}

/** A service may be watched again at the very time of a slot: the status that took no time is left out. */
export const withoutMoments = <Start extends Pick<StatusStart, 'start'>>(starts: readonly Start[]): Start[] =>
  starts.filter(({ start }, index) => starts[index + 1]?.start !== start)
