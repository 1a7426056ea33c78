import type { WhatIf } from '@wachta/client'

export type Failure = WhatIf['before']['failures'][number]

export interface Difference {
  readonly kind: 'gained' | 'lost' | 'unnotified'
  readonly failure: Failure
}

/** What other rules would add and take away, the newest first. A failure is the same one where the two overlap. */
export function differences(before: readonly Failure[], after: readonly Failure[]): Difference[] {
  const found: Difference[] = [
    ...after.flatMap((failure): Difference[] => {
      const same = before.find((one) => overlap(one, failure))
      if (!same) return [{ kind: 'gained', failure }]
      return same.told_at !== null && failure.told_at === null ? [{ kind: 'unnotified', failure }] : []
    }),
    ...before
      .filter((one) => !after.some((other) => overlap(one, other)))
      .map((failure): Difference => ({ kind: 'lost', failure })),
  ]
  return found.sort((one, other) => other.failure.start_time.localeCompare(one.failure.start_time))
}

/** What still lasts has no end. */
const endOf = ({ end_time }: Failure): number => (end_time === null ? Number.POSITIVE_INFINITY : Date.parse(end_time))

const overlap = (one: Failure, other: Failure): boolean =>
  Date.parse(one.start_time) < endOf(other) && Date.parse(other.start_time) < endOf(one)
