import type { Addition } from '../additions.ts'
import { formatFlagTable } from '../flag-tables.ts'

/** Like an API key, a passkey belongs only to its holder. An administrator revokes a stolen one. */
export const addition: Addition = {
  kinds: {
    passkey: {
      table: 'passkey',
      parentResource: 'account',
      column: 'account_id',
      serves: 'list search read update delete permissions',
      flags: formatFlagTable('self administrator', [
        ['read', 'read read'],
        ['own', 'read -'],
        ['update', 'read -'],
        ['delete', 'read write'],
      ]),
      columns: (word) => ({
        name: word,
        credential_id: Buffer.from(word),
        public_key: Buffer.from(word),
        counter: 0,
        transports: [word],
        is_backed_up: false,
      }),
      change: { name: 'Renamed' },
      hide: `name = 'hidden', transports = '{hidden}', is_backed_up = true, created_at = '2001-01-01', last_used_at = '2001-01-01',
clone_suspected_at = '2001-01-01'`,
    },
  },
  operations: {
    'GET /passkeys': 'people sign in without a password that could be phished',
    'POST /passkeys': 'as above; stores what the browser made',
    'POST /passkeys/search': 'as above',
    'POST /passkeys/registration': 'as above; what the browser needs to make one',
    'POST /passkeys/authentication': 'as above; what the browser needs to use one',
    'GET /passkeys/{_id}': 'as above',
    'PUT /passkeys/{_id}': 'as above; the name',
    'DELETE /passkeys/{_id}': 'a lost device is locked out at once',
    'GET /passkeys/{_id}/permissions': 'as above',
    'POST /sessions/passkey': 'a sign-in with a passkey makes a session like any other',
    'POST /sessions/step_up/passkey': 'a passkey confirms who its holder is, in place of password and code',
    'POST /sessions/{_id}/passkey/verify': 'a passkey is a second factor, beside one-time codes',
    'GET /accounts/{_id}/security': 'users see in one place how they sign in, and what is missing',
    'PUT /accounts/{_id}/security': 'an account can require passkeys of everyone who acts for it',
    'POST /accounts/{_id}/recovery_codes': 'used codes are replaced without setting up the factor again',
  },
}
