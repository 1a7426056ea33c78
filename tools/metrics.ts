import { Registry } from '@prometheus-io/client'
import { createProcessMetrics as analyst } from '@wachta/analyst/process-metrics'
import { createProcessMetrics as api } from '@wachta/api/process-metrics'
import { createProcessMetrics as notifier } from '@wachta/notifier/process-metrics'
import { createProcessMetrics as pages } from '@wachta/pages/process-metrics'
import { createProcessMetrics as planner } from '@wachta/planner/process-metrics'
import { createProcessMetrics as reporter } from '@wachta/reporter/process-metrics'
import { watchHeapLimit, watchUnreadable } from '@wachta/runtime'
import { createMetrics, watchLoad, watchSensors } from '@wachta/sensor/process-metrics'

export type Metric = {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labels: readonly string[]
}

/** A placeholder for the sources of values, because no values are read here. */
const unusedSource = {} as never

/** Every process, in the order of the data flow, with the function that registers its metrics. */
const processes: Readonly<Record<string, (registry: Registry) => void>> = {
  /** The metrics that every process has. */
  process(registry) {
    watchUnreadable(registry, unusedSource)
    watchHeapLimit(registry)
  },
  planner,
  sensor(registry) {
    createMetrics(registry)
    watchLoad(registry, unusedSource)
    watchSensors(registry, unusedSource)
  },
  analyst: (registry) => analyst(registry),
  notifier: (registry) => notifier(registry, unusedSource),
  reporter: (registry) => reporter(registry, unusedSource),
  pages: (registry) => void pages(registry, unusedSource),
  api: (registry) => api(registry, unusedSource),
}

/** Returns the metrics of each process, from the code that registers them. */
export function metricsByProcess(): ReadonlyMap<string, readonly Metric[]> {
  return new Map(
    Object.entries(processes).map(([name, register]) => {
      const registry = new Registry()
      register(registry)
      return [name, registry.getMetricsAsArray().map((metric) => toMetric(metric as unknown as RegisteredMetric))]
    }),
  )
}

/** Returns the names of the series of the metrics: a histogram has three. */
export function listSeriesNames(metrics: Iterable<Metric>): Set<string> {
  const suffixes = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] }
  return new Set(
    [...metrics].flatMap(({ name, type }) =>
      (type in suffixes ? suffixes[type as keyof typeof suffixes] : ['']).map((suffix) => `${name}${suffix}`),
    ),
  )
}

interface RegisteredMetric {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly labelNames: readonly string[]
}

const toMetric = ({ name, type, help, labelNames }: RegisteredMetric): Metric => ({
  name,
  type,
  help,
  labels: labelNames,
})
