import { defineResource, one, refuse } from '@wachta/resource'
import { personal, text, unlisted } from '@wachta/resource/field'
import { administrator, all, type Predicate, self, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { addCredential, withCredential } from '../accounts/credential.ts'
import { followParent, packageOfParent } from '../accounts/package.ts'
import { accountFields, legacyNotifications, password, personalFields } from './account-fields.ts'

const editor = all(administrator, writer)
/** Nobody locks themselves out. */
const other: Predicate = (row, caller) => sql<boolean>`${row('id')} <> ${caller.accountId}`

/** An account as administrators see it: with the data of its holder. */
export const adminAccount = defineResource('admin_account', {
  table: 'account',
  title: 'account (administrator view)',
  fields: {
    ...accountFields,
    ...personalFields,
    comment: personal(text({ default: '', description: "Internal administrator's comment." })),
    disable_legacy_notifications: unlisted(legacyNotifications),
  },
  relations: {
    language: one('language', 'language_id'),
    package: one('package', 'package_id'),
  },
  query: ['name', 'username'],
  unique: { account_username: 'username' },
  owner: 'id',
  permissions: {
    block: all(editor, other),
    delete: all(editor, other),
    own: self(),
    read: administrator,
    unblock: editor,
    update: editor,
  },
  serve: {
    path: '/admin/accounts',
    tag: 'admin',
    scope: 'administrator',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['email_address', 'name', 'package_id', 'username'],
    optional: [
      'address',
      'comment',
      'contact_person',
      'is_read_only',
      'language_id',
      'parent_account_id',
      'phone_number',
      'tax_identification_number',
      'time_zone_id',
    ],
    also: {
      required: { password },
      optional: {
        create_notification_addresses: Type.Boolean({
          default: false,
          description: 'Adds e-mail and SMS notification addresses derived from the account data to the default group.',
        }),
      },
    },
    by: ({ scope, readOnly }) => scope === 'administrator' && !readOnly,
    slow: true,
    async prepare({ create_notification_addresses, ...data }, call) {
      if (create_notification_addresses) refuse('not_available_yet', 'data.create_notification_addresses')
      const parent = data['parent_account_id'] ?? null
      return withCredential(parent === null ? data : { ...data, package_id: await packageOfParent(parent, call) })
    },
    created: addCredential,
  },
  update: {
    fields: [
      'name',
      'username',
      'package_id',
      'is_activated',
      'is_read_only',
      'language_id',
      'time_zone_id',
      'disable_legacy_notifications',
      'email_address',
      'address',
      'contact_person',
      'phone_number',
      'tax_identification_number',
      'comment',
    ],
    changed: followParent,
  },
})
