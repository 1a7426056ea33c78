import { defineResource, one } from '@wachta/resource'
import { flag, id, nullable, number, personal, text, time, unlisted } from '@wachta/resource/field'
import { administrator, all, any, never, self, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'

const reader = any(self('account_id'), self('observer_id'), administrator)
/** Callers may end their own sessions even if they are read-only. */
const ender = any(self('account_id'), self('observer_id'), all(administrator, writer))

/** A session; requests with its token act as its account. */
export const sessionResource = defineResource('session', {
  fields: {
    id: id(),
    account_id: id(),
    client_id: nullable(text({ min: 1, max: 64 })),
    scope: text({ enum: ['customer', 'administrator'] }),
    timeout: number({ min: 1, max: 7_776_000, description: 'Idle time in seconds before the session expires.' }),
    created_at: time(),
    last_used_at: time(),
    client_ip_address: personal(nullable(text())),
    user_ip_address: personal(nullable(text({ min: 1, max: 15 }))),
    is_verified: flag({ description: 'False until the second factor has been verified.' }),
    is_current: flag({ description: 'Whether it is the session of this request.' }),
    observer_id: unlisted(
      nullable(id({ description: 'The observer who looks at the account through it and cannot change anything.' })),
    ),
    sso_connection_id: unlisted(
      nullable(id({ description: 'The single sign-on connection through which it began, if any.' })),
    ),
  },
  computed: { is_current: (row, caller) => sql`coalesce(${row('id')} = ${caller.sessionId}, false)` },
  rows: (row) =>
    sql`${row('expires_at')} > now() and ${row('last_used_at')} + make_interval(secs => ${row('timeout')}) > now()`,
  relations: { account: one('account', 'account_id') },
  query: ['client_id'],
  alias: ['my_session', 'sessionId'],
  owner: 'account_id',
  isPersonal: true,
  permissions: { delete: ender, own: self('account_id'), read: reader, update: never },
  serve: { path: '/sessions', tag: 'sessions', operations: ['list', 'search', 'read', 'delete', 'permissions'] },
})
