const first = 1000
const longest = 30_000

/** How long to wait before the next attempt: doubled each time, and never quite the same for two who lost it together. */
export const backOff = (failures: number, chance: number): number =>
  Math.min(first * 2 ** Math.max(failures - 1, 0), longest) * (0.75 + chance / 2)
