import { defineResource, one } from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { keeper } from '../../platform/access.ts'

/** A period in which an alert rule had one status on a service. */
export const eventStatusChange = defineResource('event_status_change', {
  title: 'event status change',
  fields: {
    id: id(),
    service_id: id(),
    event_id: id(),
    status: text({ enum: ['inactive', 'active', 'disabled'] }),
    start_time: time(),
    end_time: nullable(time({ description: 'Null while it lasts.' })),
    analysis_id: nullable(
      text({ pattern: '^\\d{15}$', description: 'The analysis that caused it; null if a person did.' }),
    ),
    note: text({ max: 1000 }),
  },
  computed: {
    analysis_id: (row) => sql`to_char(${row('analysis_time')} at time zone 'UTC', 'YYMMDDHH24MISSMS')`,
  },
  relations: { service: one('service', 'service_id'), event: one('event', 'event_id') },
  owner: 'owner_id',
  // Alert rules belong to the account alone: accounts with which the service is shared do not see them.
  permissions: { delete: never, own: own(), read: keeper, update: never },
  // It is served under a service with a time range; see event-history.ts.
  serve: { path: '/services/{_id}/event_history/{_event_id}/status_changes', tag: 'history', operations: [] },
})
