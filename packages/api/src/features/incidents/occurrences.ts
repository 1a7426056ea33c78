import { type Call, named, type Operation, parseKey, resourceSchemas, type Within } from '@wachta/resource'
import { id, key, nullable, number, text, time } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { found, keyAt, rangeKeys, searchPage, touching } from '../../platform/found-rows.ts'
import { pageParameters, parseRange, rangeParameters, sortParameter } from '../../platform/range.ts'
import { toRecord } from '../../platform/record.ts'
import { serviceOperations } from '../services/service-operation.ts'
import { isOwnLine, withLegacy } from './covered-occurrences.ts'
import { escalationStatus } from './escalation-status.ts'
import { occurrence } from './occurrence.ts'

/** The number of notifications in the details of an alert, the newest ones; the logs have them all. */
const maximumNotifications = 1000

const ofRange: Within = {
  shape: 'of a service in a range',
  condition: (row) => sql<boolean>`${row('service_id')} = ${keyAt(0)} and ${touching(row, 1)} and ${isOwnLine(row)}`,
}
const one: Within = { shape: 'one', condition: (row) => sql<boolean>`${row('id')} = ${keyAt(0)}::bigint` }

const { status, next_time, sent } = escalationStatus.fields

const sentNotification = toRecord({
  id: id().schema,
  style: Type.Unsafe<string>({ type: 'string', enum: ['contact', 'older'] }),
  kind: Type.Unsafe<string>({ type: 'string', enum: ['start', 'end'] }),
  repeat_number: number().schema,
  escalation_id: nullable(id()).schema,
  contact_id: nullable(id()).schema,
  contact_name: nullable(text({ description: 'Null in the older style, and where the contact is gone.' })).schema,
  address_id: nullable(id()).schema,
  channel_id: key().schema,
  address: text().schema,
  status: Type.Unsafe<string>({ type: 'string', enum: ['pending', 'sent', 'failed', 'suppressed'] }),
  reason: nullable(key({ description: 'One of the dictionary of notification reasons.' })).schema,
  explanation: nullable(text({ description: 'The same in words.' })).schema,
  time: time({ description: 'When it was sent; of one that was not, when that was decided.' }).schema,
})

/** The operations that list the alerts of a service, and read one alert with its escalations and notifications. */
export function occurrenceOperations(context: ApiContext): Operation[] {
  const { record } = resourceSchemas(occurrence, context.searcher.registry)
  const escalation = toRecord({
    escalation_id: id().schema,
    name: text().schema,
    status: status.schema,
    next_time: next_time.schema,
    sent: sent.schema,
  })
  const details = named(
    'occurrence_details',
    toRecord({
      ...Object.fromEntries(Object.entries(occurrence.fields).map(([name, { schema }]) => [name, schema])),
      escalations: Type.Array(escalation),
      notifications: Type.Array(sentNotification, {
        description: `Who was told, who was not, and why: the newest ${maximumNotifications}, the oldest of them first.`,
      }),
    }),
  )
  return [
    serviceOperations('events')(
      {
        id: 'list_service_occurrences',
        path: '/services/{_id}/occurrences',
        summary: 'What people were told about of a service, in a time range.',
        description:
          'All that touch the range, also those that began before it or still last. A failure that an event of the kind failure covers is listed once, as that event.',
        query: [...rangeParameters, ...pageParameters, sortParameter('start_time')],
        result: [record],
      },
      (serviceId, call) => {
        const keys = [serviceId, ...rangeKeys(parseRange(call))]
        return searchPage(context, { resource: occurrence, within: ofRange, keys, sortBy: 'start_time' }, call)
      },
    ),
    {
      id: 'read_occurrence',
      method: 'GET',
      path: '/occurrences/{_id}',
      tag: 'events',
      summary: 'One time that an event occurred: who was told, who was not and why, and who has taken it on.',
      access: 'customer',
      query: [],
      status: 200,
      result: details,
      async handle(call) {
        const keys = [parseKey(occurrence, call)]
        const whole = JSON.parse(await found(context, { resource: occurrence, within: one, keys }, call)) as object
        return { value: { ...whole, ...(await loadDetails(Number(keys[0]), call)) } }
      },
    },
  ]
}

/** Loads the escalations and notifications of an alert, without checking permissions: the caller has just read it. */
async function loadDetails(occurrenceId: number, { db, caller }: Call): Promise<object> {
  const list = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
  const [details] = await db.query(sql<object>`select ${list(sql`select s.escalation_id, e.name, s.status,
  wire_time(s.next_time) as next_time, s.sent
from escalation_status s join escalation e on e.id = s.escalation_id
where s.occurrence_id = ${occurrenceId} order by s.escalation_id`)} as escalations,
  ${list(sql`select * from (select n.id, case n.style when 'c' then 'contact' else 'older' end as style, n.kind,
    n.repeat_number, n.escalation_id, n.contact_id, c.name as contact_name, n.address_id, n.channel_id, n.address, n.status,
    n.reason, r.description ->> ${caller.language} as explanation, wire_time(coalesce(n.sent_at, n.created_at)) as time
  from notification n left join contact c on c.id = n.contact_id
    left join dictionary_entry r on r.dictionary = 'notification_reasons' and r.id = n.reason
  where n.occurrence_id in ${withLegacy(sql`${occurrenceId}`)} and n.style in ('c', 'o') order by n.id desc limit ${maximumNotifications}) newest order by id`)} as notifications`)
  return details ?? {}
}
