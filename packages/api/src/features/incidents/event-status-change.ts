import { defineResource, one } from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { nobody, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { keeper } from '../../platform/access.ts'

/** A time for which an event occurred on a service, or did not. */
export const eventStatusChange = defineResource('event_status_change', {
  title: 'event status change',
  fields: {
    id: id(),
    service_id: id(),
    event_id: id(),
    status: text({ enum: ['inactive', 'active', 'disabled'] }),
    start_time: time(),
    end_time: nullable(time({ description: 'Null where it still lasts.' })),
    analysis_id: nullable(
      text({ pattern: '^\\d{15}$', description: 'The analysis that brought it; null where somebody did.' }),
    ),
    note: text({ max: 1000 }),
  },
  computed: {
    analysis_id: (row) => sql`to_char(${row('analysis_time')} at time zone 'UTC', 'YYMMDDHH24MISSMS')`,
  },
  relations: { service: one('service', 'service_id'), event: one('event', 'event_id') },
  owner: 'owner_id',
  // Rules belong to an account alone: whoever a service is shared with does not see what its owner looks for.
  permissions: { delete: nobody, own: own(), read: keeper, update: nobody },
  // What is served of it stands under a service, and takes a time range: see history.
  serve: { path: '/services/{_id}/event_history/{_event_id}/status_changes', tag: 'history', operations: [] },
})
