import type { SeenSignal } from './event-state.ts'
import { advance, type ClosedSlot, type PublishedStatus, resumed, type ServiceState } from './service-state.ts'

/** A service as it is watched: what its analyses came to, and whether anybody looks at all. */
export interface WatchedState {
  readonly state: ServiceState
  readonly isPaused: boolean
}

export interface WatchedStep {
  /** The same object if nothing has changed. */
  readonly watched: WatchedState
  /** The status that begins, if one does; it lasts until the next one begins. */
  readonly begins: { readonly status: PublishedStatus; readonly start: number } | undefined
}

/** One more analysis, in the order of slots. One out of turn during a pause leaves the status: nobody watches then. */
export function afterSlot(before: WatchedState, slot: ClosedSlot): WatchedStep {
  const { state, change } = advance(before.state, slot)
  if (state === before.state) return { watched: before, begins: undefined }
  if (before.isPaused) {
    const { status, since } = before.state
    return { watched: { state: { ...state, status, since }, isPaused: true }, begins: undefined }
  }
  const watched = { state, isPaused: false }
  if (change === undefined || change.to === 'unknown') return { watched, begins: undefined }
  return { watched, begins: { status: change.to, start: change.at } }
}

/** The service is paused or watched again. */
export function afterPause(
  before: WatchedState,
  { at, isPaused }: { readonly at: number; readonly isPaused: boolean },
): WatchedStep {
  if (before.isPaused === isPaused) return { watched: before, begins: undefined }
  const state = isPaused ? before.state : resumed(before.state, at)
  return { watched: { state, isPaused }, begins: { status: isPaused ? 'paused' : 'unknown', start: at } }
}

/** A service may be watched again at the very time of a slot: the status that took no time is left out. */
export const withoutMoments = <Start extends { readonly start: number }>(starts: readonly Start[]): Start[] =>
  starts.filter(({ start }, index) => starts[index + 1]?.start !== start)

const meaning = { failure: 'holds', ok: 'over', paused: 'unwatched', unknown: undefined } as const

/** What the statuses of a service say to an event that looks for its failure. What is not known leaves everything as it is. */
export const detectSignals = (
  starts: readonly { readonly status: PublishedStatus; readonly start: number }[],
): SeenSignal[] =>
  withoutMoments(starts).flatMap(({ status, start }) => {
    const signal = meaning[status]
    return signal === undefined ? [] : [{ at: start, signal }]
  })
