import { type Call, defineResource, reject, rejectAny, type Values } from '@wachta/resource'
import { flag, id, nullable, personal, text, textList, time, unlisted } from '@wachta/resource/field'
import { administrator, all, any, never, self, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { findNetworkViolations, isListed } from '../../platform/authentication/allow-list.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import { personalFields } from './account-fields.ts'
import { queueAddressConfirmation } from './email-address.ts'

/** Allows the holder, the parent account of an additional user, and administrators; no other user of the account. */
const reader = any(self(), self('parent_account_id'), administrator)

/** The data of the holder of an account: e-mail address, contact details and allowed networks. */
export const userData = defineResource('user_data', {
  table: 'account',
  title: 'user data',
  fields: {
    id: id(),
    ...personalFields,
    ip_whitelist: personal(
      textList({ max: 256, maxLength: 64, description: 'Addresses and networks (CIDR), v4 and v6.' }),
    ),
    ip_whitelist_enabled: flag({ default: false }),
    settings: textList({ max: 1000, maxLength: 256, description: 'Keys of the stored settings.' }),
    created_at: time(),
    has_2fa_enabled: flag(),
    pending_email_address: unlisted(
      personal(
        nullable(text({ description: 'Replaces email_address once it is confirmed with the link sent to it.' })),
      ),
    ),
  },
  computed: {
    settings: (row) => sql`array(select s.key from user_setting s where s.account_id = ${row('id')} order by s.key)`,
    has_2fa_enabled: (row) =>
      sql`(exists (select from credential c where c.account_id = ${row('id')} and c.totp_secret is not null)
  or exists (select from passkey y where y.account_id = ${row('id')}))`,
  },
  alias: ['my_user_data', 'accountId'],
  owner: 'id',
  isPersonal: true,
  permissions: {
    delete: never,
    own: self(),
    read: reader,
    update: all(reader, writer),
  },
  serve: { path: '/user_data', tag: 'user_data', operations: ['read', 'update', 'permissions'] },
  update: {
    fields: [
      'email_address',
      'address',
      'contact_person',
      'phone_number',
      'tax_identification_number',
      'ip_whitelist',
      'ip_whitelist_enabled',
    ],
    async prepare({ email_address, ...changes }, before, call) {
      if (
        [email_address, changes['ip_whitelist'], changes['ip_whitelist_enabled']].some((given) => given !== undefined)
      )
        await call.requireStepUp()
      rejectOwnLockout({ ...before, ...changes }, changes, call)
      // A new address becomes effective only when it is confirmed with the link that is sent to it.
      if (email_address === undefined) return changes
      await queueAddressConfirmation(Number(before['id']), String(email_address), call)
      return { ...changes, pending_email_address: email_address }
    },
    async changed({ id, changes }, call) {
      if ('ip_whitelist' in changes || 'ip_whitelist_enabled' in changes)
        await endSessions(call.db, id, call.caller.sessionId)
    },
  },
})

/** Rejects invalid networks, and an allow-list that would lock out the caller's own IP address. */
function rejectOwnLockout(after: Values, changes: Values, { caller, request }: Call): void {
  if (!('ip_whitelist' in changes || 'ip_whitelist_enabled' in changes)) return
  const entries = after['ip_whitelist'] as readonly string[]
  rejectAny(findNetworkViolations(entries, 'data.ip_whitelist'))
  const isOwn = after['id'] === caller.accountId
  if (isOwn && after['ip_whitelist_enabled'] && !isListed(entries, request.address))
    reject('own_address_missing', 'data.ip_whitelist')
}
