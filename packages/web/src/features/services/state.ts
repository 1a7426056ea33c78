import { compareNames } from '../../ui/by-name.ts'
import type { ServiceWithStatus } from './queries.ts'

/** The displayed states, most urgent first. A slow service is up but listed separately. */
export const states = ['failure', 'unknown', 'slow', 'ok', 'paused'] as const
export type State = (typeof states)[number]

/** The response time in milliseconds from which a service counts as slow in lists. */
const slowThresholdMs = 3000

export function getShownState({
  status,
  average_response_time,
}: Pick<ServiceWithStatus, 'status' | 'average_response_time'>): State {
  return status === 'ok' && (average_response_time ?? 0) >= slowThresholdMs ? 'slow' : status
}

/** Whether a service has no status because it has no sensor that could check it. */
export const isUnassigned = ({ status, sensors }: Pick<ServiceWithStatus, 'status' | 'sensors'>): boolean =>
  status === 'unknown' && sensors === 0

const rank = Object.fromEntries(states.map((state, index) => [state, index])) as Record<State, number>

/** Sorts by state; within down and unknown the latest first, within slow the slowest first, others by name. */
export function compareUrgency(one: ServiceWithStatus, other: ServiceWithStatus): number {
  const [state, otherState] = [getShownState(one), getShownState(other)]
  if (state !== otherState) return rank[state] - rank[otherState]
  if (state === 'failure' || state === 'unknown')
    return other.since.localeCompare(one.since) || compareNames(one, other)
  if (state === 'slow') return (other.average_response_time ?? 0) - (one.average_response_time ?? 0)
  return compareNames(one, other)
}

export const countStates = (all: readonly ServiceWithStatus[]): Readonly<Record<State, number>> => {
  const counts = { failure: 0, unknown: 0, slow: 0, ok: 0, paused: 0 }
  for (const each of all) counts[getShownState(each)] += 1
  return counts
}
