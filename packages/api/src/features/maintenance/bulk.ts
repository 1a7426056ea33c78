import { closed, deleteRows, lockRows, nameSchema, type Operation } from '@wachta/resource'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { idListData, readChosenIds } from '../../platform/id-list.ts'
import { buildCreatedSchema, createForServices, repeatableIds } from '../services/bulk-create.ts'
import { scheduledSuspension } from './scheduled-suspension.ts'
import { suspension } from './suspension.ts'

const { description, start_time, end_time, only_notifications } = suspension.fields
const windowFields = {
  service_ids: repeatableIds,
  end_time: end_time.schema,
  description: Type.Optional(description.schema),
  start_time: Type.Optional(start_time.schema),
}

/** The bulk operations on maintenance windows, also in the legacy view; each applies to all services or none. */
export const suspensionBulkOperations = ({ searcher: { registry } }: ApiContext): Operation[] =>
  [
    {
      resource: suspension,
      data: { ...windowFields, only_notifications: Type.Optional(only_notifications.schema) },
      documentation: { tag: 'suspensions' },
    },
    {
      resource: scheduledSuspension,
      data: windowFields,
      documentation: { tag: 'service_suspensions', deprecated: true as const },
    },
  ].flatMap(({ resource, data, documentation }): Operation[] => {
    const { name } = resource
    const common = { ...documentation, method: 'POST', access: 'customer' } as const
    return [
      {
        ...common,
        id: `bulk_create_${name}s`,
        path: `/${name}s/bulk_create`,
        summary: 'Suspend many services, with a planned suspension each.',
        body: nameSchema(`${name}_bulk_create_data`, Type.Object(data, closed)),
        status: 201,
        result: buildCreatedSchema(registry, resource),
        handle: (call) => createForServices(resource, 'create_suspensions', call),
      },
      {
        ...common,
        id: `bulk_delete_${name}s`,
        path: `/${name}s/bulk_delete`,
        summary: 'Delete many planned suspensions.',
        body: idListData,
        status: 204,
        async handle(call) {
          await deleteRows(await lockRows({ resource, ...readChosenIds(call) }, 'delete', call), call)
          return undefined
        },
      },
    ]
  })
