import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { collectPages, type Sensor } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { createQueue } from '../../app/client/queue.ts'
import { getSensorHealth, type Health } from './health.ts'

export const sensorKeys = { all: ['sensors'] } as const

/** All sensors with the user's permissions on each. */
export const sensorsWithPermissionsQuery = queryOptions({
  queryKey: [...sensorKeys.all, 'rights'],
  queryFn: async ({ signal }) => {
    const body = { embed: ['permissions'] as const, sort: [{ field: 'name' as const }] }
    return collectPages(client.pages('search_sensors', { body }, { signal, size: 1000 }))
  },
  staleTime: 60_000,
})

const runQueued = createQueue(4)

/** The last reported status of a sensor. */
export const sensorStatusQuery = (id: number) =>
  queryOptions({
    queryKey: [...sensorKeys.all, id, 'status'],
    queryFn: ({ signal }) =>
      runQueued(() => client.call('read_sensor_status', { path: { _id: id } }, { signal }), signal),
    refetchInterval: 20_000,
  })

/** The health of each sensor, in the same order; undefined until it is known. */
export const useHealths = (sensors: readonly Sensor[]): readonly (Health | undefined)[] =>
  useQueries({ queries: sensors.map(({ id }) => sensorStatusQuery(id)) }).map(({ data }, index) =>
    data ? getSensorHealth(sensors[index]?.is_active === true, data) : undefined,
  )

const noLatencies: ReadonlyMap<number, number> = new Map()

/** The median response time of the account's services in the last day, by sensor. */
const latenciesQuery = queryOptions({
  queryKey: [...sensorKeys.all, 'latencies'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
    const rows = await client.call('list_account_sensor_latencies', { path: { _id: 'my_account' } }, { signal })
    return new Map(rows.map(({ sensor_id, median_response_time }) => [sensor_id, median_response_time]))
  },
  staleTime: 5 * 60_000,
})

export const useLatencies = (): ReadonlyMap<number, number> => useQuery(latenciesQuery).data ?? noLatencies

/** All services that are not archived, with their own selection of sensors; null if they use those of their group. */
export const sensorUsageQuery = queryOptions({
  queryKey: [...sensorKeys.all, 'usage'],
  queryFn: async ({ signal }) => {
    const body = {
      fields: ['id', 'name', 'type_id', 'group_id', 'sensor_ids'] as const,
      filters: { is_archived: [{ type: 'equals' as const, argument: false }] },
      sort: [{ field: 'name' as const }],
    }
    return collectPages(client.pages('search_services', { body }, { signal, size: 1000 }))
  },
  staleTime: 60_000,
})

const noSensors: ReadonlyMap<number, Sensor> = new Map()

const sensorsQuery = queryOptions({
  queryKey: sensorKeys.all,
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, Sensor>> => {
    const rows = await collectPages(client.pages('list_sensors', {}, { signal, size: 1000 }))
    return new Map(rows.map((row) => [row.id, row]))
  },
  staleTime: 5 * 60_000,
})

export const useSensors = (): ReadonlyMap<number, Sensor> => useQuery(sensorsQuery).data ?? noSensors
