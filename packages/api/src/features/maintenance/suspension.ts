import { defineResource, one } from '@wachta/resource'
import { flag, id } from '@wachta/resource/field'
import { limitToServices } from '../../platform/access.ts'
import { prepareWindow, prepareWindowChange, serviceWindowFields, setDefaultStart } from '../../platform/window.ts'
import { serviceWindowPermissions } from './service-window.ts'

/** A one-off maintenance window of a service. */
export const suspension = defineResource('suspension', {
  fields: {
    id: id(),
    service_id: id({ description: 'Cannot be changed afterwards.' }),
    ...serviceWindowFields,
    only_notifications: flag({ default: false, description: 'Checks continue; only notifications are suppressed.' }),
  },
  relations: {
    service: one('service', 'service_id', {
      route: { tag: 'services', summary: 'Service of a suspension.' },
      collection: { path: 'suspensions', tag: 'suspensions', summary: 'Planned suspensions of a service.' },
    }),
  },
  paths: ['service.name'],
  query: ['description'],
  owner: 'owner_id',
  groupLimit: limitToServices,
  permissions: serviceWindowPermissions,
  serve: {
    path: '/suspensions',
    tag: 'suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['service_id', 'end_time'],
    optional: ['description', 'only_notifications', 'start_time'],
    under: ['service', 'create_suspensions'],
    defaults: setDefaultStart,
    prepare: prepareWindow,
  },
  update: {
    fields: ['description', 'start_time', 'end_time', 'only_notifications'],
    prepare: prepareWindowChange,
  },
})
