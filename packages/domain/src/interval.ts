/** The time from `start` (inclusive) to `end` (exclusive), in epoch milliseconds; empty if it ends before it starts. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** The same instants as sorted intervals that neither overlap nor touch. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { start, end } of intervals.filter(isFilled).sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    } else {
      merged.push({ start, end })
    }
  }
  return merged
}

/** The instants in both, as sorted disjoint intervals. */
export function intersectIntervals(ones: readonly Interval[], others: readonly Interval[]): Interval[] {
  const [left, right] = [mergeIntervals(ones), mergeIntervals(others)]
  const common: Interval[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [left[i], right[j]]
    if (one === undefined || other === undefined) return common
    const shared = { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) }
    if (isFilled(shared)) common.push(shared)
    if (one.end < other.end) i += 1
    else j += 1
  }
}

/** The instants of the first that are not in the second, as sorted disjoint intervals. */
export function subtractIntervals(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return intersectIntervals(from, complement(mergeIntervals(taken)))
}

/** How many milliseconds the intervals cover; overlaps count once. */
export function sumLengths(intervals: readonly Interval[]): number {
  return mergeIntervals(intervals).reduce((sum, { start, end }) => sum + end - start, 0)
}

function isFilled({ start, end }: Interval): boolean {
  return start < end
}

function complement(merged: readonly Interval[]): Interval[] {
  const starts = [Number.NEGATIVE_INFINITY, ...merged.map(({ end }) => end)]
  const ends = [...merged.map(({ start }) => start), Number.POSITIVE_INFINITY]
  return starts.map((start, index) => ({ start, end: ends[index] ?? start }))
}

/**
 * Returns a function that finds the first of some intervals, sorted by start, that overlaps a span. Call it in the
 * order of time: intervals that ended before a span are never examined again, so that all calls together take one pass.
 */
export function createOverlapFinder<T extends Interval>(intervals: readonly T[]): (span: Interval) => T | undefined {
  let index = 0
  return ({ start, end }) => {
    while ((intervals[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1
    const found = intervals[index]
    return found && found.start < end ? found : undefined
  }
}
