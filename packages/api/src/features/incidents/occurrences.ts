import {
  buildResourceSchemas,
  type Call,
  nameSchema,
  type Operation,
  parseKey,
  type RowCondition,
} from '@wachta/resource'
import { id, text } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { findRowText, searchPage, selectKeyAt, selectOverlapping, toRangeKeys } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { buildRecordSchema } from '../../platform/record.ts'
import { createServiceOperationBuilder } from '../services/service-operation.ts'
import { isListedAlert, selectWithLegacy } from './covered-occurrences.ts'
import { escalationStatus } from './escalation-status.ts'
import { occurrence } from './occurrence.ts'
import { maxNotifications, selectJsonList, selectNotifications, sentNotification } from './sent-notification.ts'

const rangeCondition: RowCondition = {
  cacheKey: 'of a service in a range',
  condition: (row) =>
    sql<boolean>`${row('service_id')} = ${selectKeyAt(0)} and ${selectOverlapping(row, { from: selectKeyAt(1), to: selectKeyAt(2) })} and ${isListedAlert(row)}`,
}
const singleCondition: RowCondition = {
  cacheKey: 'one',
  condition: (row) => sql<boolean>`${row('id')} = ${selectKeyAt(0)}::bigint`,
}

const { status, next_time, sent } = escalationStatus.fields

/** The operations that list the alerts of a service, and read one alert with its escalations and notifications. */
export function occurrenceOperations(context: ApiContext): Operation[] {
  const { record } = buildResourceSchemas(occurrence, context.searcher.registry)
  const escalation = buildRecordSchema({
    escalation_id: id().schema,
    name: text().schema,
    status: status.schema,
    next_time: next_time.schema,
    sent: sent.schema,
  })
  const details = nameSchema(
    'occurrence_details',
    buildRecordSchema({
      ...Object.fromEntries(Object.entries(occurrence.fields).map(([name, { schema }]) => [name, schema])),
      escalations: Type.Array(escalation),
      notifications: Type.Array(buildRecordSchema(sentNotification), {
        description: `Notifications, sent and suppressed, with the reasons: the newest ${maxNotifications}, the oldest of them first.`,
      }),
    }),
  )
  return [
    createServiceOperationBuilder('events')(
      {
        id: 'list_service_occurrences',
        path: '/services/{_id}/occurrences',
        summary: 'List the alerts of a service in a time range.',
        description:
          'All alerts that overlap the range, including those that began before it or are still open. A failure that an event of the kind failure covers is listed once, as that event.',
        query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
        result: [record],
      },
      (serviceId, call) => {
        const keys = [serviceId, ...toRangeKeys(parseRange(call))]
        return searchPage(context, { resource: occurrence, within: rangeCondition, keys, sortBy: 'start_time' }, call)
      },
    ),
    {
      id: 'read_occurrence',
      method: 'GET',
      path: '/occurrences/{_id}',
      tag: 'events',
      summary: 'One alert, with its escalations, its notifications and the person who acknowledged it.',
      access: 'customer',
      query: [],
      status: 200,
      result: details,
      async handle(call) {
        const keys = [parseKey(occurrence, call)]
        const alert = JSON.parse(
          await findRowText(context, { resource: occurrence, within: singleCondition, keys }, call),
        ) as object
        return { value: { ...alert, ...(await loadDetails(Number(keys[0]), call)) } }
      },
    },
  ]
}

/** Loads the escalations and notifications of an alert, without checking permissions: the caller has just read it. */
async function loadDetails(occurrenceId: number, { db, caller }: Call): Promise<object> {
  const [details] = await db.query(sql<object>`select ${selectJsonList(sql`select s.escalation_id, e.name, s.status,
  wire_time(s.next_time) as next_time, s.sent
from escalation_status s join escalation e on e.id = s.escalation_id
where s.occurrence_id = ${occurrenceId} order by s.escalation_id`)} as escalations,
  ${selectJsonList(selectNotifications(selectWithLegacy(sql`${occurrenceId}`), caller))} as notifications`)
  return details ?? {}
}
