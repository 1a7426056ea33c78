/** Returns the next round number at which an axis can end: 1, 2, 4, 5 or 8 times a power of ten. */
export function roundUpAxisEnd(value: number): number {
  if (!Number.isFinite(value) || value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 8].find((factor) => factor * power >= value) ?? 10) * power
}

/** Splits values into runs without gaps, because a line must not cross days without data. */
export function splitAtGaps<T>(values: readonly (T | null)[]): T[][] {
  const runs: T[][] = [[]]
  for (const value of values) {
    if (value !== null) runs.at(-1)?.push(value)
    else if (runs.at(-1)?.length !== 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}
