import { type Interval, intersectIntervals, subtractIntervals } from './interval.ts'

/** A period with one status. Measured periods do not overlap. */
export interface StatusInterval<Status extends string = string> extends Interval {
  readonly status: Status
}

/** A status that a person set for a past period; `created_at` in epoch milliseconds. */
export interface Correction<Status extends string = string> extends StatusInterval<Status> {
  readonly id: number
  readonly created_at: number
}

export interface CorrectedInterval<Status extends string = string> extends StatusInterval<Status> {
  /** The correction that set the status; null if the status was measured. */
  readonly correction_id: number | null
}

/**
 * Returns the statuses in a range with corrections applied. If corrections overlap, the newest wins, by its time and
 * then by its id. The result is sorted and disjoint, without periods that were neither measured nor corrected, and
 * equal neighbours are joined.
 */
export function correctIntervals<Status extends string>(
  raw: readonly StatusInterval<Status>[],
  corrections: readonly Correction<Status>[],
  range: Interval,
): CorrectedInterval<Status>[] {
  const pieces: CorrectedInterval<Status>[] = []
  let uncovered: Interval[] = [range]
  // Measured periods do not overlap, so all of one status are one layer: a long history is swept once for each status.
  const layers = [
    ...corrections
      .toSorted(compareNewestFirst)
      .map((one) => ({ status: one.status, correction_id: one.id, intervals: [one] })),
    ...[...Map.groupBy(raw, ({ status }) => status)].map(([status, intervals]) => ({
      status,
      correction_id: null,
      intervals,
    })),
  ]
  for (const { status, correction_id, intervals } of layers) {
    const visible = intersectIntervals(uncovered, intervals)
    if (visible.length === 0) continue
    for (const { start, end } of visible) pieces.push({ start, end, status, correction_id })
    uncovered = subtractIntervals(uncovered, visible)
  }
  return joinEqualNeighbours(pieces.sort((one, other) => one.start - other.start))
}

function compareNewestFirst(one: Correction, other: Correction): number {
  return other.created_at - one.created_at || other.id - one.id
}

function joinEqualNeighbours<Status extends string>(
  sorted: readonly CorrectedInterval<Status>[],
): CorrectedInterval<Status>[] {
  const joined: CorrectedInterval<Status>[] = []
  for (const piece of sorted) {
    const last = joined.at(-1)
    if (last?.end === piece.start && last.status === piece.status && last.correction_id === piece.correction_id) {
      joined[joined.length - 1] = { ...last, end: piece.end }
    } else {
      joined.push(piece)
    }
  }
  return joined
}
