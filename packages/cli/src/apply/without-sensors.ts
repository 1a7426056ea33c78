import { ApiError, type ApplyData, type ApplyResult, type Client, collectPages } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'

type DeclaredService = NonNullable<ApplyData['services']>[number]
type AssignedSensors = Readonly<Record<string, readonly number[]>>

/** The number of ids that fit into one request. */
const maxIdsPerRequest = 500
/** At most this many services are named; the others are counted. */
const maxNamedServices = 10
/** Services of this category, such as heartbeats, are not checked by sensors. */
const sensorless = 'sensorless'

/**
 * Returns the declared services that no sensor would check: neither the service nor its group has a sensor for their
 * type. Empty if the API rejects one of the requests.
 */
export async function findWithoutSensors(client: Client, data: ApplyData, planned: ApplyResult): Promise<string[]> {
  const candidates = (data.services ?? []).filter(({ sensor_ids }) => !sensor_ids?.length)
  if (candidates.length === 0) return []
  try {
    const facts = await readFacts(client, data, planned)
    return candidates.filter((each) => !isChecked(each, facts)).map(({ external_id }) => external_id)
  } catch (error) {
    // If the warning cannot be computed, the plan must not fail.
    if (error instanceof ApiError) return []
    throw error
  }
}

export function createWithoutSensorsWarning(services: readonly string[]): LocalizedText {
  const named = services.slice(0, maxNamedServices).join(', ')
  const othersCount = services.length - maxNamedServices
  return services.length === 1
    ? {
        en: `! ${named}: no sensor is assigned, so this service will not be checked. Set sensor_ids, or assign sensors to its group.`,
        pl: `! ${named}: nie przypisano żadnego sensora, więc usługa nie będzie sprawdzana. Podaj sensor_ids albo przypisz sensory do grupy.`,
      }
    : {
        en: `! ${services.length} services have no sensor and will not be checked: ${named}${othersCount > 0 ? ` and ${othersCount} more` : ''}. Set sensor_ids, or assign sensors to their groups.`,
        pl: `! Usługi bez sensora, które nie będą sprawdzane (${services.length}): ${named}${othersCount > 0 ? ` i jeszcze ${othersCount}` : ''}. Podaj sensor_ids albo przypisz sensory do grup.`,
      }
}

interface ExistingService {
  readonly sensor_ids: readonly number[] | null
  readonly group_id: number
}

interface AssignmentFacts {
  readonly categoryByType: ReadonlyMap<string, string>
  /** The sensors of declared groups by external id, of all groups by id, and of the default group by the empty name. */
  readonly assignedSensors: ReadonlyMap<string | number, AssignedSensors>
  /** Existing services by external id. */
  readonly existing: ReadonlyMap<string, ExistingService>
  readonly sensorCategories: ReadonlyMap<number, readonly string[]>
}

async function readFacts(client: Client, data: ApplyData, { plan }: ApplyResult): Promise<AssignmentFacts> {
  const types = await collectPages(client.pages('list_service_types', {}))
  const groups = await collectPages(client.pages('list_groups', {}))
  const sensors = await collectPages(client.pages('list_sensors', { query: { fields: ['id', 'category_ids'] } }))
  const steps = plan.flatMap(({ section, id, external_id }) =>
    section === 'services' && id !== undefined ? [{ id, external_id }] : [],
  )
  const assignedSensors = new Map<string | number, AssignedSensors>(
    groups.map(({ id, assigned_sensor_ids }) => [id, assigned_sensor_ids]),
  )
  const defaultGroups = groups.filter(({ is_default }) => is_default)
  const ownAccountId =
    defaultGroups.length > 1 ? (await client.call('read_account', { path: { _id: 'my_account' } })).id : undefined
  const defaultGroup = defaultGroups.find(({ owner_id }) => ownAccountId === undefined || owner_id === ownAccountId)
  assignedSensors.set('', defaultGroup?.assigned_sensor_ids ?? {})
  for (const { id, section, external_id } of plan)
    if (section === 'groups')
      assignedSensors.set(external_id, (id === undefined ? undefined : assignedSensors.get(id)) ?? {})
  for (const { external_id, assigned_sensor_ids } of data.groups ?? [])
    if (assigned_sensor_ids) assignedSensors.set(external_id, assigned_sensor_ids)
  return {
    categoryByType: new Map(types.map(({ id, category_id }) => [id, category_id])),
    assignedSensors,
    existing: await readExistingServices(client, steps),
    sensorCategories: new Map(sensors.map(({ id, category_ids }) => [id, category_ids])),
  }
}

async function readExistingServices(
  client: Client,
  steps: readonly { readonly id: number; readonly external_id: string }[],
): Promise<Map<string, ExistingService>> {
  const names = new Map(steps.map(({ id, external_id }) => [id, external_id]))
  const services = new Map<string, ExistingService>()
  for (let first = 0; first < steps.length; first += maxIdsPerRequest) {
    const ids = steps.slice(first, first + maxIdsPerRequest).map(({ id }) => id)
    const query = {
      fields: ['id', 'sensor_ids', 'group_id'],
      limit: maxIdsPerRequest,
      'filter.id': `one_of:${ids.join(',')}`,
    }
    const { items } = await client.list('list_services', { query: query as object })
    for (const { id, sensor_ids, group_id } of items) services.set(names.get(id) ?? '', { sensor_ids, group_id })
  }
  return services
}

function isChecked(service: DeclaredService, facts: AssignmentFacts): boolean {
  const category = facts.categoryByType.get(service.type_id)
  // The API reports types that do not exist.
  if (category === undefined || category === sensorless) return true
  const existing = facts.existing.get(service.external_id)
  if (service.sensor_ids === undefined && existing?.sensor_ids?.length) return true
  const group = service.group === null && existing ? existing.group_id : (service.group ?? '')
  const assigned = facts.assignedSensors.get(group) ?? {}
  if (assigned[category]?.length) return true
  return (assigned['default'] ?? []).some(
    (id) => category === 'default' || facts.sensorCategories.get(id)?.includes(category),
  )
}
