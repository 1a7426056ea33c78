import type { Addition } from '../additions.ts'
import { formatFlagTable } from '../flag-tables.ts'

/** A key belongs only to its holder: others who act for the same account do not see it. */
export const addition: Addition = {
  kinds: {
    api_key: {
      table: 'api_key',
      parentResource: 'account',
      column: 'account_id',
      serves: 'list search read update permissions',
      flags: formatFlagTable('self administrator', [
        ['read', 'read read'],
        ['own', 'read -'],
        ['update', 'read -'],
        ['revoke', 'read write'],
        ['delete', '- -'],
      ]),
      columns: (word) => ({ name: word, prefix: word, key_hash: Buffer.from(word), scopes: ['account:read'] }),
      change: { name: 'Renamed' },
      // Neither scopes nor revocation change, because roles with keys must keep their rights.
      hide: `name = 'hidden', prefix = 'hidden', created_at = '2001-01-01', expires_at = '2200-01-01'`,
    },
  },
  operations: {
    'GET /api_keys': 'programs authenticate with keys of their own, without a password',
    'POST /api_keys': 'as above; the key is shown once',
    'POST /api_keys/search': 'as above',
    'GET /api_keys/{_id}': 'as above',
    'PUT /api_keys/{_id}': 'as above; the name',
    'GET /api_keys/{_id}/permissions': 'as above',
    'POST /api_keys/{_id}/revoke': 'a key that has leaked is taken away at once',
  },
}
