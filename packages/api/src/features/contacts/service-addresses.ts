import { listOperation, type Operation, pathKey } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { notificationAddress } from './notification-address.ts'
import { periodicReportAddress } from './periodic-report-address.ts'

/** The operations that list the addresses of the group that apply to a service. */
export function serviceAddressOperations({ searcher }: ApiContext): Operation[] {
  const common = { on: { resource: 'service', flag: 'read' }, access: 'customer' } as const
  return [
    listOperation(searcher, notificationAddress, {
      id: 'list_service_notification_addresses',
      path: '/services/{_id}/notification_addresses',
      tag: 'notification_addresses',
      summary: 'Notification addresses of the group whose channel is enabled for the service.',
      ...common,
      within: {
        cacheKey: 'enabled for the service',
        condition: (row) =>
          sql<boolean>`exists (select from service v where v.id = ${pathKey}::bigint and v.group_id = ${row('group_id')}
and ${row('notification_channel_id')} = any(v.notification_channel_ids))`,
      },
    }),
    listOperation(searcher, periodicReportAddress, {
      id: 'list_service_periodic_report_addresses',
      path: '/services/{_id}/periodic_report_addresses',
      tag: 'periodic_report_addresses',
      summary:
        'Addresses that get periodic reports on the service, for the frequencies that its group has switched on.',
      ...common,
      within: {
        cacheKey: 'reports on the service',
        condition: (row) =>
          sql<boolean>`exists (select from service v join service_group g on g.id = v.group_id
where v.id = ${pathKey}::bigint and g.id = ${row('group_id')} and (g.archived_services_in_periodic_reports or not v.is_archived)
and case ${row('report_frequency')} when 'daily' then g.periodic_daily_reports when 'weekly' then g.periodic_weekly_reports else g.periodic_monthly_reports end)`,
      },
    }),
  ]
}
