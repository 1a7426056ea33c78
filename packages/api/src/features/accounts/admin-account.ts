import { defineResource, one, reject, type Values } from '@wachta/resource'
import { personal, text, unlisted } from '@wachta/resource/field'
import { administrator, all, notSelf, self, writer } from '@wachta/resource/permission'
import { Type } from 'typebox'
import { copyPackageToUsers, loadParentPackage, validatePackageChange } from '../packages/rules.ts'
import { accountFields, disableLegacyNotifications, password, personalFields } from './account-fields.ts'
import { addCredential, separateCredential } from './credential.ts'
import { notifyAddressChanged } from './email-address.ts'
import { addHolderAddresses } from './notification-addresses.ts'
import { notifyUsernameChanged } from './notify-username-changed.ts'

const editor = all(administrator, writer)
/** Administrators cannot block or delete themselves. */
const notCaller = notSelf()

/** The administrators' view of an account, with the data of its holder. */
export const adminAccount = defineResource('admin_account', {
  table: 'account',
  title: 'account (administrator view)',
  fields: {
    ...accountFields,
    ...personalFields,
    comment: personal(text({ default: '', description: "Internal administrator's comment." })),
    disable_legacy_notifications: unlisted(disableLegacyNotifications),
  },
  relations: {
    language: one('language', 'language_id'),
    package: one('package', 'package_id'),
  },
  query: ['name', 'username'],
  unique: { account_username: 'username' },
  owner: 'id',
  permissions: {
    block: all(editor, notCaller),
    delete: all(editor, notCaller),
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
    extraFields: {
      required: { password },
      optional: {
        create_notification_addresses: Type.Boolean({
          default: false,
          description: 'Adds e-mail and SMS notification addresses derived from the account data to the default group.',
        }),
      },
    },
    mayCreate: ({ scope, readOnly }) => scope === 'administrator' && !readOnly,
    slow: true,
    async prepare({ create_notification_addresses, ...data }, call) {
      await call.requireStepUp()
      const parent = data['parent_account_id'] ?? null
      // An additional user has no default group for the addresses: groups belong to its parent account.
      if (create_notification_addresses && parent !== null)
        reject('contradiction', 'data.create_notification_addresses')
      const { email_address, phone_number } = data
      const { columns, forCreated } = await separateCredential(
        parent === null ? data : { ...data, package_id: await loadParentPackage(parent, call) },
      )
      return {
        columns,
        forCreated: { ...forCreated, holder: create_notification_addresses ? { email_address, phone_number } : null },
      }
    },
    async created(id, { holder, ...credential }, call) {
      await addCredential(id, credential, call)
      if (holder) await addHolderAddresses(id, holder as Values, call)
    },
  },
  delete: { prepare: (_before, call) => call.requireStepUp() },
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
    async prepare(changes, before, call) {
      // To lock out an account, administrators block it: its holder could activate it again by e-mail.
      if (changes['is_activated'] === false) reject('activation_is_final', 'data.is_activated')
      if ('username' in changes || 'email_address' in changes) await call.requireStepUp()
      return 'package_id' in changes ? validatePackageChange(changes, before, call) : changes
    },
    async changed(change, call) {
      await copyPackageToUsers(change, call)
      await notifyAddressChanged(change, call)
      await notifyUsernameChanged(change, call)
    },
  },
})
