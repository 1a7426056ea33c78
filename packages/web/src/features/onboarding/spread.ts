interface LocatedSensor {
  readonly id: number
  readonly country_code: string | null
}

/**
 * Selects sensors from as many countries as possible, so that the failure of one network does not affect all of them.
 */
export function chooseAcrossCountries<Sensor extends LocatedSensor>(
  sensors: readonly Sensor[],
  count: number,
): readonly Sensor[] {
  const byCountry = Map.groupBy(sensors, ({ country_code }) => country_code ?? '')
  const rounds = [...byCountry.values()]
  const longest = Math.max(0, ...rounds.map((each) => each.length))
  return Array.from({ length: longest }, (_, round) => rounds.flatMap((each) => each.slice(round, round + 1)))
    .flat()
    .slice(0, count)
}
