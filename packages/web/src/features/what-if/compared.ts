import type { WhatIf } from '@wachta/client'

export type Failure = WhatIf['before']['failures'][number]

export interface Difference {
  readonly kind: 'gained' | 'lost' | 'unnotified'
  readonly failure: Failure
}

/**
 * Returns the failures that other rules would add, remove or no longer notify of, newest first. Failures that overlap
 * count as the same.
 */
export function listDifferences(before: readonly Failure[], after: readonly Failure[]): Difference[] {
  const found: Difference[] = [
    ...after.flatMap((failure): Difference[] => {
      const match = before.find((one) => failuresOverlap(one, failure))
      if (!match) return [{ kind: 'gained', failure }]
      return match.told_at !== null && failure.told_at === null ? [{ kind: 'unnotified', failure }] : []
    }),
    ...before
      .filter((one) => !after.some((other) => failuresOverlap(one, other)))
      .map((failure): Difference => ({ kind: 'lost', failure })),
  ]
  return found.sort((one, other) => other.failure.start_time.localeCompare(one.failure.start_time))
}

/** A failure that still lasts has no end. */
const getEnd = ({ end_time }: Failure): number => (end_time === null ? Number.POSITIVE_INFINITY : Date.parse(end_time))

const failuresOverlap = (one: Failure, other: Failure): boolean =>
  Date.parse(one.start_time) < getEnd(other) && Date.parse(other.start_time) < getEnd(one)
