import {
  buildResourceSchemas,
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  type RowCondition,
  reject,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { findRowText, selectKeyAt } from '../../platform/found-rows.ts'
import { service } from '../services/service.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { acknowledge } from './acknowledge.ts'
import { loadCallerName } from './caller-name.ts'
import { readEventId } from './event-history.ts'
import { eventStatus } from './event-status.ts'

const itemPath = '/services/{_id}/event_statuses/{_event_id}'

/**
 * Selects the status of an alert rule on a service. A rule about lost sensors has a status for each sensor: of these,
 * an active one is preferred, then the newest.
 */
const pairCondition: RowCondition = {
  cacheKey: 'of a service and an event',
  condition: (row) => sql<boolean>`${row('id')} = (select s.id from event_status s
where s.service_id = ${selectKeyAt(0)} and s.event_id = ${selectKeyAt(1)} order by s.status = 'active' desc, s.since desc, s.id limit 1)`,
}

const disableData = nameSchema(
  'event_status_disable_data',
  Type.Object({ note: Type.Optional(Type.String({ maxLength: 1000, default: '' })) }, closed),
)

/** The operations that read the status of an alert rule on a service, and acknowledge the incident of its alert. */
export function eventStatusOperations(context: ApiContext): Operation[] {
  const { registry } = context.searcher
  const buildServiceOperation = createServiceOperationBuilder('events')
  return [
    buildServiceOperation(
      {
        id: 'read_event_status',
        path: itemPath,
        summary: 'Current status of one event for a service.',
        query: [],
        result: buildResourceSchemas(eventStatus, registry).record,
      },
      async (id, call) => {
        const keys = [id, await readEventId(call)]
        return { text: await findRowText(context, { resource: eventStatus, within: pairCondition, keys }, call) }
      },
    ),
    // The API calls it "disable" to acknowledge.
    {
      id: 'disable_event_status',
      method: 'POST',
      path: `${itemPath}/disable`,
      tag: 'events',
      summary: 'Acknowledge the incident of the active alert, which stops its reminders and later escalation steps.',
      access: 'customer',
      on: { resource: 'service', flag: 'read' },
      body: disableData,
      bodyOptional: true,
      status: 204,
      async handle(call) {
        const serviceId = Number(parseKey(service, call))
        await requirePermission({ resource: service, key: serviceId }, 'read', call)
        const eventId = await readEventId(call)
        await acknowledgeActive(serviceId, eventId, call)
        return undefined
      },
    },
  ]
}

/** Acknowledges the incidents of the active alerts of a rule on a service, and so the other alerts of the incidents. */
async function acknowledgeActive(serviceId: number, eventId: number, call: Call): Promise<void> {
  const { db, now } = call
  const pair = sql`service_id = ${serviceId} and event_id = ${eventId}`
  const [status] = await db.query(sql<{ id: number }>`select id from event_status where ${pair} order by id limit 1`)
  const { id } = status ?? reject('not_found')
  await requirePermission({ resource: eventStatus, key: [serviceId, eventId, id] }, 'update', call)
  const active = await db.query(sql<{ incident_id: number | null }>`select distinct o.incident_id
from event_status s join occurrence o on o.id = s.occurrence_id
where s.service_id = ${serviceId} and s.event_id = ${eventId} and s.status = 'active'`)
  const { note = '' } = (call.body ?? {}) as { note?: string }
  const incidentIds = active.flatMap(({ incident_id }) => incident_id ?? [])
  const by = await loadCallerName(call)
  const [{ owner_id: accountId } = reject('event_not_active')] = await acknowledge(db, { incidentIds, by, note, now })
  await call.record({
    resource: 'event_status',
    id: `${serviceId}/${eventId}`,
    accountId,
    before: { status: 'active' },
    after: { status: 'disabled', note },
  })
}
