import { defineResource, one } from '@wachta/resource'
import { id, time } from '@wachta/resource/field'
import { administrator, all, any, never, own, writer } from '@wachta/resource/permission'

const keeper = any(own('account_id'), administrator)

/** A key that signs webhook requests of an account. The key itself is shown only when it is created. */
export const signingKey = defineResource('signing_key', {
  title: 'signing key',
  fields: { id: id(), account_id: id(), created_at: time() },
  relations: {
    account: one('account', 'account_id', {
      collection: {
        path: 'signing_keys',
        tag: 'accounts',
        summary: 'Keys that sign requests to addresses of the account.',
        flag: 'manage_signing_keys',
      },
    }),
  },
  owner: 'account_id',
  permissions: { delete: all(writer, keeper), own: own('account_id'), read: keeper, update: never },
  serve: { path: '/signing_keys', tag: 'accounts', operations: [] },
})
