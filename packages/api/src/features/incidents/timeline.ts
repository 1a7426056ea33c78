import { buildExplainsCondition, isInRuleScope } from '@wachta/database'
import { type Call, findPermitted, nameSchema, type Operation, parseKey, requirePermission } from '@wachta/resource'
import { id, nullable, text } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { buildRecordSchema } from '../../platform/record.ts'
import { escalationStatus } from './escalation-status.ts'
import { incident } from './incident.ts'
import { incidentEntry } from './incident-entry.ts'
import { occurrence } from './occurrence.ts'
import {
  canSeeRecipients,
  maxNotifications,
  selectJsonList,
  selectNotifications,
  sentNotification,
} from './sent-notification.ts'

const { status, next_time, sent } = escalationStatus.fields
const { service_id, event_id, sensor_id, start_time, end_time, end_reason, is_flapping, held_until, decided_at } =
  occurrence.fields
const { kind, author, text: entryText, diagnostic_id, diagnostic_kind, created_at } = incidentEntry.fields

const maxCauses = 20

const alert = buildRecordSchema({
  id: id().schema,
  service_id: service_id.schema,
  event_id: event_id.schema,
  event_name: nullable(text({ description: 'The name of the alert rule; null for a legacy alert.' })).schema,
  sensor_id: sensor_id.schema,
  start_time: start_time.schema,
  end_time: end_time.schema,
  end_reason: end_reason.schema,
  is_flapping: is_flapping.schema,
  held_until: held_until.schema,
  decided_at: decided_at.schema,
})

const cause = buildRecordSchema({
  incident_id: id({ description: 'The incident of that alert, which has its evidence.' }).schema,
  service_id: service_id.schema,
  service_name: text().schema,
  event_id: id().schema,
  event_name: text().schema,
  start_time: start_time.schema,
  end_time: end_time.schema,
  error_message: nullable(
    text({ description: 'What a sensor reported when it started. It may quote others, such as a vendor.' }),
  ).schema,
})

const step = buildRecordSchema({
  occurrence_id: id().schema,
  escalation_id: id().schema,
  name: text().schema,
  status: status.schema,
  next_time: next_time.schema,
  sent: sent.schema,
})

const entry = buildRecordSchema({
  id: id().schema,
  kind: kind.schema,
  author: author.schema,
  text: entryText.schema,
  diagnostic_id: diagnostic_id.schema,
  diagnostic_kind: diagnostic_kind.schema,
  diagnostic_address: nullable(text({ description: 'The host that the diagnostic is about, until it is deleted.' }))
    .schema,
  diagnostic_sensor_id: nullable(id({ description: 'The sensor that ran the diagnostic, until it is deleted.' }))
    .schema,
  created_at: created_at.schema,
})

/** The operation that reads the complete timeline of an incident, as of one instant. */
export const readIncidentTimeline: Operation = {
  id: 'read_incident_timeline',
  method: 'GET',
  path: '/incidents/{_id}/timeline',
  tag: 'incidents',
  summary: 'Everything that happened in an incident: alerts, escalation steps, notifications, and what people did.',
  access: 'customer',
  on: { resource: 'incident', flag: 'read' },
  query: [],
  status: 200,
  result: nameSchema(
    'incident_timeline',
    buildRecordSchema({
      alerts: Type.Array(alert, { description: 'One per alert rule and firing, in order of their start.' }),
      causes: Type.Array(cause, {
        description:
          'Alerts of the conditions of its rules during the incident, such as those of a vendor that the service depends on: the ' +
          `newest ${maxCauses}, oldest first, of services that the caller may read.`,
      }),
      escalations: Type.Array(step),
      notifications: Type.Array(buildRecordSchema(sentNotification), {
        description: `Sent and suppressed ones with the reason: the newest ${maxNotifications}, oldest first.`,
      }),
      entries: Type.Array(entry),
    }),
  ),
  async handle(call) {
    const incidentId = Number(parseKey(incident, call))
    await requirePermission({ resource: incident, key: incidentId }, 'read', call)
    const { causes, ...timeline } = await loadTimeline(incidentId, call)
    // A user who is limited to some groups may be able to read this incident, but not the incident that caused it.
    const ids = [...new Set(causes.map((each) => each.incident_id))]
    const readable = await findPermitted({ resource: incident, ids }, 'read', call)
    return { value: { ...timeline, causes: causes.filter((each) => readable.has(each.incident_id)) } }
  },
}

/** Loads the timeline without checking permissions. */
async function loadTimeline(incidentId: number, { db, caller }: Call): Promise<Timeline> {
  const ids = sql`(select o.id from occurrence o where o.incident_id = ${incidentId})`
  const [timeline] =
    await db.query(sql<Timeline>`select ${selectJsonList(sql`select o.id, o.service_id, o.event_id, e.name as event_name, o.sensor_id,
  wire_time(o.start_time) as start_time, wire_time(o.end_time) as end_time, o.end_reason, o.is_flapping,
  wire_time(o.held_until) as held_until, wire_time(o.decided_at) as decided_at
from occurrence o left join event e on e.id = o.event_id where o.incident_id = ${incidentId} order by o.start_time, o.id`)} as alerts,
  ${selectJsonList(selectCauses(incidentId))} as causes,
  ${selectJsonList(sql`select s.occurrence_id, s.escalation_id, ${canSeeRecipients(caller) ? sql`e.name` : sql`'' as name`}, s.status, wire_time(s.next_time) as next_time, s.sent
from escalation_status s join escalation e on e.id = s.escalation_id
where s.occurrence_id in ${ids} order by s.occurrence_id, s.escalation_id`)} as escalations,
  ${selectJsonList(selectNotifications(ids, caller))} as notifications,
  ${selectJsonList(sql`select n.id, n.kind, n.author, n.text, d.id as diagnostic_id, n.diagnostic_kind,
  d.settings->>'address' as diagnostic_address, d.sensor_id as diagnostic_sensor_id, wire_time(n.created_at) as created_at
from incident_entry n left join diagnostic d on d.id = n.diagnostic_id and d.deleted_at is null
where n.incident_id = ${incidentId} order by n.id`)} as entries`)
  return timeline ?? { causes: [] }
}

interface Timeline {
  readonly causes: readonly { readonly incident_id: number }[]
}

/** Selects the alerts that explain the alerts of the incident: alerts of conditions that suppress its notifications. */
const selectCauses = (incidentId: number): RawBuilder<unknown> =>
  sql`select x.incident_id, x.service_id, w.name as service_name, c.id as event_id, c.name as event_name,
  wire_time(x.start_time) as start_time, wire_time(x.end_time) as end_time,
  (select d.error_message from check_detail d where d.service_id = x.service_id and d.time = x.analysis_time
    and d.error_message is not null order by d.sensor_id limit 1) as error_message
from occurrence x join service w on w.id = x.service_id join event c on c.id = x.event_id
where x.id in (select y.id from occurrence o join service v on v.id = o.service_id join event e on e.id = o.event_id
    join event k on k.id = any(e.condition_event_ids)
    join occurrence y on y.event_id = k.id and y.incident_id is not null and y.start_time < coalesce(o.end_time, 'infinity')
      and coalesce(y.end_time, 'infinity') > o.start_time
    join service s on s.id = y.service_id
  where o.incident_id = ${incidentId}
    and case when ${isInRuleScope('k', 'v')} then s.id = v.id else ${buildExplainsCondition('y', 's')} end
  group by y.id order by min(y.start_time) desc, y.id desc limit ${maxCauses})
order by x.start_time, x.id`
