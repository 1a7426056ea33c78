import { minuteMs } from '@wachta/domain'
import { computeResponseTime } from './patterns.ts'

/** How the demo server answers a request. */
export interface Behaviour {
  readonly status: 200 | 500 | 503
  /** How long the answer takes, in milliseconds. */
  readonly delay: number
}

/** The first segment of a path selects its behaviour: `/fails/2` fails periodically. */
export const behaviours = ['steady', 'fails', 'slow', 'flaps'] as const
export type BehaviourName = (typeof behaviours)[number]

/** The period of failures and slowdowns; the service works during most of it. */
const periodMs = 6 * minuteMs
const failingMs = 90_000
const slowMs = 2 * minuteMs
/** While a service flaps, it alternates between up and down in intervals of this length. */
const flapMs = 40_000

/** Computes the answer from path and time only, so that every sensor sees the same. */
export function computeBehaviour(path: string, time: number): Behaviour | undefined {
  const [, name = ''] = path.split('/')
  // The same delay as in the generated history, so that charts continue where it ends.
  const delay = computeResponseTime({ index: Math.max(parseNumber(path) - 1, 0), rank: 0, time, now: time })
  // Shift the phase, so that four services with consecutive numbers fail one after the other.
  const phaseMs = (time + (parseNumber(path) % 4) * (periodMs / 4)) % periodMs
  switch (name as BehaviourName) {
    case 'steady':
      return { status: 200, delay }
    case 'fails':
      return { status: phaseMs < failingMs ? 503 : 200, delay }
    case 'slow':
      return { status: 200, delay: phaseMs < slowMs ? delay + 1_800 : delay }
    case 'flaps':
      return { status: phaseMs < periodMs / 2 && phaseMs % (2 * flapMs) < flapMs ? 500 : 200, delay }
    default:
      return undefined
  }
}

const parseNumber = (path: string): number => Number(/(\d{1,9})$/.exec(path)?.[1] ?? 0)
