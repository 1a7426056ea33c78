import { defineResource } from '@wachta/resource'
import { id, nullable } from '@wachta/resource/field'
import { sql } from 'kysely'
import {
  always,
  notificationFields,
  notificationPermissions,
  notificationRecord,
  notificationTime,
} from './notification-fields.ts'

const { id: notificationId, account_id, ...others } = notificationFields

/** What a notification address was told in the older style, or was not told, and why; tests too. */
export const notification = defineResource('notification', {
  title: 'notification',
  fields: {
    id: notificationId,
    account_id,
    address_id: id(),
    service_id: nullable(id({ description: 'Null for a test of an address or a group.' })),
    ...others,
    ...notificationRecord,
  },
  // Codes that verify an address are in no log: whoever read one could pass for whoever got it.
  rows: (row) => sql`${row('style')} in ('o', 't')`,
  computed: { time: notificationTime, address_id: always('address_id') },
  owner: 'account_id',
  permissions: notificationPermissions,
  // What is served of it is a log, and takes a time range: see history.
  serve: { path: '/accounts/{_account_id}/logs/notifications', tag: 'logs', operations: [] },
})
