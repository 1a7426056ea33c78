import { defineResource, one } from '@wachta/resource'
import { flag, id, idList, nullable, number, text, time } from '@wachta/resource/field'
import { never, own } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { canReadGroup, limitToGroups } from '../../platform/access.ts'

/** The current status of a service. */
export const serviceStatus = defineResource('service_status', {
  table: 'service_status_record',
  title: 'service status',
  fields: {
    service_id: id(),
    status: text({ enum: ['ok', 'failure', 'paused', 'unknown'] }),
    since: time(),
    last_analysis_id: nullable(text({ pattern: '^\\d{15}$' })),
    last_analysis_time: nullable(time()),
    last_ok_time: nullable(time({ description: 'The newest analysis that found the service up.' })),
    last_error_time: nullable(time({ description: 'The newest analysis that found a failure.' })),
    average_response_time: nullable(number({ description: 'Of the newest analysis, in milliseconds.' })),
    failing_sensor_ids: idList({ description: 'Sensors whose newest check ended with an error.' }),
    error_type_id: nullable(id({ description: 'The error that most of them saw.' })),
    is_suspended: flag({ description: 'Whether monitoring is suspended now.' }),
    is_silenced: flag({ description: 'Whether notifications are suppressed now.' }),
    unchecked_reason: nullable(
      text({
        enum: ['no_able_sensor'],
        description:
          'Why nothing checks it, although it is not paused: `no_able_sensor` where no assigned sensor can run checks of its type.',
      }),
    ),
  },
  key: 'id',
  computed: { service_id: (row) => sql`${row('id')}` },
  relations: { service: one('service', 'service_id') },
  paths: ['service.name'],
  owner: null,
  groupLimit: limitToGroups('group_id'),
  permissions: { delete: never, own: own(), read: canReadGroup('group_id'), update: never },
  serve: { path: '/service_statuses', tag: 'service_statuses', operations: ['list', 'search', 'read', 'permissions'] },
})
