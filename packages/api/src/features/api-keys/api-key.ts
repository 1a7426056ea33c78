import { accessScopes } from '@wachta/domain'
import { defineResource, many, one } from '@wachta/resource'
import { id, idList, nullable, text, textList, time } from '@wachta/resource/field'
import { administrator, all, any, never, self, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'

const holder = self('account_id')
const isUsable = where((row) => sql`${row('revoked_at')} is null`)

/** A key that lets a program act as an account, within its scopes. The key itself is shown once, when it is created. */
export const apiKey = defineResource('api_key', {
  title: 'API key',
  fields: {
    id: id(),
    account_id: id(),
    name: text({ min: 1, max: 100 }),
    prefix: text({ description: 'The first characters of the key, to recognise it.' }),
    scopes: textList({ max: accessScopes.length, maxLength: 32, description: `Any of ${accessScopes.join(', ')}.` }),
    group_ids: nullable(idList({ description: 'The groups that the key is limited to; null for all of them.' })),
    created_at: time(),
    expires_at: nullable(time({ description: 'From then on the key is rejected; null for never.' })),
    last_used_at: nullable(time({ description: 'To the minute.' })),
    revoked_at: nullable(time()),
  },
  relations: { account: one('account', 'account_id'), groups: many('group', 'group_ids') },
  query: ['name', 'prefix'],
  isPersonal: true,
  owner: 'account_id',
  // A read-only user may have keys: they can do no more than the user.
  permissions: {
    delete: never,
    own: holder,
    read: any(holder, administrator),
    update: all(holder, isUsable),
    revoke: any(holder, all(administrator, writer)),
  },
  serve: { path: '/api_keys', tag: 'api_keys', operations: ['list', 'search', 'read', 'update', 'permissions'] },
  update: { fields: ['name'] },
})
