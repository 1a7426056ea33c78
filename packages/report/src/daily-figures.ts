import type { Queryable } from '@wachta/database'
import {
  type AccountedInterval,
  defaultMethod,
  type Interval,
  type LocalDay,
  listAccountedIntervals,
  listHourCells,
  sumAccounted,
} from '@wachta/domain'
import { sql } from 'kysely'
import { sumActivity, sumBucketsByCell } from './activity-figures.ts'
import { chooseBucketSize, loadActivity } from './load/activity.ts'
import { type LoadedHistory, loadHistories } from './load/history.ts'

/** The figures of one service on one day; without counted seconds, the day has no data. */
export interface DailyFigures {
  readonly ok_seconds: number
  readonly counted_seconds: number
  /** Response times of successful checks, in milliseconds; zeros if they were not requested. */
  readonly response_count: number
  readonly response_sum: number
}

export interface DailyQuery {
  readonly services: readonly number[]
  /** The days, in order and without gaps. */
  readonly days: readonly LocalDay[]
  /** The time zone of the days. */
  readonly zone: string
  /** The time at which the last day is cut off. */
  readonly now: number
  /** Whether corrections are applied. */
  readonly corrected: boolean
  readonly withResponseTimes: boolean
}

/**
 * Computes the daily figures of services in the same way as reports do: with the same histories, the same accounting of
 * time and the same rollups. Services that were deleted permanently are left out.
 */
export async function loadDailyFigures(db: Queryable, query: DailyQuery): Promise<Map<number, DailyFigures[]>> {
  const { services, days, now, corrected } = query
  const range = { start: days[0]?.start ?? now, end: Math.floor(now / 1000) * 1000 }
  const histories = await loadHistories(db, services, range)
  const responses = query.withResponseTimes ? await loadResponses(db, query, range) : undefined
  const method = { ...defaultMethod, corrected }
  return new Map(
    [...histories].map(([id, history]) => {
      const intervals = listAccountedIntervals({ ...toServiceHistory(history, range), method })
      return [
        id,
        splitByDay(intervals, days).map((dayIntervals, index) => {
          const { ok_seconds, not_ok_seconds } = sumAccounted(dayIntervals)
          const counted_seconds = ok_seconds + not_ok_seconds
          return { ok_seconds, counted_seconds, ...(responses?.get(id)?.[index] ?? noResponses) }
        }),
      ]
    }),
  )
}

const noResponses = { response_count: 0, response_sum: 0 }

const toServiceHistory = (
  { raw, corrections, suspensions, zone, created_at }: LoadedHistory,
  { start, end }: Interval,
) => ({ from: start, to: end, raw, corrections, suspensions, zone, since: created_at })

/** Splits intervals at the midnights of the days; both must be in order. */
function splitByDay(intervals: readonly AccountedInterval[], days: readonly LocalDay[]): AccountedInterval[][] {
  let nextIndex = 0
  return days.map(({ start, end }) => {
    const dayIntervals: AccountedInterval[] = []
    for (; nextIndex < intervals.length; nextIndex += 1) {
      const interval = intervals[nextIndex]
      if (!interval || interval.start >= end) break
      dayIntervals.push({ ...interval, start: Math.max(interval.start, start), end: Math.min(interval.end, end) })
      // The rest of the interval belongs to the next day.
      if (interval.end > end) break
    }
    return dayIntervals
  })
}

async function loadResponses(db: Queryable, { services, days, zone }: DailyQuery, range: Interval) {
  const cells = listHourCells(range, zone)
  const existing = await db.query(
    sql<{
      id: number
      deleted_at: null
    }>`select id, null as deleted_at from service where id = any(${services}::bigint[])`,
  )
  // Without the history store: status pages must be published even if it does not answer.
  const activity = await loadActivity(
    { db, history: undefined },
    { services: existing, range, size: chooseBucketSize(cells) },
  )
  return new Map(
    [...activity].map(([id, { buckets }]) => {
      const byDate = Map.groupBy(
        sumBucketsByCell(cells, buckets).map((hour, index) => ({ ...hour, date: cells[index]?.date ?? '' })),
        ({ date }) => date,
      )
      return [
        id,
        days.map(({ date }) => {
          const { count, average } = sumActivity(byDate.get(date) ?? []).performance
          return { response_count: count, response_sum: (average ?? 0) * count }
        }),
      ]
    }),
  )
}
