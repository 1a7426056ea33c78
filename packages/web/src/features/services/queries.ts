import { queryOptions } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { client, queryClient } from '../../app/client/client.ts'
import { liveness } from '../../app/client/liveness.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { addAssignedSensors } from './assigned-sensors.ts'
import { patchList } from './patch.ts'
import { fetchWithUpdates } from './status-updates.ts'
import { type ServiceWithStatus, statusFields, toServiceWithStatus } from './watched.ts'

export const serviceListKeys = {
  statuses: ['service_statuses'],
  archived: ['archived_services'],
  rights: ['service_rights'],
} as const

export type { ServiceWithStatus } from './watched.ts'

/** The polling interval while the live stream is down; longer for many services. */
const getRefreshIntervalMs = (count: number): number => (count > 1000 ? 60_000 : 20_000)

/** The statuses of all services except archived ones, which are not checked. */
export const statusesQuery = queryOptions({
  queryKey: serviceListKeys.statuses,
  queryFn: ({ signal }) =>
    fetchWithUpdates(
      () => loadAllServices(signal),
      (rows, updates) => patchList(rows, updates).rows,
    ),
  refetchInterval: ({ state }) =>
    liveness.get().kind === 'live' ? false : getRefreshIntervalMs(state.data?.length ?? 0),
})

/** Starts to load the statuses while the code of the screen is still loading. */
export const prefetchStatuses = () => void queryClient.prefetchQuery(statusesQuery)

const pageSize = 1000

async function loadAllServices(signal: AbortSignal): Promise<readonly ServiceWithStatus[]> {
  // The first page has the total; all others are requested in parallel.
  const { items, total } = await loadPage(0, signal)
  const otherRequests = Array.from({ length: Math.ceil(total / pageSize) - 1 }, (_, index) =>
    loadPage((index + 1) * pageSize, signal),
  )
  const otherPages = await Promise.all(otherRequests)
  const all = [items, ...otherPages.map((each) => each.items)].flat()
  return addAssignedSensors(all.filter(({ service }) => service?.is_archived !== true).map(toServiceWithStatus), signal)
}

const loadPage = (offset: number, signal: AbortSignal) =>
  client.list(
    'search_service_statuses',
    {
      body: {
        fields: statusFields,
        embed: [
          'service.name',
          'service.address',
          'service.type_id',
          'service.group_id',
          'service.sensor_ids',
          'service.is_archived',
        ],
        sort: [{ field: 'service_id' }],
        limit: pageSize,
        offset,
      },
    },
    { signal },
  )

/** Archived services, which are no longer checked but keep their history. */
export const archivedQuery = queryOptions({
  queryKey: serviceListKeys.archived,
  queryFn: async ({ signal }): Promise<readonly ServiceWithStatus[]> => {
    const rows: ServiceWithStatus[] = []
    const body = {
      filters: { is_archived: [{ type: 'equals' as const, argument: true }] },
      sort: [{ field: 'id' as const }],
    }
    for await (const { items } of client.pages('search_services', { body }, { signal, size: 1000 }))
      rows.push(...items.map(toArchived))
    return rows
  },
})

const toArchived = ({
  id,
  name,
  address,
  type_id,
  group_id,
}: Pick<Service, 'id' | 'name' | 'address' | 'type_id' | 'group_id'>): ServiceWithStatus => ({
  id,
  name,
  address,
  type_id,
  group_id,
  sensors: null,
  status: 'paused',
  since: '',
  last_analysis_time: null,
  average_response_time: null,
  failing: [],
  error_type_id: null,
  is_suspended: false,
  is_silenced: false,
})

const pollIntervalMs = 20_000

const serviceEmbeds = [
  'permissions',
  'group.name',
  'group.assigned_sensor_ids',
  'type.name',
  'type.category_id',
] as const

export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'record'],
    queryFn: ({ signal }) =>
      client.call('read_service', { path: { _id: id }, query: { embed: [...serviceEmbeds] } }, { signal }),
  })

export const statusQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'status'],
    queryFn: ({ signal }) =>
      fetchWithUpdates(
        () => client.call('read_service_status', { path: { _id: id } }, { signal }),
        (status, updates) => updates.find(({ service_id }) => service_id === id) ?? status,
      ),
    refetchInterval: pollIntervalMs,
  })

export const formatsQuery = (type: string, language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['extended_setting_formats', type, language],
    queryFn: ({ signal }) => client.call('list_extended_setting_formats', { path: { _id: type } }, { signal }),
    // While the formats load in another language, the previous ones keep the form open with what was entered.
    placeholderData: (previous, query) => (query?.queryKey[1] === type ? previous : undefined),
    staleTime: 30 * 60_000,
  })

/** The sensors that the service can use, and those that it uses. */
export const sensorChoiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'sensor_choice'],
    queryFn: async ({ signal }) => {
      const path = { _id: id }
      const [available, watching] = await Promise.all([
        client.call('list_service_available_sensors', { path, query: { limit: 1000, sort: ['name'] } }, { signal }),
        client.call('list_service_monitoring_sensors', { path, query: { limit: 1000 } }, { signal }),
      ])
      return { available, watching: watching.map((sensor) => sensor.id) }
    },
    staleTime: 60_000,
  })

export async function loadServiceNames(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  const rows = await client.call(
    'search_services',
    {
      body: {
        fields: ['id', 'name'],
        filters: { id: [{ type: 'one_of', argument: uniqueIds }] },
        limit: uniqueIds.length,
      },
    },
    { signal },
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
