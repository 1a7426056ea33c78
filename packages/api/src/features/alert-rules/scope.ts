import { type Call, closed, type Values, type Violation } from '@wachta/resource'
import { idList, value } from '@wachta/resource/field'
import { Type } from 'typebox'
import { findBelongingViolations } from '../../platform/belonging.ts'
import { addDefaults } from '../../platform/defaults.ts'

const allServices = { all_services: true, group_ids: [], service_ids: [] }

const schema = Type.Object(
  {
    all_services: Type.Optional(Type.Boolean({ default: false, description: 'All services, including future ones.' })),
    group_ids: Type.Optional(idList({ default: [], description: 'All services of these groups.' }).schema),
    service_ids: Type.Optional(idList({ default: [] }).schema),
  },
  {
    ...closed,
    default: allServices,
    description:
      'The services of the owning account that it applies to. Replaced as a whole: an omitted list is empty, and without services and groups it applies to nothing.',
  },
)

/** The services that an alert rule or a report applies to. */
export const scope = value(schema)

/** Completes a scope with its defaults, as it is stored. */
const addScopeDefaults = (given: unknown): Values => addDefaults(schema, given as Values)

/** Completes the scope in the data, if there is one. */
export const completeScope = (data: Values): Values =>
  'scope' in data ? { ...data, scope: addScopeDefaults(data['scope']) } : data

/** Rejects groups and services of other accounts, and a scope with both all services and lists. */
export async function findScopeViolations(given: unknown, ownerId: number, call: Call): Promise<Violation[]> {
  if (given === undefined) return []
  const { all_services, group_ids, service_ids } = addScopeDefaults(given)
  const lists = [group_ids, service_ids] as readonly (readonly number[])[]
  if (all_services && lists.some((list) => list.length > 0))
    return [{ symbol: 'contradiction', field: 'data.scope.all_services' }]
  return [
    ...(await findBelongingViolations({ ...groups, ids: group_ids }, ownerId, call)),
    ...(await findBelongingViolations({ ...services, ids: service_ids }, ownerId, call)),
  ]
}

const groups = { resource: 'group', table: 'service_group', field: 'data.scope.group_ids' }
const services = { resource: 'service', table: 'service', field: 'data.scope.service_ids' }
