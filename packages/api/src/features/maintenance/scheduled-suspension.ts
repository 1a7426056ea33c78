import { defineResource, one } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { limitToServices } from '../../platform/access.ts'
import { prepareWindow, prepareWindowChange, serviceWindowFields, setDefaultStart } from '../../platform/window.ts'
import { serviceWindowPermissions } from './service-window.ts'

/** The legacy view of one-off maintenance windows: the same rows, without the field `only_notifications`. */
export const scheduledSuspension = defineResource('scheduled_suspension', {
  table: 'suspension',
  title: 'scheduled suspension',
  fields: { id: id(), service_id: id({ description: 'Cannot be changed afterwards.' }), ...serviceWindowFields },
  relations: {
    service: one('service', 'service_id', {
      route: { tag: 'services', summary: 'Service of a planned suspension.' },
      collection: {
        path: 'scheduled_suspensions',
        tag: 'service_suspensions',
        summary: 'Planned suspensions of a service, in the legacy view.',
      },
    }),
  },
  paths: ['service.name'],
  query: ['description'],
  owner: 'owner_id',
  groupLimit: limitToServices,
  permissions: serviceWindowPermissions,
  serve: {
    path: '/scheduled_suspensions',
    tag: 'service_suspensions',
    permissionsTag: 'service_suspensions',
    deprecated: true,
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['service_id', 'end_time'],
    optional: ['description', 'start_time'],
    under: ['service', 'create_suspensions'],
    defaults: setDefaultStart,
    prepare: prepareWindow,
  },
  update: { fields: ['description', 'start_time', 'end_time'], prepare: prepareWindowChange },
})
