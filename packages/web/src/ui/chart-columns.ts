import type { ChartData, ChartValues } from './chart-data.ts'

/** What is drawn, line by line: on a stack each line begins where the one below it ends. */
export function buildColumns({ band, lines, isStacked = false }: ChartData): readonly ChartValues[] {
  const own = lines.map(({ values }) => values)
  return [...(band ? [band.low, band.high] : []), ...(isStacked ? stacked(own) : own)]
}

/** Where one is missing, so is what would stand on it. */
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
