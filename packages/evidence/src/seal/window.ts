/** What is sealed together: a quarter of an hour, counted in UTC. */
export const windowLength = 900_000

export const dayLength = 86_400_000

/** From `from` up to, not including, `to`, in epoch milliseconds. */
export interface SealWindow {
  readonly from: number
  readonly to: number
}

/** Which services, and in which window, things are sealed of. */
export interface SealScope {
  readonly services: readonly number[]
  readonly window: SealWindow
}

/** The window that an instant lies in. */
export function sealWindowAt(time: number): SealWindow {
  const from = Math.floor(time / windowLength) * windowLength
  return { from, to: from + windowLength }
}

/** The day that an instant lies in, as the names of partitions have it. */
export const partitionDay = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
