import { defineResource, one } from '@wachta/resource'
import { flag, id } from '@wachta/resource/field'
import { limitToServices } from '../../platform/access.ts'
import { weeklyFields } from '../../platform/window.ts'
import { serviceWindowPermissions } from './service-window.ts'

/** A weekly maintenance window of a service, in the time zone of its account. */
export const weeklySuspension = defineResource('weekly_suspension', {
  title: 'weekly suspension',
  fields: {
    id: id(),
    service_id: id({ description: 'Cannot be changed afterwards.' }),
    ...weeklyFields,
    only_notifications: flag({ default: false, description: 'Checks continue; only notifications are suppressed.' }),
  },
  relations: {
    service: one('service', 'service_id', {
      route: { tag: 'services', summary: 'Service of a weekly suspension.' },
      collection: { path: 'weekly_suspensions', tag: 'suspensions', summary: 'Weekly suspensions of a service.' },
    }),
  },
  paths: ['service.name'],
  unfiltered: ['start_minute', 'end_minute'],
  query: ['description'],
  owner: 'owner_id',
  groupLimit: limitToServices,
  permissions: serviceWindowPermissions,
  serve: {
    path: '/weekly_suspensions',
    tag: 'suspensions',
    permissionsTag: 'suspensions',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['service_id', 'start_minute', 'end_minute'],
    optional: ['description', 'only_notifications'],
    under: ['service', 'create_weekly_suspensions'],
  },
  update: { fields: ['description', 'start_minute', 'end_minute', 'only_notifications'] },
})
