import { eventKinds } from '@wachta/events'
import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, personal, text, time, value } from '@wachta/resource/field'
import { all, never, own, where } from '@wachta/resource/permission'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { editor, keeper, limitToServices } from '../../platform/access.ts'
import { countNotifications, defineNotificationCounts } from './notification-counts.ts'

/** One outage of a service, or another problem that alert rules found on it, with all its alerts. */
export const incident = defineResource('incident', {
  fields: {
    id: id(),
    service_id: id({ description: 'For a lost sensor, one of the services that it checks.' }),
    sensor_id: nullable(id({ description: 'The lost sensor; null for all other kinds.' })),
    kind: text({
      enum: eventKinds.map(({ id: kind }) => kind),
      description: 'The kind of its alert rules. Legacy alerts are failures.',
    }),
    state: text({
      enum: ['open', 'acknowledged', 'flapping', 'resolved'],
      description:
        'Resolved when its last alert has ended. Flapping if the service goes up and down and nobody has acknowledged it.',
    }),
    start_time: time({ description: 'When its first alert started.' }),
    end_time: nullable(time({ description: 'When its last alert ended; null while one is open.' })),
    end_reason: nullable(
      text({
        description: 'recovered; paused: the service was paused; removed: no alert rule covers the service any more.',
      }),
    ),
    error_type_id: nullable(id({ description: 'The error of most sensors at the start of a failure.' })),
    is_flapping: flag({ description: 'The service went down and up again too often to notify each time.' }),
    quiet_since: nullable(
      time({
        description:
          'The time since which the problem of an open incident has been gone. The incident is resolved at closes_at.',
      }),
    ),
    closes_at: nullable(time({ description: 'When the incident is resolved if the problem does not return.' })),
    acknowledged_at: nullable(time()),
    acknowledged_by: nullable(
      personal(text({ description: 'The name of the contact or account that acknowledged it.' })),
    ),
    event_ids: value(Type.Array(Type.Integer({ minimum: 1 }), { description: 'The alert rules of its alerts.' })),
    notification_counts: defineNotificationCounts('The number of notifications about it, by status.'),
  },
  computed: {
    state: selectIncidentState,
    quiet_since: (row) => sql`case when ${row('end_time')} is null then (
  select case when not bool_or(s.signal) then max(s.signal_since) end from ${openStatuses(row('id'))}) end`,
    closes_at: (row) => sql`case when ${row('end_time')} is null then (
  select case when not bool_or(s.signal) then max(s.due_at) end from ${openStatuses(row('id'))}) end`,
    event_ids: (row) => sql`(select coalesce(json_agg(distinct o.event_id), '[]')
from occurrence o where o.incident_id = ${row('id')} and o.event_id is not null)`,
    notification_counts: (row) =>
      countNotifications(sql`occurrence o join notification n on n.occurrence_id = o.id and n.account_id = o.owner_id
where o.incident_id = ${row('id')}`),
  },
  relations: {
    service: one('service', 'service_id', {
      collection: { path: 'incidents', tag: 'incidents', summary: 'Incidents of a service.' },
    }),
  },
  paths: ['service.name', 'service.group_id'],
  owner: 'owner_id',
  // Like alert rules, incidents belong to the account alone: accounts with which the service is shared do not see them.
  // A lost sensor concerns services of many groups, so callers who are limited to some groups do not see its incident.
  groupLimit: all(
    limitToServices,
    where((row) => sql`${row('sensor_id')} is null`),
  ),
  permissions: { delete: never, own: own(), read: keeper, update: editor },
  serve: { path: '/incidents', tag: 'incidents', operations: ['list', 'search', 'read', 'permissions'] },
})

/** Selects the state of an incident, also in SQL that does not go through the resource. */
export function selectIncidentState(row: (column: IncidentColumn) => RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${row('end_time')} is not null then 'resolved'
  when ${row('acknowledged_at')} is not null then 'acknowledged' when ${row('is_flapping')} then 'flapping' else 'open' end`
}

type IncidentColumn = 'end_time' | 'acknowledged_at' | 'is_flapping'

/** The rule statuses of the open alerts of an incident. */
const openStatuses = (incidentId: unknown) => sql`occurrence o
  join event_status s on s.service_id = o.service_id and s.occurrence_id = o.id
  where o.incident_id = ${incidentId} and o.end_time is null`
