import { Gauge, type Registry } from '@prometheus-io/client'

interface ValueGauge {
  readonly name: string
  readonly help: string
  value(): number
}

/** A gauge whose value is at hand whenever somebody looks. One that has to be asked for is an `askedGauge`. */
export function valueGauge(metrics: Registry, { name, help, value }: ValueGauge): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(value())
    },
  })
}
