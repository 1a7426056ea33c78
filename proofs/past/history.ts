import type { Random } from '../fuzz/random.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Results may arrive late for this long; a period that ended before that is closed. */
const lateWindow = day
const horizonLength = 12 * day

/** The closed time whose figures are compared, in epoch milliseconds. */
export interface Horizon {
  readonly from: number
  readonly to: number
}

export interface Span {
  readonly start: number
  readonly end: number
}

export type Status = 'ok' | 'failure' | 'unknown' | 'paused'

interface Validity {
  readonly valid_from: number
  /** Null: in force until it is changed. */
  readonly valid_to: number | null
  readonly only_notifications: boolean
}

export type OneOffVersion = Span & Validity
/** Minutes of the local week, from Monday 00:00. */
export type WeeklyVersion = Validity & { readonly start_minute: number; readonly end_minute: number }

export interface PlannedSuspension<Version> {
  readonly id: number
  readonly versions: readonly Version[]
}

/** The planted record of one service: everything that its past figures follow from. */
export interface PlantedHistory {
  readonly service: number
  /** One after another; the last one is still open. */
  readonly statuses: readonly (Span & { readonly status: Status })[]
  /** The periods in which the service was switched off. */
  readonly inactive: readonly Span[]
  readonly oneOff: readonly PlannedSuspension<OneOffVersion>[]
  readonly weekly: readonly PlannedSuspension<WeeklyVersion>[]
  readonly corrections: readonly (Span & { readonly id: number; readonly status: Status })[]
}

/**
 * A period with the zone that the accounts had: the weekly windows of the first days are in another zone than those of
 * the last.
 */
export interface ZonePeriod {
  readonly time_zone_id: string
  readonly name: string
  readonly valid_from: number | null
  readonly valid_to: number | null
}

export const closedHorizon = (now: number): Horizon => {
  const to = Math.floor((now - lateWindow) / minute) * minute
  return { from: to - horizonLength, to }
}

export const zonePeriods = ({ from }: Horizon): readonly ZonePeriod[] => [
  { time_zone_id: 'america_new_york', name: 'America/New_York', valid_from: null, valid_to: from + 5 * day },
  { time_zone_id: 'europe_warsaw', name: 'Europe/Warsaw', valid_from: from + 5 * day, valid_to: null },
]

/** A history with failures, gaps, pauses, corrections, and maintenance windows that were changed or deleted later. */
export function makeHistory(service: number, place: number, horizon: Horizon, random: Random): PlantedHistory {
  const id = (index: number) => 3_000_000 + place * 10 + index
  return {
    service,
    statuses: makeStatuses(horizon, random),
    inactive: random.chance(0.6) ? [spanIn(horizon, random, 12 * hour)] : [],
    oneOff: [
      { id: id(0), versions: oneOffVersions(horizon, random, false) },
      { id: id(1), versions: oneOffVersions(horizon, random, true) },
    ],
    weekly: [
      { id: id(0), versions: weeklyVersions(horizon, random, false) },
      { id: id(1), versions: weeklyVersions(horizon, random, true) },
    ],
    corrections: [0, 1].slice(0, random.below(3)).map((index) => ({
      id: id(index),
      ...spanIn(horizon, random, 2 * day),
      status: random.pick<Status>(['ok', 'failure', 'paused']),
    })),
  }
}

function makeStatuses({ from, to }: Horizon, random: Random): PlantedHistory['statuses'] {
  const statuses: (Span & { status: Status })[] = []
  let start = from - 2 * hour
  while (start < to) {
    const others = (['ok', 'ok', 'failure', 'unknown'] as const).filter((each) => each !== statuses.at(-1)?.status)
    const end = start + random.between(5 * minute, 14 * hour)
    statuses.push({ start, end, status: random.pick(others) })
    start = end
  }
  return statuses
}

/** Versions of a suspension that was created, changed later, and then perhaps deleted. */
function oneOffVersions(horizon: Horizon, random: Random, isDeleted: boolean): OneOffVersion[] {
  const [made, changed, gone] = sortedTimes(horizon, random)
  const window = () => spanIn({ from: horizon.from, to: horizon.to + 2 * day }, random, 3 * day)
  const only = () => random.chance(0.25)
  return [
    { ...window(), valid_from: made, valid_to: changed, only_notifications: only() },
    { ...window(), valid_from: changed, valid_to: isDeleted ? gone : null, only_notifications: only() },
  ]
}

function weeklyVersions(horizon: Horizon, random: Random, isDeleted: boolean): WeeklyVersion[] {
  const [made, changed, gone] = sortedTimes(horizon, random)
  const window = () => {
    const start_minute = random.below(10_080)
    return { start_minute, end_minute: (start_minute + random.between(30, 2000)) % 10_080 }
  }
  const only = () => random.chance(0.25)
  return [
    { ...window(), valid_from: made, valid_to: changed, only_notifications: only() },
    { ...window(), valid_from: changed, valid_to: isDeleted ? gone : null, only_notifications: only() },
  ]
}

function sortedTimes({ from, to }: Horizon, random: Random): [number, number, number] {
  const [one = 0, two = 0, three = 0] = [0, 1, 2].map(() => random.between(from, to)).sort((a, b) => a - b)
  return [one, two + 1, three + 2]
}

function spanIn({ from, to }: Horizon, random: Random, longest: number): Span {
  const start = random.between(from, to - minute)
  return { start, end: start + random.between(minute, longest) }
}
