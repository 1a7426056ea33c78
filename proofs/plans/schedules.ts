import { findNoon, listPeriods, type Period, type Plan } from './oracle.ts'

/** A template or a group with plans, some of which are in force only in seasons. */
export interface PlannedSchedule {
  readonly kind: 'template' | 'group'
  readonly zone: string
  readonly plans: readonly Plan[]
  /** The plans that are switched off between seasons. */
  readonly seasonal: readonly Plan[]
}

/**
 * Zones with offsets of whole, half and quarter hours, with changes of one hour and of half an hour, and one that skips
 * midnight.
 */
export const plannedSchedules: readonly PlannedSchedule[] = [
  { kind: 'template', zone: 'Europe/Warsaw', plans: ['daily'], seasonal: ['daily'] },
  { kind: 'template', zone: 'America/New_York', plans: ['daily'], seasonal: ['daily'] },
  { kind: 'template', zone: 'Australia/Lord_Howe', plans: ['daily', 'half_yearly'], seasonal: ['daily'] },
  { kind: 'group', zone: 'America/Santiago', plans: ['daily', 'monthly'], seasonal: ['daily'] },
  { kind: 'template', zone: 'Asia/Kathmandu', plans: ['weekly', 'monthly', 'quarterly'], seasonal: [] },
  { kind: 'template', zone: 'Pacific/Chatham', plans: ['monthly', 'yearly'], seasonal: [] },
  { kind: 'group', zone: 'Asia/Kolkata', plans: ['weekly', 'monthly'], seasonal: [] },
  { kind: 'template', zone: 'Europe/Warsaw', plans: ['monthly', 'quarterly', 'half_yearly', 'yearly'], seasonal: [] },
]

/** The days of each year on which clocks are changed somewhere in the cast, or a month or the year ends. */
const seasons = [
  ['03-12', '03-17'],
  ['03-26', '04-07'],
  ['09-03', '09-08'],
  ['09-24', '10-06'],
  ['10-29', '11-10'],
  ['12-29', '12-31'],
] as const

const day = 86_400_000

/** Returns seasons from 2027 on, in UTC; the last of each year extends beyond its end. */
export function* generateSeasons(year = 2027): Generator<Period> {
  for (; ; year += 1)
    for (const [first, last] of seasons) {
      const end = Date.parse(`${year}-${last}T00:00:00Z`)
      yield { start: Date.parse(`${year}-${first}T00:00:00Z`), end: last === '12-31' ? end + 4 * day : end }
    }
}

/** When a plan is in force: seasonal ones are switched at noon of the first and the last day, far from any due time. */
export const getActivePeriod = ({ zone }: PlannedSchedule, { start, end }: Period): Period => ({
  start: findNoon(zone, start),
  end: findNoon(zone, end),
})

export interface ExpectedReport extends Period {
  /** The index in the cast. */
  readonly schedule: number
  readonly plan: Plan
}

/** Returns the reports that are due in some seasons, in the order in which their periods end. */
export function listExpected(seasonsPlayed: readonly Period[]): ExpectedReport[] {
  const [from, to] = [seasonsPlayed[0]?.start ?? 0, seasonsPlayed.at(-1)?.end ?? 0]
  return plannedSchedules
    .flatMap((planned, schedule) =>
      planned.plans.flatMap((plan) => {
        const times = planned.seasonal.includes(plan)
          ? seasonsPlayed.map((season) => getActivePeriod(planned, season))
          : [{ start: from, end: to }]
        return times.flatMap(({ start, end }) =>
          listPeriods(plan, planned.zone, { from: start, to: end }).map((period) => ({ ...period, schedule, plan })),
        )
      }),
    )
    .sort((one, other) => one.end - other.end)
}
