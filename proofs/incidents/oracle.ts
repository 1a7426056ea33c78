/** An alert as it is stored, with the incident that the product put it into. Times in milliseconds. */
export interface StoredAlert {
  readonly id: number
  readonly service_id: number
  readonly incident_id: number | null
  readonly start: number
  readonly end: number | null
}

export interface GroupingCounts {
  /** The number of outages: groups of overlapping alerts of one service. */
  readonly outages: number
  /** Outages whose alerts are spread over several incidents. */
  readonly split: number
  /** Incidents with alerts of several outages. */
  readonly merged: number
}

/** Compares the incidents with the outages that follow from the alerts alone. */
export function judgeGrouping(alerts: readonly StoredAlert[]): GroupingCounts {
  const outages = [...Map.groupBy(alerts, ({ service_id }) => service_id).values()].flatMap(findOutages)
  const outagesByIncident = new Map<number, Set<number>>()
  for (const [number, outage] of outages.entries())
    for (const { incident_id } of outage)
      if (incident_id !== null)
        outagesByIncident.set(incident_id, (outagesByIncident.get(incident_id) ?? new Set()).add(number))
  return {
    outages: outages.length,
    split: outages.filter((outage) => new Set(outage.map(({ incident_id }) => incident_id)).size > 1).length,
    merged: [...outagesByIncident.values()].filter(({ size }) => size > 1).length,
  }
}

/** Splits the alerts of one service wherever none is open. */
function findOutages(alerts: readonly StoredAlert[]): StoredAlert[][] {
  const outages: StoredAlert[][] = []
  let openUntil = Number.NEGATIVE_INFINITY
  for (const alert of alerts.toSorted((one, other) => one.start - other.start || one.id - other.id)) {
    if (alert.start >= openUntil) outages.push([])
    outages.at(-1)?.push(alert)
    openUntil = Math.max(openUntil, alert.end ?? Number.POSITIVE_INFINITY)
  }
  return outages
}
