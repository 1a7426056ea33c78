const first = 1000
const longest = 30_000

/**
 * Returns the delay before the next attempt. It doubles each time and is random, so that clients that lost their
 * connection together do not return together.
 */
export const backOff = (failures: number, chance: number): number =>
  Math.min(first * 2 ** Math.max(failures - 1, 0), longest) * (0.75 + chance / 2)
