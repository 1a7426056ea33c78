/** Answers whether a sensor is in quarantine, or was at the time of a slot. */
export interface QuarantineLookup {
  /** Whether results of the sensor for the slot do not count. While it is in quarantine, none of its results do. */
  has(sensor_id: number, slot: number): boolean
}

/** The last quarantine of a sensor. */
export interface QuarantineSpan {
  readonly sensor_id: number
  /** When it began; null if that is not known. */
  readonly since: number | null
  /** When it ended; null while it lasts. */
  readonly until: number | null
}

/**
 * The sensors that are or were in quarantine. Past quarantines are kept because results from that time may still
 * arrive.
 */
export class QuarantinedSensors implements QuarantineLookup {
  #spans: ReadonlyMap<number, QuarantineSpan> = new Map()

  /** The number of sensors that are in quarantine now. */
  get size(): number {
    return [...this.#spans.values()].filter(({ until }) => until === null).length
  }

  replace(spans: readonly QuarantineSpan[]): void {
    this.#spans = new Map(spans.map((span) => [span.sensor_id, span]))
  }

  has(sensor_id: number, slot: number): boolean {
    const span = this.#spans.get(sensor_id)
    if (span === undefined) return false
    return span.until === null || (slot < span.until && slot >= (span.since ?? Number.NEGATIVE_INFINITY))
  }
}
