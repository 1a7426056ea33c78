export const measures = ['average', 'median', 'percentile_95', 'percentile_99'] as const

export type Measure = (typeof measures)[number]

const percents = { median: 50, percentile_95: 95, percentile_99: 99 } as const

/** Computes a statistic of some values; null if there are none. Percentiles use the nearest rank. */
export function computeMeasure(values: readonly number[], measure: Measure): number | null {
  if (values.length === 0) return null
  if (measure === 'average') return values.reduce((sum, value) => sum + value, 0) / values.length
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil((percents[measure] * sorted.length) / 100) - 1] ?? null
}
