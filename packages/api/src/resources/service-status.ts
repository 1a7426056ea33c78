import { defineResource, one } from '@wachta/resource'
import { id, text, time } from '@wachta/resource/field'
import { nobody, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { groupReader } from './access.ts'

/** How a service is doing now. */
export const serviceStatus = defineResource('service_status', {
  table: 'service',
  title: 'service status',
  fields: {
    service_id: id(),
    status: text({ enum: ['ok', 'failure', 'paused', 'unknown'] }),
    since: time(),
  },
  key: 'id',
  computed: { service_id: (row) => sql`${row('id')}`, since: (row) => sql`${row('status_since')}` },
  relations: { service: one('service', 'service_id') },
  paths: ['service.name'],
  owner: null,
  permissions: { delete: nobody, own: own(), read: groupReader('group_id'), update: nobody },
  serve: { path: '/service_statuses', tag: 'service_statuses', operations: ['list', 'search', 'read', 'permissions'] },
})
