import { defineResource, one } from '@wachta/resource'
import { id, text, time } from '@wachta/resource/field'
import { limitToServices } from '../../platform/access.ts'
import { prepareWindow, prepareWindowChange } from '../../platform/window.ts'
import { serviceWindowPermissions } from '../maintenance/service-window.ts'

/** A correction: a manual change of the status of a past period, which leaves the measured record unchanged. */
export const correction = defineResource('correction', {
  fields: {
    id: id(),
    service_id: id({ description: 'Cannot be changed afterwards.' }),
    start_time: time({ description: 'Start of the corrected interval.' }),
    end_time: time({ description: 'End of the corrected interval.' }),
    status: text({
      enum: ['ok', 'failure', 'paused'],
      description: 'Where corrections overlap, the newest one applies; paused excludes the interval from the figures.',
    }),
    description: text({ max: 1000 }),
    created_at: time(),
  },
  relations: {
    service: one('service', 'service_id', {
      collection: {
        path: 'corrections',
        tag: 'corrections',
        summary: 'Corrections of the recorded statuses of a service.',
      },
    }),
  },
  paths: [
    'service.id',
    'service.interval',
    'service.is_active',
    'service.is_archived',
    'service.name',
    'service.owner_id',
  ],
  query: ['description'],
  owner: 'owner_id',
  groupLimit: limitToServices,
  permissions: serviceWindowPermissions,
  serve: {
    path: '/corrections',
    tag: 'corrections',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['end_time', 'service_id', 'start_time', 'status'],
    optional: ['description'],
    under: ['service', 'create_corrections'],
    prepare: prepareWindow,
  },
  update: { fields: ['description', 'status', 'start_time', 'end_time'], prepare: prepareWindowChange },
})
