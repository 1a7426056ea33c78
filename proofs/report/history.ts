import { randomAt } from '../fuzz/random.ts'
import type { Case, Span } from './cases.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type Status = 'ok' | 'failure' | 'unknown'

/** One service with everything that happens to it, decided before anything is stored. */
export interface PlannedService {
  readonly index: number
  readonly case: Case
  readonly interval: number
  readonly phase: number
  readonly sensors: number
  readonly created: number
  /** When it was deleted: at a time in the period, or after the period; null if it was not deleted. */
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

/** Analyses are also stored for this long before and after the period, where no report covers them. */
export const marginMs = 2 * hour

export function planServices({ seed, services, minutely }: HistoryOptions, cases: readonly Case[]): PlannedService[] {
  return Array.from({ length: services }, (_, index) => {
    const one = cases[index % cases.length]
    if (!one) throw new Error('there are no cases')
    return planService(randomAt(seed, index), one, { place: index, isMinutely: index < minutely })
  })
}

type RandomAt = ReturnType<typeof randomAt>

function planService(
  random: RandomAt,
  one: Case,
  { place: index, isMinutely }: { place: number; isMinutely: boolean },
): PlannedService {
  const { start, end } = one.period
  const length = end - start
  const historyStart = start - length - day
  const created = random.chance(0.1) ? start + random.below(length / 2) : historyStart - random.below(day)
  // The deletion is in the second half of the period, so that the service exists for a part of it.
  const deleted = index % 23 === 7 ? 'since' : index % 23 === 11 ? start + length / 2 + random.below(length / 3) : null
  const range = { start: Math.max(created, historyStart), end: end + day }
  return {
    index,
    case: one,
    interval: isMinutely ? minute : random.between(30, 60) * minute,
    phase: random.below(minute),
    sensors: isMinutely ? 2 : random.between(2, 3),
    created,
    deleted,
    statuses: planStatuses(random, range),
    pause: random.chance(0.3) ? pickSpan(random, range, 2 * day) : null,
    // The product handles more than a few corrections in another way.
    corrections: Array.from(
      {
        length:
          index % 50 === 3
            ? 45
            : random.pickWeighted([
                [6, 0],
                [3, 1],
                [2, 3],
              ]),
      },
      () => ({
        ...pickSpan(random, range, index % 50 === 3 ? 6 * hour : 2 * day),
        status: random.pick(['ok', 'failure', 'paused'] as const),
      }),
    ),
    oneOff: random.chance(0.4) ? planVersions(random, range, () => pickSpan(random, range, day)) : [],
    weekly: random.chance(0.4)
      ? planVersions(random, range, () => {
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
    const maxLength = { ok: 6 * day, failure: 7 * hour, unknown: 3 * hour }[status]
    const to = from + random.between(30 * second, maxLength)
    statuses.push({ start: from, end: to, status })
    from = to
  }
  return statuses
}

/** Versions of something that was created, changed later, and then perhaps deleted. */
function planVersions<Said extends object>(
  random: RandomAt,
  range: Span,
  createValue: () => Said,
): (Said & Validity)[] {
  const [createdAt = 0, changedAt = 0, deletedAt = 0] = [0, 1, 2]
    .map(() => random.between(range.start, range.end))
    .sort((a, b) => a - b)
  return [
    { ...createValue(), valid_from: createdAt, valid_to: changedAt, only_notifications: random.chance(0.4) },
    {
      ...createValue(),
      valid_from: changedAt,
      valid_to: random.chance(0.5) ? deletedAt : null,
      only_notifications: random.chance(0.4),
    },
  ]
}

function pickSpan(random: RandomAt, { start, end }: Span, maxLength: number): Span {
  const from = random.between(start, end - minute)
  return { start: from, end: from + random.between(minute, maxLength) }
}
