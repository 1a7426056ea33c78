import type { StatusChange } from '@wachta/client'

interface OutageFigures {
  readonly count: number
  /** The mean time to recovery of resolved incidents, in seconds; null if there is none. */
  readonly recovery: number | null
}

/** Counts the outages among status changes, and how long they took on average. */
export function countOutages(
  changes: readonly Pick<StatusChange, 'status' | 'start_time' | 'end_time'>[],
): OutageFigures {
  const outages = changes.filter(({ status }) => status === 'failure')
  const lengths = outages.flatMap(({ start_time, end_time }) =>
    end_time === null ? [] : [(Date.parse(end_time) - Date.parse(start_time)) / 1000],
  )
  const recovery = lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return { count: outages.length, recovery }
}
