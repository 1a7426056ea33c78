import type { Service, ServiceStatus } from '@wachta/client'
import { Type } from 'typebox'
import { loadErrorNames, loadSensorNames, resolveService } from '../find.ts'
import { limitInput, noOtherInputs, serviceInput } from '../inputs.ts'
import { type ToolApi, tool } from '../tool.ts'
import { separateForeign } from '../untrusted.ts'

const unresolvedFilter = 'one_of:open,acknowledged,flapping'

export const findServices = tool({
  name: 'find_services',
  title: 'Find services',
  description:
    'Search monitored services by words of their name, address or description; returns ids and current status.',
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 200, description: 'Words; all must occur' })),
      limit: limitInput(25),
    },
    noOtherInputs,
  ),
  operations: ['list_services', 'list_service_statuses'],
  effect: 'none',
  showsUntrusted: true,
  async run({ query, limit = 25 }, { api }) {
    const found = await api.list('list_services', {
      query: {
        ...(query && { query }),
        'filter.is_archived': false,
        embed: ['permissions.own'],
        limit,
        sort: ['name'],
      },
    })
    const statuses = await readStatuses(
      api,
      found.items.map(({ id }) => id),
    )
    return {
      services: found.items.map((service) => ({ ...summarize(service), ...describeStatus(statuses.get(service.id)) })),
      total: found.total,
    }
  },
})

export const getServiceStatus = tool({
  name: 'get_service_status',
  title: 'Status of a service',
  description: 'Current status of one service: since when, what fails, from which sensors, and its open incidents.',
  input: Type.Object({ service: serviceInput }, noOtherInputs),
  operations: ['list_services', 'list_service_statuses', 'list_error_types'],
  optional: ['list_sensors', 'list_incidents', 'read_error_type'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId }, { api }) {
    const service = await resolveService(api, nameOrId)
    const status = (await readStatuses(api, [service.id])).get(service.id)
    const sensorName = await loadSensorNames(api, status?.failing_sensor_ids ?? [])
    return {
      ...summarize(service),
      ...describeStatus(status),
      ...(status && {
        last_check: status.last_analysis_time,
        last_up: status.last_ok_time,
        response_time_ms: status.average_response_time,
        failing_sensors: status.failing_sensor_ids.map(sensorName),
        in_maintenance: status.is_suspended || status.is_silenced,
        analysis_id: status.last_analysis_id,
      }),
      ...(await explainError(api, status?.error_type_id ?? null)),
      ...(await loadOpenIncidents(api, [service.id])),
    }
  },
})

export const listDown = tool({
  name: 'list_down',
  title: 'What is down now',
  description: 'Every service that is down or unknown now, since when and why. Start here when something is broken.',
  input: Type.Object({ include_unknown: Type.Optional(Type.Boolean({ description: 'Default false' })) }, noOtherInputs),
  operations: ['list_service_statuses', 'list_error_types'],
  optional: ['list_incidents'],
  effect: 'none',
  showsUntrusted: true,
  async run({ include_unknown = false }, { api }) {
    const { items, total } = await api.list('list_service_statuses', {
      query: {
        'filter.status': include_unknown ? 'one_of:failure,unknown' : 'failure',
        embed: ['service.name', 'service.address', 'permissions.own'],
        sort: ['-since'],
        limit: 100,
      },
    })
    const errorName = await loadErrorNames(
      api,
      items.map(({ error_type_id }) => error_type_id),
    )
    const ids = items.map(({ service_id }) => service_id)
    return {
      down: items.map((status) => ({
        service_id: status.service_id,
        ...separateForeign(status, { name: status.service?.name, address: status.service?.address }),
        ...describeStatus(status),
        error: errorName(status.error_type_id),
        failing_sensors: status.failing_sensor_ids.length,
        in_maintenance: status.is_suspended || status.is_silenced,
        analysis_id: status.last_analysis_id,
      })),
      total,
      ...(await loadOpenIncidents(api, ids)),
    }
  },
})

const summarize = (service: Service) => ({
  id: service.id,
  ...separateForeign(service, {
    name: service.name,
    address: service.address,
    ...(service.tags.length > 0 && { tags: service.tags }),
  }),
  type: service.type_id,
  interval_seconds: service.interval,
  is_active: service.is_active,
  group_id: service.group_id,
})

const statusLabels = { ok: 'up', failure: 'down', paused: 'paused', unknown: 'unknown' } as const

const describeStatus = (status: ServiceStatus | undefined) =>
  status ? { status: statusLabels[status.status], since: status.since } : { status: 'no data' }

async function readStatuses(
  api: ToolApi<'list_service_statuses'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ServiceStatus>> {
  if (ids.length === 0) return new Map()
  const query = { 'filter.service_id': `one_of:${ids.join(',')}`, limit: ids.length }
  const { items } = await api.list('list_service_statuses', { query })
  return new Map(items.map((status) => [status.service_id, status]))
}

async function explainError(api: ToolApi<'read_error_type'>, id: number | null) {
  if (id === null || !api.mayCall('read_error_type')) return {}
  const { name, diagnosis } = await api.call('read_error_type', { path: { _id: id } })
  return { error: name, advice: diagnosis }
}

async function loadOpenIncidents(api: ToolApi<'list_incidents'>, services: readonly number[]) {
  if (services.length === 0 || !api.mayCall('list_incidents')) return {}
  const query = { 'filter.service_id': `one_of:${services.join(',')}`, 'filter.state': unresolvedFilter, limit: 100 }
  const { items } = await api.list('list_incidents', { query })
  return { open_incidents: items.map(({ id, service_id, state, kind }) => ({ id, service_id, state, kind })) }
}
