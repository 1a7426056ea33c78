import { Gauge, type Registry } from '@prometheus-io/client'

/** One value, of the labels given. */
export interface GaugeReading {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface AskedGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  ask(): Promise<readonly GaugeReading[]>
}

/** A scrape gives up after ten seconds, as a rule: what is slow must not take the others with it. */
const limit_ms = 3_000

/**
 * A gauge whose value is somewhere else, as in the database. Where nobody answers in time it has no value at all, and the
 * other figures of the process are still told: they are wanted most when the database is away.
 */
export function askedGauge(metrics: Registry, { name, help, labelNames = [], ask }: AskedGauge): void {
  let told: readonly GaugeReading[] = []
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metrics],
    async collect() {
      const readings = await answered(ask)
      for (const { labels = {} } of told) this.remove(labels)
      for (const { labels = {}, value } of readings) this.set(labels, value)
      // A gauge without labels begins with a zero that nobody has said.
      if (readings.length === 0 && labelNames.length === 0) this.remove({})
      told = readings
    },
  })
}

async function answered(ask: AskedGauge['ask']): Promise<readonly GaugeReading[]> {
  const late = Promise.withResolvers<readonly GaugeReading[]>()
  const timer = setTimeout(() => late.resolve([]), limit_ms)
  try {
    return await Promise.race([ask(), late.promise])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
