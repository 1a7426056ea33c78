const initialDelayMs = 1000
const maxDelayMs = 30_000

/**
 * Returns the delay before the next attempt. It doubles with each failure up to a maximum, and is varied by up to a
 * quarter, so that clients that lost their connection together do not return together.
 */
export const computeBackOffMs = (failures: number, randomFraction: number): number =>
  Math.min(initialDelayMs * 2 ** Math.max(failures - 1, 0), maxDelayMs) * (0.75 + randomFraction / 2)
