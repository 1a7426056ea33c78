import type { ChartData, ChartValues } from './chart-data.ts'

/** Returns the columns to draw; in a stacked chart each line is added to the one below. */
export function buildColumns({ band, lines, median, isStacked = false }: ChartData): readonly ChartValues[] {
  const lineValues = lines.map(({ values }) => values)
  return [
    ...(band ? [band.low, band.high] : []),
    ...(isStacked ? stackValues(lineValues) : lineValues),
    ...(median ? [median.values] : []),
  ]
}

/** Adds up the values; a missing value makes those above it missing too. */
function stackValues(all: readonly ChartValues[]): readonly ChartValues[] {
  let below: ChartValues | undefined
  return all.map((values) => {
    below = values.map((value, index) => {
      const base = below === undefined ? 0 : below[index]
      if (value == null) return value
      return base == null ? base : value + base
    })
    return below
  })
}

/** Returns the places of values without a neighbour: a line through them would be invisible, so they become dots. */
export function findIsolated(values: ChartValues): number[] {
  const measured = values.flatMap((value, place) => (value === undefined ? [] : [{ value, place }]))
  return measured.flatMap(({ value, place }, index) =>
    value !== null && measured[index - 1]?.value == null && measured[index + 1]?.value == null ? [place] : [],
  )
}
