import { Gauge, type Registry } from '@prometheus-io/client'

interface ValueGaugeOptions {
  readonly name: string
  readonly help: string
  value(): number
}

/**
 * Creates a gauge whose value is available synchronously. For a value that must be loaded, see `createScrapedGauge`.
 */
export function createValueGauge(metrics: Registry, { name, help, value }: ValueGaugeOptions): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(value())
    },
  })
}
