import type { Random } from '../fuzz/random.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Results may arrive late for this long; a period that ended before that is closed. */
const lateWindowMs = day
const horizonMs = 12 * day

/** The closed time whose service levels are compared, in epoch milliseconds. */
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

/** The planted record of one service: everything that its past service levels follow from. */
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
 * A period in which the accounts had one time zone: the weekly windows of the first days are in another zone than those
 * of the last days.
 */
export interface ZonePeriod {
  readonly time_zone_id: string
  readonly name: string
  readonly valid_from: number | null
  readonly valid_to: number | null
}

export const getClosedHorizon = (now: number): Horizon => {
  const to = Math.floor((now - lateWindowMs) / minute) * minute
  return { from: to - horizonMs, to }
}

export const getZonePeriods = ({ from }: Horizon): readonly ZonePeriod[] => [
  { time_zone_id: 'america_new_york', name: 'America/New_York', valid_from: null, valid_to: from + 5 * day },
  { time_zone_id: 'europe_warsaw', name: 'Europe/Warsaw', valid_from: from + 5 * day, valid_to: null },
]

/** A history with failures, gaps, pauses, corrections, and maintenance windows that were changed or deleted later. */
export function makeHistory(service: number, serviceIndex: number, horizon: Horizon, random: Random): PlantedHistory {
  const id = (index: number) => 3_000_000 + serviceIndex * 10 + index
  return {
    service,
    statuses: makeStatuses(horizon, random),
    inactive: random.chance(0.6) ? [pickSpan(horizon, random, 12 * hour)] : [],
    oneOff: [
      { id: id(0), versions: makeOneOffVersions(horizon, random, false) },
      { id: id(1), versions: makeOneOffVersions(horizon, random, true) },
    ],
    weekly: [
      { id: id(0), versions: makeWeeklyVersions(horizon, random, false) },
      { id: id(1), versions: makeWeeklyVersions(horizon, random, true) },
    ],
    corrections: [0, 1].slice(0, random.below(3)).map((index) => ({
      id: id(index),
      ...pickSpan(horizon, random, 2 * day),
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
function makeOneOffVersions(horizon: Horizon, random: Random, isDeleted: boolean): OneOffVersion[] {
  const [createdAt, changedAt, deletedAt] = pickSortedTimes(horizon, random)
  const makeWindow = () => pickSpan({ from: horizon.from, to: horizon.to + 2 * day }, random, 3 * day)
  const pickOnlyNotifications = () => random.chance(0.25)
  return [
    { ...makeWindow(), valid_from: createdAt, valid_to: changedAt, only_notifications: pickOnlyNotifications() },
    {
      ...makeWindow(),
      valid_from: changedAt,
      valid_to: isDeleted ? deletedAt : null,
      only_notifications: pickOnlyNotifications(),
    },
  ]
}

function makeWeeklyVersions(horizon: Horizon, random: Random, isDeleted: boolean): WeeklyVersion[] {
  const [createdAt, changedAt, deletedAt] = pickSortedTimes(horizon, random)
  const makeWindow = () => {
    const start_minute = random.below(10_080)
    return { start_minute, end_minute: (start_minute + random.between(30, 2000)) % 10_080 }
  }
  const pickOnlyNotifications = () => random.chance(0.25)
  return [
    { ...makeWindow(), valid_from: createdAt, valid_to: changedAt, only_notifications: pickOnlyNotifications() },
    {
      ...makeWindow(),
      valid_from: changedAt,
      valid_to: isDeleted ? deletedAt : null,
      only_notifications: pickOnlyNotifications(),
    },
  ]
}

function pickSortedTimes({ from, to }: Horizon, random: Random): [number, number, number] {
  const [one = 0, two = 0, three = 0] = [0, 1, 2].map(() => random.between(from, to)).sort((a, b) => a - b)
  return [one, two + 1, three + 2]
}

function pickSpan({ from, to }: Horizon, random: Random, maxLength: number): Span {
  const start = random.between(from, to - minute)
  return { start, end: start + random.between(minute, maxLength) }
}
