import {
  type Call,
  closed,
  createRows,
  deleteRows,
  lockRow,
  lockRows,
  nameSchema,
  type Operation,
  parseKey,
  rejectAny,
  updateRows,
  type Values,
} from '@wachta/resource'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { idListData, readChosenIds } from '../../platform/id-list.ts'
import { isEmptyWindow } from '../../platform/window.ts'
import { buildCreatedSchema, createForServices, repeatableIds, toCreatedAnswer } from '../services/bulk-create.ts'
import { service } from '../services/service.ts'
import { correction } from './correction.ts'

const { start_time, end_time, status, description } = correction.fields
const intervalFields = {
  end_time: end_time.schema,
  start_time: start_time.schema,
  status: status.schema,
  description: Type.Optional(description.schema),
}

const bulkCreateData = nameSchema(
  'correction_bulk_create_data',
  Type.Object({ service_ids: repeatableIds, ...intervalFields }, closed),
)
const bulkUpdateData = nameSchema(
  'correction_bulk_update_data',
  Type.Object({
    ids: repeatableIds,
    description: Type.Optional(description.schema),
    status: Type.Optional(status.schema),
  }),
)
const intervalsCreateData = nameSchema(
  'correction_intervals_create_data',
  Type.Array(Type.Object(intervalFields, closed), { maxItems: 1000 }),
)

/** The bulk operations on corrections; each changes all corrections of the request or none. */
export function correctionBulkOperations({ searcher: { registry } }: ApiContext): Operation[] {
  const common = { method: 'POST', tag: 'corrections', access: 'customer' } as const
  const createCommon = { ...common, status: 201, result: buildCreatedSchema(registry, correction) } as const

  return [
    {
      ...createCommon,
      id: 'bulk_create_corrections',
      path: '/corrections/bulk_create',
      summary: 'Add one correction to many services.',
      body: bulkCreateData,
      handle: (call) => createForServices(correction, 'create_corrections', call),
    },
    {
      ...createCommon,
      id: 'bulk_create_service_corrections',
      path: '/services/{_id}/corrections/bulk_create',
      summary: 'Add many corrections to one service.',
      on: { resource: 'service', flag: 'create_corrections' },
      body: intervalsCreateData,
      async handle(call) {
        const service_id = Number(parseKey(service, call))
        await lockRow({ resource: service, key: service_id }, 'create_corrections', call)
        const intervals = call.body as readonly Values[]
        rejectEmptyIntervals(intervals)
        const rows = intervals.map((each) => ({ description: '', ...each, service_id }))
        return toCreatedAnswer(await createRows(correction, rows, call))
      },
    },
    {
      ...common,
      id: 'bulk_update_corrections',
      path: '/corrections/bulk_update',
      summary: 'Change the status or the description of many corrections.',
      body: bulkUpdateData,
      status: 204,
      async handle(call) {
        const { before } = await lockRows({ resource: correction, ...readChosenIds(call) }, 'update', call)
        const changes = toChanges(call)
        const isChanged = (each: Values) => Object.entries(changes).some(([name, value]) => each[name] !== value)
        const distinct = new Map(before.filter(isChanged).map((each) => [each['id'], each]))
        await updateRows({ resource: correction, before: [...distinct.values()] }, changes, call)
        return undefined
      },
    },
    {
      ...common,
      id: 'bulk_delete_corrections',
      path: '/corrections/bulk_delete',
      summary: 'Delete many corrections.',
      body: idListData,
      status: 204,
      async handle(call) {
        await deleteRows(await lockRows({ resource: correction, ...readChosenIds(call) }, 'delete', call), call)
        return undefined
      },
    },
  ]
}

/** Picks the known fields of the body, which may contain others. */
const toChanges = ({ body }: Call): Values =>
  Object.fromEntries(Object.entries(body as Values).filter(([name]) => name === 'description' || name === 'status'))

function rejectEmptyIntervals(intervals: readonly Values[]): void {
  rejectAny(
    intervals.flatMap(({ start_time: start, end_time: end }, index) =>
      isEmptyWindow(String(start), String(end)) ? [{ symbol: 'wrong_window', field: `data.${index}.end_time` }] : [],
    ),
  )
}
