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

/** Nothing is asked for a value here. */
const unused = {} as never

/** Every process in the order of the flow, and how it registers what it measures. */
const processes: Readonly<Record<string, (registry: Registry) => void>> = {
  /** What every process measures. */
  process(registry) {
    watchUnreadable(registry, unused)
    watchHeapLimit(registry)
  },
  planner,
  sensor(registry) {
    createMetrics(registry)
    watchLoad(registry, unused)
    watchSensors(registry, unused)
  },
  analyst: (registry) => analyst(registry),
  notifier: (registry) => notifier(registry, unused),
  reporter: (registry) => reporter(registry, unused),
  pages: (registry) => void pages(registry, unused),
  api: (registry) => api(registry, unused),
}

/** What each process measures, from the very code that registers it. */
export function metricsByProcess(): ReadonlyMap<string, readonly Metric[]> {
  return new Map(
    Object.entries(processes).map(([name, register]) => {
      const registry = new Registry()
      register(registry)
      return [name, registry.getMetricsAsArray().map((metric) => describe(metric as unknown as RegisteredMetric))]
    }),
  )
}

/** The names of the series that the metrics make: a histogram makes three. */
export function seriesNames(metrics: Iterable<Metric>): Set<string> {
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

const describe = ({ name, type, help, labelNames }: RegisteredMetric): Metric => ({
  name,
  type,
  help,
  labels: labelNames,
})
