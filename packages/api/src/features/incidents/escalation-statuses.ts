import { buildResourceSchemas, type Operation, type RowCondition, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { findRowText, parseId, selectKeyAt } from '../../platform/found-rows.ts'
import { escalation } from '../escalations/escalation.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { escalationStatus } from './escalation-status.ts'

const pairCondition: RowCondition = {
  cacheKey: 'of a service and an escalation',
  condition: (row) =>
    sql<boolean>`${row('service_id')} = ${selectKeyAt(0)} and ${row('escalation_id')} = ${selectKeyAt(1)}`,
}

/** The operation that reads the progress of an escalation step on a service. */
export function readEscalationStatus(context: ApiContext): Operation {
  const { registry } = context.searcher
  return createServiceOperationBuilder('escalations')(
    {
      id: 'read_escalation_status',
      path: '/services/{_id}/escalation_statuses/{_escalation_id}',
      summary: 'Current status of one escalation for a service.',
      query: [],
      result: buildResourceSchemas(escalationStatus, registry).record,
    },
    async (id, call) => {
      const escalationId = parseId(call.params['_escalation_id'])
      await requirePermission({ resource: escalation, key: escalationId }, 'read', call)
      const query = { resource: escalationStatus, within: pairCondition, keys: [id, escalationId] }
      return { text: await findRowText(context, query, call) }
    },
  )
}
