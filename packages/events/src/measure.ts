export const measures = ['average', 'median', 'percentile_95', 'percentile_99'] as const

export type Measure = (typeof measures)[number]

const percents = { median: 50, percentile_95: 95, percentile_99: 99 } as const

/**
 * The figure of some values; null where there are none. Percentiles are by nearest rank, as everywhere: the least value
 * that so many per cent do not exceed.
 */
export function measured(values: readonly number[], measure: Measure): number | null {
  if (values.length === 0) return null
  if (measure === 'average') return values.reduce((sum, value) => sum + value, 0) / values.length
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil((percents[measure] * sorted.length) / 100) - 1] ?? null
}
