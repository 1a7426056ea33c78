const initialDelayMs = 1000
const maxDelayMs = 30_000

/**
 * Returns the delay before the next attempt. It doubles each time and is random, so that clients that lost their
 * connection together do not return together.
 */
export const computeBackOffMs = (failures: number, chance: number): number =>
  Math.min(initialDelayMs * 2 ** Math.max(failures - 1, 0), maxDelayMs) * (0.75 + chance / 2)
