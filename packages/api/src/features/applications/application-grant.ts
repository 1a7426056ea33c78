import { defineResource, one } from '@wachta/resource'
import { id, nullable, text, textList, time } from '@wachta/resource/field'
import { administrator, all, any, never, self, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'

const holder = self('account_id')

/** The access that a person gave to an application. Deleting it revokes all its tokens, within a second. */
export const applicationGrant = defineResource('application_grant', {
  title: 'application with access',
  fields: {
    id: id(),
    account_id: id(),
    application_id: id(),
    application_name: text(),
    client_id: text({ description: 'The `client_id` of the application.' }),
    scopes: textList({ max: 100, maxLength: 32 }),
    created_at: time(),
    last_used_at: nullable(time({ description: 'To the minute.' })),
    expires_at: time({ description: 'When the access ends, unless it is revoked before.' }),
  },
  computed: {
    application_name: (row) => sql`(select y.name from application y where y.id = ${row('application_id')})`,
    client_id: (row) => sql`(select y.client_id from application y where y.id = ${row('application_id')})`,
  },
  rows: (row) => sql`${row('expires_at')} > now()`,
  relations: { account: one('account', 'account_id'), application: one('application', 'application_id') },
  isPersonal: true,
  owner: 'account_id',
  permissions: {
    // Callers may take access away even if they are read-only.
    delete: any(holder, all(administrator, writer)),
    own: holder,
    read: any(holder, administrator),
    update: never,
  },
  serve: {
    path: '/application_grants',
    tag: 'applications',
    operations: ['list', 'search', 'read', 'delete', 'permissions'],
  },
})
