import { defineResource, one } from '@wachta/resource'
import { flag, id } from '@wachta/resource/field'
import { account } from './account.ts'
import { accountFields, disableLegacyNotifications } from './account-fields.ts'
import { addCredential, separateCredential } from './credential.ts'

/** A sub-account, which depends on its reseller. This resource only creates it; all else uses `account`. */
export const subaccount = defineResource('subaccount', {
  table: 'account',
  fields: {
    ...accountFields,
    disable_legacy_notifications: disableLegacyNotifications,
    reseller_account_id: id(),
    subaccount_block: flag({ default: false, description: 'The reseller may block and unblock it.' }),
    subaccount_edit: flag({ default: false, description: 'The reseller may change its settings.' }),
    is_2fa_setup_required: flag({
      default: false,
      description: 'Two-factor authentication must be set up before use.',
    }),
  },
  relations: {
    language: one('language', 'language_id'),
    package: one('package', 'package_id'),
    reseller: one('account', 'reseller_account_id'),
    time_zone: one('time_zone', 'time_zone_id'),
  },
  unique: { account_username: 'username' },
  owner: 'id',
  permissions: { own: account.permissions.own, read: account.permissions.read },
  create: {
    required: ['name', 'username'],
    under: ['reseller', 'create_subaccounts'],
    prepare: separateCredential,
    created: addCredential,
  },
})
