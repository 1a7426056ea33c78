import { minuteMs } from './time-units.ts'
import type { CheckResult } from './verdict.ts'

const bucketLengthsMs = { five_minutes: 5 * minuteMs, hour: 60 * minuteMs, day: 24 * 60 * minuteMs } as const

export type RollupSize = keyof typeof bucketLengthsMs

/** From the smallest to the largest; each consists of whole buckets of the one before. */
export const rollupSizes: readonly RollupSize[] = ['five_minutes', 'hour', 'day']

/** Returns the length of a bucket in milliseconds. */
export function getRollupBucketLengthMs(size: RollupSize): number {
  return bucketLengthsMs[size]
}

/** The period that begins at `start`, in epoch milliseconds, and has the length of its size. */
export interface RollupBucket {
  readonly start: number
  readonly size: RollupSize
}

/** A closed analysis, with all amendments. */
export interface ClosedAnalysis {
  readonly time: number
  readonly failure: boolean
  readonly hasQuorum: boolean
  readonly ok_checks_count: number
  readonly error_checks_count: number
  readonly unknown_checks_count: number
}

/** One check of one sensor; its response time is in whole milliseconds, its data size in bytes. */
export interface RecordedCheck {
  readonly time: number
  readonly sensor_id: number
  readonly result: CheckResult
  readonly response_time: number | null
  readonly data_size: number | null
  readonly error_type_id: string | null
}

export type CheckCounts = Readonly<Record<CheckResult, number>>

/**
 * The distribution of values. Percentiles use the nearest rank: the least value that the given percentage of values
 * does not exceed. For five minutes they are exact; for an hour and a day they come from the histogram, with an error
 * of less than 1/128.
 */
export interface Distribution {
  readonly count: number
  readonly sum: number
  readonly minimum: number | null
  readonly maximum: number | null
  readonly p50: number | null
  readonly p95: number | null
  /** The number of values in each bin that is not empty, sorted by bin. */
  readonly histogram: readonly (readonly [bin: number, count: number])[]
}

/** The summary of the checks of one sensor, or of all. */
export interface CheckRollup {
  readonly checks: CheckCounts
  readonly errors: readonly { readonly error_type_id: string; readonly count: number }[]
  /** Of successful checks only, like `data_size`, because the time until an error is not a response time. */
  readonly response_time: Distribution
  readonly data_size: Distribution
}

export interface Rollup extends RollupBucket, CheckRollup {
  readonly analyses: number
  readonly failures: number
  /** Analyses with too few known results to decide. */
  readonly below_quorum: number
  /** The counts of the analyses; they differ from `checks` if a sensor sent no result, which counts as unknown here. */
  readonly analysed_checks: CheckCounts
  /** By sensor id. */
  readonly by_sensor: readonly (CheckRollup & { readonly sensor_id: number })[]
}

/**
 * Returns the bucket of a time. All buckets, including days, are in UTC, so that one rollup serves every account. Days
 * of another time zone are combined from hours, or from five minutes if the offset of the zone is not whole hours.
 */
export function toRollupBucket(time: number, size: RollupSize): RollupBucket {
  return { start: Math.floor(time / bucketLengthsMs[size]) * bucketLengthsMs[size], size }
}

/**
 * Computes the rollup of one bucket from everything recorded in it. It is never incremented, so that a repeated, late
 * or amended result cannot count twice.
 */
export function computeRollup(
  bucket: RollupBucket,
  { analyses, checks }: { readonly analyses: readonly ClosedAnalysis[]; readonly checks: readonly RecordedCheck[] },
): Rollup {
  for (const { time } of [...analyses, ...checks]) {
    if (toRollupBucket(time, bucket.size).start !== bucket.start) throw new RangeError(`not in the bucket: ${time}`)
  }
  const sumCounts = (count: (analysis: ClosedAnalysis) => number) => sum(analyses.map(count))
  return {
    start: bucket.start,
    size: bucket.size,
    analyses: analyses.length,
    failures: sumCounts(({ failure }) => Number(failure)),
    below_quorum: sumCounts(({ hasQuorum }) => Number(!hasQuorum)),
    analysed_checks: {
      ok: sumCounts(({ ok_checks_count }) => ok_checks_count),
      error: sumCounts(({ error_checks_count }) => error_checks_count),
      unknown: sumCounts(({ unknown_checks_count }) => unknown_checks_count),
    },
    ...computeCheckRollup(checks, bucket.size),
    by_sensor: groupBySensor(checks).map(([sensor_id, sensorChecks]) => ({
      sensor_id,
      ...computeCheckRollup(sensorChecks, bucket.size),
    })),
  }
}

/**
 * Combines the rollups of smaller buckets into a larger one. They may be in any order; a missing one counts as empty.
 * The result is exactly the same as if it were computed from the recorded analyses and checks.
 */
export function mergeRollups(bucket: RollupBucket, parts: readonly Rollup[]): Rollup {
  rejectOverlappingParts(bucket, parts)
  const sumCounts = (count: (part: Rollup) => number) => sum(parts.map(count))
  return {
    start: bucket.start,
    size: bucket.size,
    analyses: sumCounts(({ analyses }) => analyses),
    failures: sumCounts(({ failures }) => failures),
    below_quorum: sumCounts(({ below_quorum }) => below_quorum),
    analysed_checks: addCounts(parts.map(({ analysed_checks }) => analysed_checks)),
    ...mergeCheckRollups(parts),
    by_sensor: groupBySensor(parts.flatMap(({ by_sensor }) => by_sensor)).map(([sensor_id, sensorRollups]) => ({
      sensor_id,
      ...mergeCheckRollups(sensorRollups),
    })),
  }
}

// Overlapping parts would count twice, for example five minutes and the hour that they belong to.
function rejectOverlappingParts(bucket: RollupBucket, parts: readonly Rollup[]): void {
  let minStart = bucket.start
  for (const { start, size } of parts.toSorted((one, other) => one.start - other.start)) {
    const end = start + bucketLengthsMs[size]
    if (
      bucketLengthsMs[size] >= bucketLengthsMs[bucket.size] ||
      start < minStart ||
      end > bucket.start + bucketLengthsMs[bucket.size]
    ) {
      throw new RangeError(`no separate part of the ${bucket.size} at ${bucket.start}: ${size} at ${start}`)
    }
    minStart = end
  }
}

/** Summarizes checks of any period, with percentiles from the histogram, so that the result can be merged exactly. */
export const summarizeChecks = (checks: readonly RecordedCheck[]): CheckRollup => computeCheckRollup(checks, 'day')

function computeCheckRollup(checks: readonly RecordedCheck[], size: RollupSize): CheckRollup {
  const countResults = (result: CheckResult) => checks.filter((check) => check.result === result).length
  const okChecks = checks.filter(({ result }) => result === 'ok')
  const errorTypes = checks.flatMap(({ error_type_id }) => error_type_id ?? [])
  return {
    checks: { ok: countResults('ok'), error: countResults('error'), unknown: countResults('unknown') },
    errors: addErrors(errorTypes.map((error_type_id) => ({ error_type_id, count: 1 }))),
    response_time: computeDistribution(
      okChecks.flatMap(({ response_time }) => response_time ?? []),
      size,
    ),
    data_size: computeDistribution(
      okChecks.flatMap(({ data_size }) => data_size ?? []),
      size,
    ),
  }
}

/** Merges summaries of separate periods or sensors. */
export function mergeCheckRollups(parts: readonly CheckRollup[]): CheckRollup {
  return {
    checks: addCounts(parts.map(({ checks }) => checks)),
    errors: addErrors(parts.flatMap(({ errors }) => errors)),
    response_time: mergeDistributions(parts.map(({ response_time }) => response_time)),
    data_size: mergeDistributions(parts.map(({ data_size }) => data_size)),
  }
}

function computeDistribution(values: readonly number[], size: RollupSize): Distribution {
  const sorted = values.toSorted((one, other) => one - other)
  const summary = {
    sum: sum(sorted),
    minimum: sorted.at(0) ?? null,
    maximum: sorted.at(-1) ?? null,
    histogram: addBins(sorted.map((value) => [toBin(value), 1])),
  }
  if (size !== 'five_minutes') return addPercentiles(summary)
  const getExactPercentile = (percent: number) => sorted[getRank(percent, sorted.length) - 1] ?? null
  return { count: sorted.length, ...summary, p50: getExactPercentile(50), p95: getExactPercentile(95) }
}

function mergeDistributions(parts: readonly Distribution[]): Distribution {
  const nonEmpty = parts.filter(({ count }) => count > 0)
  const findExtreme = (choose: (one: number, other: number) => number, values: readonly (number | null)[]) =>
    values.reduce((one, other) => (one === null || other === null ? (one ?? other) : choose(one, other)), null)
  return addPercentiles({
    sum: sum(nonEmpty.map((part) => part.sum)),
    minimum: findExtreme(
      Math.min,
      nonEmpty.map(({ minimum }) => minimum),
    ),
    maximum: findExtreme(
      Math.max,
      nonEmpty.map(({ maximum }) => maximum),
    ),
    histogram: addBins(nonEmpty.flatMap(({ histogram }) => histogram)),
  })
}

function addPercentiles(summary: Omit<Distribution, 'count' | 'p50' | 'p95'>): Distribution {
  const count = sum(summary.histogram.map(([, inBin]) => inBin))
  return { count, ...summary, p50: estimatePercentile(summary, 50), p95: estimatePercentile(summary, 95) }
}

/** Returns a percentile from the histogram of a distribution, with an error of less than 1/128; null if it is empty. */
export function estimatePercentile(
  { histogram, minimum, maximum }: Pick<Distribution, 'histogram' | 'minimum' | 'maximum'>,
  percent: number,
): number | null {
  if (minimum === null || maximum === null) return null
  let remaining = getRank(percent, sum(histogram.map(([, inBin]) => inBin)))
  // A greater value is never in a lesser bin, so the bin found is that of the value sought.
  const found = histogram.find(([, inBin]) => {
    remaining -= inBin
    return remaining <= 0
  })
  return found === undefined ? null : Math.min(Math.max(toMiddle(found[0]), minimum), maximum)
}

/** Returns the rank of the percentile among sorted values, from 1. */
function getRank(percent: number, count: number): number {
  return Math.ceil((percent * count) / 100)
}

const binsPerDoubling = 64

/**
 * Values below 128 have a bin each; above, every doubling is cut into 64 equal bins. So a bin above is 2ⁿ values wide
 * and starts at no less than 64 · 2ⁿ, and its middle is within (2ⁿ − 1) / 2 of each: less than 1/128 of the value.
 * Whole numbers only: bins must not depend on how a logarithm is rounded, nor sums on the order in which they are
 * added.
 */
function toBin(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number of units: ${value}`)
  let [remaining, halvings] = [value, 0]
  while (remaining >= 2 * binsPerDoubling) {
    remaining = Math.floor(remaining / 2)
    halvings += 1
  }
  return halvings * binsPerDoubling + remaining
}

function toMiddle(bin: number): number {
  const halvings = Math.max(Math.floor(bin / binsPerDoubling) - 1, 0)
  const width = 2 ** halvings
  return (bin - halvings * binsPerDoubling) * width + (width - 1) / 2
}

function addBins(bins: readonly (readonly [bin: number, count: number])[]): (readonly [number, number])[] {
  const counts = new Map<number, number>()
  for (const [bin, count] of bins) counts.set(bin, (counts.get(bin) ?? 0) + count)
  return [...counts].sort(([one], [other]) => one - other)
}

function addErrors(errors: CheckRollup['errors']): CheckRollup['errors'] {
  const counts = new Map<string, number>()
  for (const { error_type_id, count } of errors) counts.set(error_type_id, (counts.get(error_type_id) ?? 0) + count)
  return [...counts]
    .map(([error_type_id, count]) => ({ error_type_id, count }))
    .sort((one, other) => (one.error_type_id < other.error_type_id ? -1 : 1))
}

function addCounts(counts: readonly CheckCounts[]): CheckCounts {
  return {
    ok: sum(counts.map(({ ok }) => ok)),
    error: sum(counts.map(({ error }) => error)),
    unknown: sum(counts.map(({ unknown }) => unknown)),
  }
}

function groupBySensor<Row extends { readonly sensor_id: number }>(rows: readonly Row[]): [number, Row[]][] {
  return [...Map.groupBy(rows, ({ sensor_id }) => sensor_id)].sort(([one], [other]) => one - other)
}

function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0)
}
