import { randomAt } from '../fuzz/random.ts'
import type { Case, Span } from './cases.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type Status = 'ok' | 'failure' | 'unknown'

/** One service with everything that happens to it, decided before anything is stored. */
export interface PlannedService {
  readonly place: number
  readonly case: Case
  readonly interval: number
  readonly phase: number
  readonly sensors: number
  readonly created: number
  /** When it was deleted: at a time in the period, or after it; null if it was not. */
  readonly deleted: number | 'since' | null
  readonly statuses: readonly (Span & { readonly status: Status })[]
  readonly pause: Span | null
  readonly corrections: readonly (Span & { readonly status: 'ok' | 'failure' | 'paused' })[]
  readonly oneOff: readonly (Span & Validity)[]
  readonly weekly: readonly ({ readonly start_minute: number; readonly end_minute: number } & Validity)[]
}

interface Validity {
  readonly valid_from: number
  /** Null: in force until it is changed. */
  readonly valid_to: number | null
  readonly only_notifications: boolean
}

export interface HistoryOptions {
  readonly seed: number
  readonly services: number
  /** The number of services that are checked every minute; the others are checked every 30 to 60 minutes. */
  readonly minutely: number
}

/** No report covers anything before and after this margin. */
export const marginMs = 2 * hour

export function planServices({ seed, services, minutely }: HistoryOptions, cases: readonly Case[]): PlannedService[] {
  return Array.from({ length: services }, (_, place) => {
    const one = cases[place % cases.length]
    if (!one) throw new Error('there are no cases')
    return planService(randomAt(seed, place), one, { place, isMinutely: place < minutely })
  })
}

type RandomAt = ReturnType<typeof randomAt>

function planService(
  random: RandomAt,
  one: Case,
  { place, isMinutely }: { place: number; isMinutely: boolean },
): PlannedService {
  const { start, end } = one.period
  const length = end - start
  const earlier = start - length - day
  const created = random.chance(0.1) ? start + random.below(length / 2) : earlier - random.below(day)
  // In the second half of the period, so that the service exists for a part of it.
  const deleted = place % 23 === 7 ? 'since' : place % 23 === 11 ? start + length / 2 + random.below(length / 3) : null
  const range = { start: Math.max(created, earlier), end: end + day }
  return {
    place,
    case: one,
    interval: isMinutely ? minute : random.between(30, 60) * minute,
    phase: random.below(minute),
    sensors: isMinutely ? 2 : random.between(2, 3),
    created,
    deleted,
    statuses: planStatuses(random, range),
    pause: random.chance(0.3) ? spanIn(random, range, 2 * day) : null,
    // The product handles more than a few corrections in another way.
    corrections: Array.from(
      {
        length:
          place % 50 === 3
            ? 45
            : random.weighted([
                [6, 0],
                [3, 1],
                [2, 3],
              ]),
      },
      () => ({
        ...spanIn(random, range, place % 50 === 3 ? 6 * hour : 2 * day),
        status: random.pick(['ok', 'failure', 'paused'] as const),
      }),
    ),
    oneOff: random.chance(0.4) ? versions(random, range, () => spanIn(random, range, day)) : [],
    weekly: random.chance(0.4)
      ? versions(random, range, () => {
          const start_minute = random.below(10_080)
          return { start_minute, end_minute: (start_minute + random.between(30, 2000)) % 10_080 }
        })
      : [],
  }
}

function planStatuses(random: RandomAt, { start, end }: Span): PlannedService['statuses'] {
  const statuses: (Span & { status: Status })[] = []
  for (let from = start; from < end; ) {
    const last = statuses.at(-1)?.status
    const status = last === 'ok' ? random.pick(['failure', 'failure', 'unknown'] as const) : 'ok'
    const longest = { ok: 6 * day, failure: 7 * hour, unknown: 3 * hour }[status]
    const to = from + random.between(30 * second, longest)
    statuses.push({ start: from, end: to, status })
    from = to
  }
  return statuses
}

/** Versions of something that was created, changed later, and then perhaps deleted. */
function versions<Said extends object>(random: RandomAt, range: Span, say: () => Said): (Said & Validity)[] {
  const [made = 0, changed = 0, gone = 0] = [0, 1, 2]
    .map(() => random.between(range.start, range.end))
    .sort((a, b) => a - b)
  return [
    { ...say(), valid_from: made, valid_to: changed, only_notifications: random.chance(0.4) },
    {
      ...say(),
      valid_from: changed,
      valid_to: random.chance(0.5) ? gone : null,
      only_notifications: random.chance(0.4),
    },
  ]
}

function spanIn(random: RandomAt, { start, end }: Span, longest: number): Span {
  const from = random.between(start, end - minute)
  return { start: from, end: from + random.between(minute, longest) }
}
