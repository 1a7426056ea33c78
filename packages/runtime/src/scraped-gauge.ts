import { Gauge, type Registry } from '@prometheus-io/client'

/** One value of a gauge, with its labels. */
export interface GaugeReading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface ScrapedGaugeOptions {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  read(): Promise<readonly GaugeReading[]>
}

/** A scrape usually times out after ten seconds; a slow gauge must not make it fail. */
const readTimeoutMs = 3_000

/**
 * Creates a gauge whose value is read at each scrape, for example from the database. If the read fails or takes too
 * long, the gauge has no value, and the other metrics are still served: they are needed most when the database is down.
 */
export function createScrapedGauge(
  metrics: Registry,
  { name, help, labelNames = [], read }: ScrapedGaugeOptions,
): void {
  let lastReadings: readonly GaugeReading[] = []
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metrics],
    async collect() {
      const readings = await readInTime(read)
      for (const { labels = {} } of lastReadings) this.remove(labels)
      for (const { labels = {}, value } of readings) this.set(labels, value)
      // A gauge without labels starts with the value 0; remove it if there is no reading.
      if (readings.length === 0 && labelNames.length === 0) this.remove({})
      lastReadings = readings
    },
  })
}

async function readInTime(read: ScrapedGaugeOptions['read']): Promise<readonly GaugeReading[]> {
  const timeout = Promise.withResolvers<readonly GaugeReading[]>()
  const timer = setTimeout(() => timeout.resolve([]), readTimeoutMs)
  try {
    return await Promise.race([read(), timeout.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
