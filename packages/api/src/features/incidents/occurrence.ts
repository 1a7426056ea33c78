import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, personal, text, time } from '@wachta/resource/field'
import { never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { keeper } from '../../platform/access.ts'
import { selectWithLegacy } from './covered-occurrences.ts'
import { countNotifications, defineNotificationCounts } from './notification-counts.ts'

/** An alert: one firing of an alert rule on a service, or one failure of the service for legacy notifications. */
export const occurrence = defineResource('occurrence', {
  fields: {
    id: id(),
    service_id: id(),
    event_id: nullable(id({ description: 'Null for legacy notifications: the failure of the service itself.' })),
    sensor_id: nullable(id({ description: 'The lost sensor, if it is about one.' })),
    incident_id: nullable(id({ description: 'The incident that it belongs to.' })),
    start_time: time(),
    end_time: nullable(time({ description: 'Null while it lasts.' })),
    end_reason: nullable(
      text({ description: 'recovered; paused, if the service was paused; or removed, if the rule was removed.' }),
    ),
    error_type_id: nullable(id({ description: 'The error of most sensors when it started.' })),
    is_flapping: flag({ description: 'Whether the rule has fired so often on the service that it is flapping.' }),
    held_until: nullable(
      time({
        description:
          'The time until which notifications were held because many services changed at once and were checked again first.',
      }),
    ),
    acknowledged_at: nullable(time()),
    acknowledged_by: nullable(personal(text({ description: 'The name of a contact or of an account.' }))),
    note: text({ max: 1000, description: 'The note of the acknowledgement.' }),
    decided_at: time({ description: 'When its start was detected.' }),
    notification_counts: defineNotificationCounts('The number of notifications about it, by status.'),
  },
  computed: {
    notification_counts: (row) =>
      countNotifications(sql`notification n where n.occurrence_id in ${selectWithLegacy(row('id'))}`),
  },
  relations: {
    event: one('event', 'event_id'),
    incident: one('incident', 'incident_id'),
    service: one('service', 'service_id'),
  },
  owner: 'owner_id',
  // Like alert rules, alerts belong to the account alone: accounts with which the service is shared do not see them.
  permissions: { delete: never, own: own(), read: keeper, update: never },
  // It is served by hand-written operations: as lists of a service or account with a time range, and with details.
  serve: { path: '/occurrences', tag: 'events', operations: [] },
})
