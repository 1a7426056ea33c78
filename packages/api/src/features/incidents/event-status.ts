import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, text, time, unlisted } from '@wachta/resource/field'
import { never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { editor, keeper } from '../../platform/access.ts'

/** The current status of an alert rule on a service; it exists for every service that the rule was evaluated on. */
export const eventStatus = defineResource('event_status', {
  title: 'event status',
  fields: {
    service_id: id(),
    event_id: id(),
    status: text({
      enum: ['inactive', 'active', 'disabled'],
      description: 'Disabled: the event occurs, and a person has acknowledged it until it ends.',
    }),
    since: time(),
    start_analysis_id: nullable(
      text({
        pattern: '^\\d{15}$',
        description: 'The analysis that caused this status; for a disabled event, the analysis that started the event.',
      }),
    ),
    note: text({ max: 1000, description: 'The note of the acknowledgement.' }),
    occurrence_id: unlisted(nullable(id({ description: 'The newest occurrence; see occurrences.' }))),
    is_flapping: unlisted(flag({ description: 'Whether it starts and ends too often to notify each time.' })),
    sensor_id: unlisted(nullable(id({ description: 'The lost sensor, if it is about one.' }))),
  },
  // Each lost sensor has its own status, so one rule can have several on the same service.
  key: ['service_id', 'event_id', 'id'],
  // The table also contains the statuses of legacy notifications, which have no alert rule.
  rows: (row) => sql`${row('event_id')} is not null`,
  computed: {
    event_id: (row) => row('event_id'),
    start_analysis_id: (row) => sql`to_char(coalesce(${row('analysis_time')}, (select o.analysis_time from occurrence o
where o.id = ${row('occurrence_id')} and ${row('status')} = 'disabled')) at time zone 'UTC', 'YYMMDDHH24MISSMS')`,
  },
  relations: {
    event: one('event', 'event_id', {
      collection: { path: 'statuses', tag: 'events', summary: 'Current statuses of the event per service.' },
    }),
    service: one('service', 'service_id', {
      collection: {
        path: 'event_statuses',
        tag: 'services',
        summary: 'Current event statuses for the service.',
      },
    }),
  },
  paths: ['event.name', 'service.name'],
  owner: 'owner_id',
  // Alert rules belong to the account alone: accounts with which the service is shared do not see them.
  permissions: { delete: never, own: own(), read: keeper, update: editor },
  serve: { path: '/event_statuses', tag: 'events', operations: ['list', 'search'] },
})
