import type { Addition } from '../additions.ts'
import { createAccountFlags, formatFlagTable } from '../flag-tables.ts'

/** An application belongs to its account; a grant belongs only to the person who gave it. */
export const addition: Addition = {
  kinds: {
    application: {
      table: 'application',
      parentResource: 'account',
      column: 'owner_id',
      serves: 'list search read update delete permissions',
      flags: createAccountFlags('rotate_secret'),
      columns: (word) => ({
        name: word,
        client_id: word,
        kind: 'confidential',
        secret_hash: Buffer.from(word),
        redirect_uris: [`https://example.com/${word}`],
        grant_types: ['authorization_code'],
        scopes: ['services:read'],
      }),
      change: { name: 'Renamed' },
      hide: `name = 'hidden', client_id = 'hidden ' || id, created_at = '2001-01-01', scopes = '{hidden}', redirect_uris = '{}'`,
    },
    application_grant: {
      table: 'application_grant',
      parentResource: 'account',
      column: 'account_id',
      serves: 'list search read delete permissions',
      flags: formatFlagTable('self administrator', [
        ['read', 'read read'],
        ['own', 'read -'],
        ['update', '- -'],
        ['delete', 'read write'],
      ]),
      columns: (_word, { owner, find }) => ({
        application_id: find('application', owner)[0],
        scopes: ['services:read'],
        expires_at: '2200-01-01',
      }),
      hide: `scopes = '{hidden}', created_at = '2001-01-01', expires_at = '2201-01-01'`,
    },
  },
  operations: {
    'GET /applications': 'programs of others ask people for access, instead of for their password',
    'POST /applications': 'as above; the secret is shown once',
    'POST /applications/search': 'as above',
    'GET /applications/{_id}': 'as above',
    'PUT /applications/{_id}': 'as above',
    'DELETE /applications/{_id}': 'as above; all its access ends',
    'GET /applications/{_id}/permissions': 'as above',
    'POST /applications/{_id}/rotate_secret': 'a secret that has leaked is replaced at once',
    'GET /application_grants': 'people see which applications have access to their account',
    'POST /application_grants/search': 'as above',
    'GET /application_grants/{_id}': 'as above',
    'DELETE /application_grants/{_id}': 'access is taken away at once',
    'GET /application_grants/{_id}/permissions': 'as above',
    'GET /authorization_requests/{_uid}': 'the person who is asked for access sees who asks, and for what',
    'POST /authorization_requests/{_uid}/approve': 'as above; all of it or a part',
    'POST /authorization_requests/{_uid}/deny': 'as above',
    'POST /device_authorizations/find': 'a device without a browser asks by a code that people enter elsewhere',
    'POST /device_authorizations/approve': 'as above; all of it or a part',
    'POST /device_authorizations/deny': 'as above',
  },
}
