import { defineResource } from '@wachta/resource'
import { id, nullable } from '@wachta/resource/field'
import { sql } from 'kysely'
import {
  defineRequiredColumn,
  notificationFields,
  notificationPermissions,
  notificationRecord,
  selectNotificationTime,
} from './notification-fields.ts'

const { id: notificationId, account_id, ...otherFields } = notificationFields

/** A legacy notification to a notification address, or a suppressed one with its reason; test notifications too. */
export const notification = defineResource('notification', {
  title: 'notification',
  fields: {
    id: notificationId,
    account_id,
    address_id: id(),
    service_id: nullable(id({ description: 'Null for a test of an address or a group.' })),
    ...otherFields,
    ...notificationRecord,
  },
  // Legacy (`o`) and test notifications (`t`). Verification codes are in no log, because readers could use them.
  rows: (row) => sql`${row('style')} in ('o', 't')`,
  computed: { time: selectNotificationTime, address_id: defineRequiredColumn('address_id') },
  owner: 'account_id',
  permissions: notificationPermissions,
  // It is served as a log with a time range; see notification-logs.ts.
  serve: { path: '/accounts/{_account_id}/logs/notifications', tag: 'logs', operations: [] },
})
