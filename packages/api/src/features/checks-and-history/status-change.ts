import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, text, time } from '@wachta/resource/field'
import { all, never, own, via, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { limitToServices, serviceReader } from '../../platform/access.ts'

/** A period in which a service had one status, before corrections. */
export const statusChange = defineResource('status_change', {
  title: 'status change',
  fields: {
    id: id(),
    service_id: id(),
    status: text({ enum: ['ok', 'failure', 'paused', 'unknown'] }),
    start_time: time(),
    end_time: nullable(time({ description: 'Null while it lasts.' })),
    description: text({ max: 1000, description: 'A description entered by people.' }),
    error_type_id: nullable(id({ description: 'The error of most sensors when a failure started.' })),
    corrected: flag({ description: 'Whether a correction imposes a status on some of it; see corrections.' }),
  },
  computed: {
    corrected: (row) => sql`exists (select from correction c where c.service_id = ${row('service_id')}
and c.end_time > ${row('start_time')} and (${row('end_time')} is null or c.start_time < ${row('end_time')}))`,
  },
  relations: { service: one('service', 'service_id') },
  owner: 'owner_id',
  groupLimit: limitToServices,
  permissions: { delete: never, own: own(), read: serviceReader, update: all(writer, via('service', 'update')) },
  update: { fields: ['description'] },
  // It is served under a service with a time range; see status-changes.ts.
  serve: { path: '/services/{_id}/history/status_changes', tag: 'history', operations: [] },
})
