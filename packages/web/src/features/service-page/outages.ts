import type { StatusChange } from '@wachta/client'

interface OutageFigures {
  readonly count: number
  /** The mean duration of the outages that have ended, in seconds; null if none has. */
  readonly recovery: number | null
}

/** Returns how many outages the status changes contain, and how long these took on average. */
export function getOutageFigures(
  changes: readonly Pick<StatusChange, 'status' | 'start_time' | 'end_time'>[],
): OutageFigures {
  const outages = changes.filter(({ status }) => status === 'failure')
  const lengths = outages.flatMap(({ start_time, end_time }) =>
    end_time === null ? [] : [(Date.parse(end_time) - Date.parse(start_time)) / 1000],
  )
  const recovery = lengths.length === 0 ? null : lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return { count: outages.length, recovery }
}
