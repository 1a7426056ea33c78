const sparklinePoints = 72

interface Point {
  readonly time: string
  readonly average: number | null
}

/** Averages the points into as many values as a sparkline can show; null for a part without a measurement. */
export function downsample(points: readonly Point[], from: number, to: number): readonly (number | null)[] {
  const binMs = (to - from) / sparklinePoints
  const bins = Array.from({ length: sparklinePoints }, () => ({ sum: 0, count: 0 }))
  for (const { time, average } of points) {
    const bin = bins[Math.floor((Date.parse(time) - from) / binMs)]
    if (!bin || average === null) continue
    bin.sum += average
    bin.count += 1
  }
  return bins.map(({ sum, count }) => (count === 0 ? null : sum / count))
}
