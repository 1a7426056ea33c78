import { defineResource } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import {
  defineRequiredColumn,
  notificationFields,
  notificationPermissions,
  notificationRecord,
  selectNotificationTime,
} from './notification-fields.ts'

const { id: notificationId, account_id, ...otherFields } = notificationFields

/** A notification to a contact by an escalation (style `c`), or a suppressed one with its reason. */
export const contactNotification = defineResource('contact_notification', {
  table: 'notification',
  title: 'contact notification',
  fields: {
    id: notificationId,
    account_id,
    contact_id: id(),
    address_id: id(),
    service_id: id(),
    event_id: id(),
    escalation_id: id(),
    ...otherFields,
    ...notificationRecord,
  },
  rows: (row) => sql`${row('style')} = 'c'`,
  computed: {
    time: selectNotificationTime,
    contact_id: defineRequiredColumn('contact_id'),
    address_id: defineRequiredColumn('address_id'),
    service_id: defineRequiredColumn('service_id'),
    event_id: defineRequiredColumn('event_id'),
    escalation_id: defineRequiredColumn('escalation_id'),
  },
  owner: 'account_id',
  permissions: notificationPermissions,
  // It is served as a log with a time range; see notification-logs.ts.
  serve: { path: '/accounts/{_account_id}/logs/contact_notifications', tag: 'logs', operations: [] },
})
