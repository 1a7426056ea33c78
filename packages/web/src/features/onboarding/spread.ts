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
  const countries = [...byCountry.values()]
  const maxPerCountry = Math.max(0, ...countries.map((each) => each.length))
  return Array.from({ length: maxPerCountry }, (_, round) => countries.flatMap((each) => each.slice(round, round + 1)))
    .flat()
    .slice(0, count)
}
