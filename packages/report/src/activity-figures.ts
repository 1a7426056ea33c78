import { type CheckCounts, type Distribution, estimatePercentile, type HourCell } from '@wachta/domain'
import type { AnalysisCounts, PerformanceFigures } from './document.ts'
import type { ActivityBucket } from './load/activity.ts'

export type DayPerformance = Pick<PerformanceFigures, 'average' | 'minimum' | 'maximum' | 'count'>

/** The measurements of one hour of the report. */
export type CellActivity = Omit<ActivityBucket, 'start'>

/**
 * Sums up the buckets in each hour. The hours must be in order, and no bucket may extend beyond the end of its hour.
 */
export function sumBucketsByCell(cells: readonly HourCell[], buckets: readonly ActivityBucket[]): CellActivity[] {
  const sorted = buckets.toSorted((one, other) => one.start - other.start)
  let nextIndex = 0
  return cells.map(({ end }) => {
    const cellBuckets: ActivityBucket[] = []
    for (let bucket = sorted[nextIndex]; bucket && bucket.start < end; bucket = sorted[nextIndex]) {
      cellBuckets.push(bucket)
      nextIndex += 1
    }
    return sumBuckets(cellBuckets)
  })
}

/** Sums up hours, for example those of one day. */
export function sumActivity(hours: readonly CellActivity[]): {
  readonly analyses: AnalysisCounts
  readonly checks: CheckCounts
  readonly performance: DayPerformance
} {
  const { analyses, failures, below_quorum, checks, response } = sumBuckets(hours)
  return {
    analyses: { count: analyses, failures, below_quorum },
    checks,
    performance: {
      count: response.count,
      average: response.count === 0 ? null : response.sum / response.count,
      minimum: response.minimum,
      maximum: response.maximum,
    },
  }
}

export function toPerformance(times: Distribution): PerformanceFigures {
  const { count, sum, minimum, maximum } = times
  return {
    count,
    average: count === 0 ? null : sum / count,
    minimum,
    p50: estimatePercentile(times, 50),
    p95: estimatePercentile(times, 95),
    p99: estimatePercentile(times, 99),
    maximum,
  }
}

function sumBuckets(buckets: readonly CellActivity[]): CellActivity {
  const total = {
    analyses: 0,
    failures: 0,
    below_quorum: 0,
    checks: { ok: 0, error: 0, unknown: 0 },
    response: { count: 0, sum: 0, minimum: null as number | null, maximum: null as number | null },
  }
  for (const { analyses, failures, below_quorum, checks, response } of buckets) {
    total.analyses += analyses
    total.failures += failures
    total.below_quorum += below_quorum
    total.checks.ok += checks.ok
    total.checks.error += checks.error
    total.checks.unknown += checks.unknown
    total.response.count += response.count
    total.response.sum += response.sum
    if (response.minimum !== null)
      total.response.minimum = Math.min(total.response.minimum ?? response.minimum, response.minimum)
    if (response.maximum !== null)
      total.response.maximum = Math.max(total.response.maximum ?? response.maximum, response.maximum)
  }
  return total
}
