import {
  buildResourceSchemas,
  type Call,
  closed,
  lockRows,
  nameSchema,
  type Operation,
  parseKey,
  type RowCondition,
  rejectAny,
  requirePermission,
  updateRow,
  updateRows,
  type Values,
} from '@wachta/resource'
import { idList, number } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import {
  findRowText,
  parseId,
  searchPage,
  selectKeyAt,
  selectOverlapping,
  toRangeKeys,
} from '../../platform/found-rows.ts'
import { readChosenIds } from '../../platform/id-list.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { service } from '../services/service.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { loadAnalysisAndCheckCounts } from './check-counts.ts'
import { statusChange } from './status-change.ts'

const itemPath = '/services/{_id}/history/status_changes/{_change_id}'

const rangeCondition: RowCondition = {
  cacheKey: 'of a service in a range',
  condition: (row) =>
    sql<boolean>`${row('service_id')} = ${selectKeyAt(0)} and ${selectOverlapping(row, { from: selectKeyAt(1), to: selectKeyAt(2) })}`,
}
const singleCondition: RowCondition = {
  cacheKey: 'one of a service',
  condition: (row) => sql<boolean>`${row('service_id')} = ${selectKeyAt(0)} and ${row('id')} = ${selectKeyAt(1)}`,
}

const stats = nameSchema(
  'status_change_stats',
  Type.Object(
    {
      analyses_count: number().schema,
      failure_analyses_count: number({ description: 'Analyses that detected a failure.' }).schema,
      ok_checks_count: number().schema,
      error_checks_count: number().schema,
      unknown_checks_count: number().schema,
    },
    closed,
  ),
)

const bulkUpdateData = nameSchema(
  'status_change_bulk_update_data',
  Type.Object({ ids: idList().schema, description: statusChange.fields.description.schema }, closed),
)

/** The operations on status changes of a service, and their descriptions. */
export const statusChangeOperations = (
  context: ApiContext,
  buildServiceOperation: ServiceOperationBuilder,
): Operation[] => [...readOperations(context, buildServiceOperation), updateOne(context), updateMany]

function readOperations(context: ApiContext, buildServiceOperation: ServiceOperationBuilder): Operation[] {
  const { record, permission } = buildResourceSchemas(statusChange, context.searcher.registry)
  return [
    buildServiceOperation(
      {
        id: 'list_status_changes',
        path: '/services/{_id}/history/status_changes',
        summary: 'Service state changes in a time range.',
        description: 'All that overlap the range, including those that began before it or end after it.',
        query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
        result: [record],
      },
      (id, call) => {
        const keys = [id, ...toRangeKeys(parseRange(call))]
        return searchPage(context, { resource: statusChange, within: rangeCondition, keys, sortBy: 'start_time' }, call)
      },
    ),
    buildServiceOperation(
      { id: 'read_status_change', path: itemPath, summary: 'One state change.', query: [], result: record },
      async (id, call) => ({ text: await findRowText(context, toQuery(id, call), call) }),
    ),
    buildServiceOperation(
      {
        id: 'read_status_change_permissions',
        path: `${itemPath}/permissions`,
        summary: 'Permissions to a historic state change.',
        query: [],
        result: permission,
      },
      async (id, call) => {
        const { permissions } = JSON.parse(
          await findRowText(context, { ...toQuery(id, call), embed: ['permissions'] }, call),
        ) as Values
        return { value: permissions }
      },
    ),
    buildServiceOperation(
      {
        id: 'read_status_change_stats',
        path: `${itemPath}/stats`,
        summary: 'Check counts within the chosen state.',
        query: [],
        result: stats,
      },
      async (id, call) => {
        const change = JSON.parse(await findRowText(context, toQuery(id, call), call)) as Values
        const range = {
          from: new Date(String(change['start_time'])),
          to: change['end_time'] === null ? call.now : new Date(String(change['end_time'])),
        }
        return { value: await loadAnalysisAndCheckCounts(id, range, call.source) }
      },
    ),
  ]
}

const updateCommon = {
  on: { resource: 'service', flag: 'update' },
  tag: 'history',
  access: 'customer',
  status: 204,
} as const

function updateOne(context: ApiContext): Operation {
  const { registry } = context.searcher
  const { updateData } = buildResourceSchemas(statusChange, registry)
  return {
    ...updateCommon,
    id: 'update_status_change',
    method: 'PUT',
    path: itemPath,
    summary: 'Update one state change; only its description can be changed.',
    ...(updateData && { body: updateData }),
    async handle(call) {
      const id = Number(parseKey(service, call))
      await requirePermission({ resource: service, key: id }, 'read', call)
      const query = toQuery(id, call)
      await findRowText(context, query, call)
      await updateRow({ resource: statusChange, key: query.keys[1] ?? 0 }, call.body as Values, call)
      return undefined
    },
  }
}

const updateMany: Operation = {
  ...updateCommon,
  id: 'bulk_update_status_changes',
  method: 'POST',
  path: '/services/{_id}/history/status_changes/bulk_update',
  summary: 'Update descriptions of many state changes.',
  body: bulkUpdateData,
  async handle(call) {
    const id = Number(parseKey(service, call))
    await requirePermission({ resource: service, key: id }, 'update', call)
    const { ids, fieldPath } = readChosenIds(call)
    const { before } = await lockRows({ resource: statusChange, ids, fieldPath }, 'update', call)
    rejectAny(
      before.flatMap(({ service_id }, index) =>
        service_id === id ? [] : [{ symbol: 'unknown_reference', field: `${fieldPath}.${index}` }],
      ),
    )
    const { description } = call.body as { description: string }
    const changed = before.filter((each) => each['description'] !== description)
    await updateRows({ resource: statusChange, before: changed }, { description }, call)
    return undefined
  },
}

/** Returns the query for the status change in the path. */
const toQuery = (id: number, { params }: Call) => ({
  resource: statusChange,
  within: singleCondition,
  keys: [id, parseId(params['_change_id'])],
})
