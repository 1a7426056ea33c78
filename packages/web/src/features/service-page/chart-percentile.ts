import type { PerformanceRiverChartData } from '@wachta/client'

type RiverPoints = PerformanceRiverChartData['points']

/** How many values represent the checks of one point: enough for the 95th percentile to fall between two of them. */
const valuesPerPoint = 40

/**
 * Returns a percentile of all checks of a chart. Each point has the quickest, the median, the 95th percentile and the
 * slowest of its checks; between them the times are taken as evenly spread.
 */
export function getChartPercentile(points: RiverPoints, share: number): number | null {
  const weighted = points.flatMap((point) => {
    const { checks_count, minimum, p50, p95, maximum } = point
    if (checks_count === 0 || minimum === null || p50 === null || p95 === null || maximum === null) return []
    const curve = [
      [0, minimum],
      [0.5, p50],
      [0.95, p95],
      [1, maximum],
    ] as const
    return Array.from({ length: valuesPerPoint }, (_, index) => ({
      time: interpolate(curve, (index + 0.5) / valuesPerPoint),
      weight: checks_count / valuesPerPoint,
    }))
  })
  const targetWeight = weighted.reduce((sum, { weight }) => sum + weight, 0) * share
  let passedWeight = 0
  const found = weighted
    .toSorted((one, other) => one.time - other.time)
    .find(({ weight }) => {
      passedWeight += weight
      return passedWeight >= targetWeight
    })
  return found?.time ?? null
}

function interpolate(curve: readonly (readonly [share: number, value: number])[], share: number): number {
  const upperIndex = curve.findIndex(([at]) => at >= share)
  const [low, high] = [curve[Math.max(0, upperIndex - 1)], curve[upperIndex]]
  if (!low || !high || high[0] === low[0]) return high?.[1] ?? 0
  return low[1] + ((high[1] - low[1]) * (share - low[0])) / (high[0] - low[0])
}
