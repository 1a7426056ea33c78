import {
  listOperation,
  type Operation,
  parameter,
  pathKey,
  type RowRef,
  rowOperation,
  rowRef,
  selectFlagValue,
} from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { serviceType } from '../dictionaries/service-type.ts'
import { group } from '../groups/group.ts'
import { sensor } from '../sensors/sensor.ts'
import { service } from './service.ts'

type Sql = RawBuilder<unknown>

/** The operations that list the choices of an account, group or service, such as sensors and check types. */
export const availableOperations = ({ searcher }: ApiContext): Operation[] => [
  ...availableTypes.map(({ owner, ...operation }) =>
    listOperation(searcher, serviceType, {
      ...operation,
      tag: 'service_types',
      within: {
        cacheKey: operation.id,
        condition: (row) => sql<boolean>`${row('is_runnable')} and ${isInPackage(row, owner)}`,
      },
    }),
  ),
  ...availableSensors.map(({ condition, ...operation }) =>
    listOperation(searcher, sensor, {
      ...operation,
      tag: 'sensors',
      within: { cacheKey: operation.id, condition: (row) => sql<boolean>`${condition(row)}` },
    }),
  ),
  listOperation(searcher, group, availableGroups),
  rowOperation(searcher, group, defaultGroup),
]

/** The account in the path, or its parent if it is an additional user. */
const holder = sql`(select coalesce(a.parent_account_id, a.id) from account a where a.id = ${pathKey}::bigint)`
const typeKey = parameter(({ keys }) => keys[1])
const groupOwner = sql`(select g.owner_id from service_group g where g.id = ${pathKey}::bigint)`
const selectServiceColumn = (column: string): Sql =>
  sql`(select v.${sql.id(column)} from service v where v.id = ${pathKey}::bigint)`
const serviceCategory = sql`select t.category_id from service_type t join service v on v.type_id = t.id where v.id = ${pathKey}::bigint`

const isUsableBy = (row: RowRef, owner: Sql): Sql =>
  sql`${row('is_active')} and (${row('owner_id')} is null or ${row('owner_id')} = ${owner}::bigint)`

/** A type that does not exist has no category, so no sensor can check it. */
const canCheckCategory = (row: RowRef, category: Sql): Sql => sql`(${category}) = any(${row('category_ids')})`

const isInPackage = (row: RowRef, owner: Sql): Sql =>
  sql`exists (select from account a join package k on k.id = a.package_id, jsonb_array_elements(k.available_service_types) o
where a.id = ${owner}::bigint and o ->> 'service_type_id' = ${row('id')})`

const access = 'customer'
const accountAccess = { on: { resource: 'account', flag: 'read' }, access } as const
const groupAccess = { on: { resource: 'group', flag: 'read' }, access } as const
const serviceAccess = { on: { resource: 'service', flag: 'read' }, access } as const

type OperationDescription = Pick<Operation, 'id' | 'path' | 'summary' | 'access'> & {
  readonly on: NonNullable<Operation['on']>
}

const availableTypes: readonly (OperationDescription & { readonly owner: Sql })[] = [
  {
    ...accountAccess,
    id: 'list_account_available_service_types',
    path: '/accounts/{_id}/available_service_types',
    summary: "Service types usable in the account's package.",
    owner: pathKey,
  },
  {
    ...groupAccess,
    id: 'list_group_available_service_types',
    path: '/groups/{_id}/available_service_types',
    summary: 'Service types usable by the account that owns the group.',
    owner: groupOwner,
  },
]

const availableSensors: readonly (OperationDescription & { readonly condition: (row: RowRef) => Sql })[] = [
  {
    ...accountAccess,
    id: 'list_account_available_sensors',
    path: '/accounts/{_id}/available_sensors',
    summary: 'Sensors available to an account.',
    condition: (row) => isUsableBy(row, holder),
  },
  {
    ...groupAccess,
    id: 'list_group_available_sensors',
    path: '/groups/{_id}/available_sensors',
    summary: 'Sensors available to a group.',
    condition: (row) => isUsableBy(row, groupOwner),
  },
  {
    ...groupAccess,
    id: 'list_group_available_sensors_by_service_type',
    path: '/groups/{_id}/available_sensors/by_service_type/{_service_type_id}',
    summary: 'Sensors available to services of a type within the group.',
    condition: (row) =>
      sql`${isUsableBy(row, groupOwner)} and ${canCheckCategory(row, sql`select t.category_id from service_type t where t.id = ${typeKey}`)}`,
  },
  {
    ...serviceAccess,
    id: 'list_service_available_sensors',
    path: '/services/{_id}/available_sensors',
    summary: 'Sensors available to a service.',
    condition: (row) =>
      sql`${isUsableBy(row, selectServiceColumn('owner_id'))} and ${canCheckCategory(row, serviceCategory)}`,
  },
  {
    ...serviceAccess,
    id: 'list_service_monitoring_sensors',
    path: '/services/{_id}/monitoring_sensors',
    summary: 'Sensors that monitor the service.',
    condition: (row) => sql`${row('id')} = any(array(select unnest(r.sensor_ids) from service_revision r
where r.service_id = ${pathKey}::bigint and r.is_active and r.effective_from <= now() and (r.effective_to is null or r.effective_to > now())))`,
  },
]

const availableGroups: Parameters<typeof listOperation>[2] = {
  id: 'list_service_available_groups',
  path: '/services/{_id}/available_groups',
  tag: 'groups',
  summary: 'Groups the service may be moved to.',
  ...serviceAccess,
  within: {
    cacheKey: 'available groups',
    condition: (row) => {
      const moved = rowRef(service, 'moved', row.scope)
      return sql<boolean>`${selectFlagValue(row, 'create_services')} and exists (select from service as moved
where moved.id = ${pathKey}::bigint and moved.owner_id = ${row('owner_id')} and moved.group_id <> ${row('id')} and ${selectFlagValue(moved, 'move')})`
    },
  },
}

const defaultGroup: Parameters<typeof rowOperation>[2] = {
  id: 'read_account_default_group',
  path: '/accounts/{_id}/default_group',
  tag: 'groups',
  summary: 'Default group of an account.',
  ...accountAccess,
  within: {
    cacheKey: 'default group',
    // The default group of an additional user is that of the account that it acts for.
    condition: (row) => sql<boolean>`${row('is_default')} and ${row('owner_id')} = ${holder}`,
  },
}
