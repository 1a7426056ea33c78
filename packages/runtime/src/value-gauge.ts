import { Gauge, type Registry } from '@prometheus-io/client'

/** A gauge whose value is at hand whenever somebody looks. One that has to be asked for is an `askedGauge`. */
export function valueGauge(metrics: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(value())
    },
  })
}
