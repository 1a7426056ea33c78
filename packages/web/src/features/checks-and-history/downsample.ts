const sparkPoints = 72

interface Point {
  readonly time: string
  readonly average: number | null
}

/** Averages the points into as many values as a sparkline can show; null if there is no measurement. */
export function downsample(points: readonly Point[], from: number, to: number): readonly (number | null)[] {
  const width = (to - from) / sparkPoints
  const bins = Array.from({ length: sparkPoints }, () => ({ sum: 0, count: 0 }))
  for (const { time, average } of points) {
    const bin = bins[Math.floor((Date.parse(time) - from) / width)]
    if (!bin || average === null) continue
    bin.sum += average
    bin.count += 1
  }
  return bins.map(({ sum, count }) => (count === 0 ? null : sum / count))
}
