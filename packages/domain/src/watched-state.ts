import type { TimedSignal } from './event-state.ts'
import { advanceState, type ClosedSlot, type PublishedStatus, resumeState, type ServiceState } from './service-state.ts'

/** The state of a service after its analyses, and whether it is paused. */
export interface WatchedState {
  readonly state: ServiceState
  readonly isPaused: boolean
}

export interface WatchedStep {
  /** The same object if nothing has changed. */
  readonly watched: WatchedState
  /** The status that begins, if one does; it lasts until the next one begins. */
  readonly statusStart: { readonly status: PublishedStatus; readonly start: number } | undefined
}

/** Applies the next analysis, in the order of slots. A forced analysis during a pause leaves the status as it is. */
export function applySlot(before: WatchedState, slot: ClosedSlot): WatchedStep {
  const { state, change } = advanceState(before.state, slot)
  if (state === before.state) return { watched: before, statusStart: undefined }
  if (before.isPaused) {
    const { status, since } = before.state
    return { watched: { state: { ...state, status, since }, isPaused: true }, statusStart: undefined }
  }
  const watched = { state, isPaused: false }
  if (change === undefined || change.to === 'unknown') return { watched, statusStart: undefined }
  return { watched, statusStart: { status: change.to, start: change.at } }
}

/** Pauses or resumes the service. */
export function applyPause(
  before: WatchedState,
  { at, isPaused }: { readonly at: number; readonly isPaused: boolean },
): WatchedStep {
  if (before.isPaused === isPaused) return { watched: before, statusStart: undefined }
  const state = isPaused ? before.state : resumeState(before.state, at)
  return { watched: { state, isPaused }, statusStart: { status: isPaused ? 'paused' : 'unknown', start: at } }
}

/** Leaves out statuses of zero length, which occur when a service is resumed exactly at the time of a slot. */
export const omitZeroLength = <Start extends { readonly start: number }>(starts: readonly Start[]): Start[] =>
  starts.filter(({ start }, index) => starts[index + 1]?.start !== start)

const signalByStatus = { failure: 'holds', ok: 'over', paused: 'unwatched', unknown: undefined } as const

/**
 * Returns the signals that the statuses of a service give to a rule about its failure. An unknown status gives none.
 */
export const detectSignals = (
  starts: readonly { readonly status: PublishedStatus; readonly start: number }[],
): TimedSignal[] =>
  omitZeroLength(starts).flatMap(({ status, start }) => {
    const signal = signalByStatus[status]
    return signal === undefined ? [] : [{ at: start, signal }]
  })
