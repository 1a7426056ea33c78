import { byName } from '../../ui/by-name.ts'
import type { Watched } from './queries.ts'

/** What a person has to look at, the most pressing first. Slow services are well, but not as well as the others. */
export const states = ['failure', 'unknown', 'slow', 'ok', 'paused'] as const
export type State = (typeof states)[number]

/** From how many milliseconds on an answer counts as slow in lists. */
const slowFrom = 3000

export function shownState({
  status,
  average_response_time,
}: Pick<Watched, 'status' | 'average_response_time'>): State {
  return status === 'ok' && (average_response_time ?? 0) >= slowFrom ? 'slow' : status
}

const place = Object.fromEntries(states.map((state, at) => [state, at])) as Record<State, number>

/** The newest trouble first, the slowest of the slow first, the rest by name. */
export function byUrgency(one: Watched, other: Watched): number {
  const [state, otherState] = [shownState(one), shownState(other)]
  if (state !== otherState) return place[state] - place[otherState]
  if (state === 'failure' || state === 'unknown') return other.since.localeCompare(one.since) || byName(one, other)
  if (state === 'slow') return (other.average_response_time ?? 0) - (one.average_response_time ?? 0)
  return byName(one, other)
}

export const counted = (all: readonly Watched[]): Readonly<Record<State, number>> => {
  const counts = { failure: 0, unknown: 0, slow: 0, ok: 0, paused: 0 }
  for (const each of all) counts[shownState(each)] += 1
  return counts
}
