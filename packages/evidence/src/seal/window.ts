/** The length of a window, which is sealed as a unit: 15 minutes in UTC. */
export const windowLengthMs = 900_000

export const dayLengthMs = 86_400_000

/** A range in epoch milliseconds; `to` is exclusive. */
export interface SealWindow {
  readonly from: number
  readonly to: number
}

/** The services and the window that an operation covers. */
export interface SealScope {
  readonly services: readonly number[]
  readonly window: SealWindow
}

/** Returns the window that contains a time. */
export function findSealWindow(time: number): SealWindow {
  const from = Math.floor(time / windowLengthMs) * windowLengthMs
  return { from, to: from + windowLengthMs }
}

/** Returns the day of a time as in the names of partitions: YYYYMMDD. */
export const toPartitionDay = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
