import type { ChartData, ChartValues } from './chart-data.ts'

/** Returns the columns to draw; in a stacked chart each line is added to the one below. */
export function buildColumns({ band, lines, isStacked = false }: ChartData): readonly ChartValues[] {
  const own = lines.map(({ values }) => values)
  return [...(band ? [band.low, band.high] : []), ...(isStacked ? stacked(own) : own)]
}

/** Adds up the values; a missing value makes those above it missing too. */
function stacked(all: readonly ChartValues[]): readonly ChartValues[] {
  let below: ChartValues | undefined
  return all.map((values) => {
    below = values.map((value, place) => {
      const ground = below === undefined ? 0 : below[place]
      if (value == null) return value
      return ground == null ? ground : value + ground
    })
    return below
  })
}
