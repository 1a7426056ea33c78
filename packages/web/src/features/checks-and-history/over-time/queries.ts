import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../../app/client/client.ts'
import { createQueue } from '../../../app/client/queue.ts'
import { type RangeName, toRange } from '../../../app/client/ranges.ts'
import { serviceKeys } from '../../../app/client/service-keys.ts'
import { newestChanges } from '../queries.ts'
import { chartedVitals } from './vitals-data.ts'

const enqueue = createQueue(2)
const refreshIntervalMs = 60_000

/** Each vital over time, and status changes for the background. */
export const vitalsQuery = (id: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'vitals', range],
    queryFn: async ({ signal }) => {
      const [path, query] = [{ _id: id }, toRange(range)]
      const read = (metric_type_id: string) =>
        client.call('read_performance_river_chart', { path, query: { ...query, metric_type_id } }, { signal })
      const [charts, changes] = await Promise.all([
        Promise.all(chartedVitals.map((vital) => enqueue(() => read(vital), signal))),
        client.call('list_status_changes', { path, query: { ...query, ...newestChanges } }, { signal }),
      ])
      return { charts: new Map(chartedVitals.map((vital, index) => [vital, charts[index]])), changes }
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshIntervalMs,
  })

/** The times of the steps of a scenario, and status changes for the background. */
export const stepTimesQuery = (id: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'step times', range],
    queryFn: async ({ signal }) => {
      const [path, query] = [{ _id: id }, toRange(range)]
      const [chart, changes] = await Promise.all([
        client.call('read_performance_steps_chart', { path, query }, { signal }),
        client.call('list_status_changes', { path, query: { ...query, ...newestChanges } }, { signal }),
      ])
      return { chart, changes }
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshIntervalMs,
  })
