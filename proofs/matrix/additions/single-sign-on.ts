import type { Addition } from '../additions.ts'
import { formatFlagTable } from '../flag-tables.ts'

const createHolderFlags = (...flags: string[]) =>
  formatFlagTable('self manages administrator', [
    ['read', 'read read read'],
    ['own', 'read read -'],
    ...flags.map((flag) => [flag, 'write write write'] as const),
  ])

const reason = 'how the users of an account sign in at an issuer is decided by its holder and managers'

/** The holder and the managers of an account decide who can sign in to it: other users do not even see how. */
export const addition: Addition = {
  kinds: {
    sso_connection: {
      table: 'sso_connection',
      parentResource: 'account',
      flags: createHolderFlags('update', 'delete'),
      createFlag: 'create_users',
      columns: (word) => ({
        name: word,
        slug: toSlug(word),
        // The egress guard rejects this address at once, so that no call waits for a network.
        issuer: `https://127.0.0.1:9/${word}`,
        client_id: word,
        scim_token_hash: Buffer.from(word),
        scim_token_created_at: new Date('2026-01-01T00:00:00Z'),
      }),
      body: { name: 'New', issuer: 'https://issuer.example', client_id: 'client' },
      change: { name: 'Renamed' },
      hide: `name = 'hidden', issuer = 'https://hidden.example', client_id = 'hidden', groups_claim = 'hidden',
        scopes = '{hidden}', default_role = 'billing', is_enforced = not is_enforced, second_factor = 'issuer',
        scim_token_created_at = '2001-01-01', created_at = '2001-01-01'`,
    },
    sso_domain: {
      table: 'sso_domain',
      parentResource: 'sso_connection',
      column: 'connection_id',
      serves: 'list search read create delete permissions',
      flags: `${createHolderFlags('delete', 'verify')}\nupdate - - -`,
      createFlag: 'update',
      columns: (word) => ({ domain: `${word.toLowerCase()}.example`, token: word }),
      body: { domain: 'new.example' },
      hide: `domain = 'hidden' || id || '.example', token = 'hidden', created_at = '2001-01-01'`,
    },
  },
  operations: {
    'GET /sso_connections': reason,
    'POST /sso_connections': reason,
    'POST /sso_connections/search': reason,
    'GET /sso_connections/{_id}': reason,
    'PUT /sso_connections/{_id}': reason,
    'DELETE /sso_connections/{_id}': reason,
    'GET /sso_connections/{_id}/permissions': reason,
    'POST /sso_connections/{_id}/client_secret': 'as above; the secret is never shown',
    'POST /sso_connections/{_id}/scim_token':
      'the directory of an organisation manages its users; the token is shown once',
    'DELETE /sso_connections/{_id}/scim_token': 'as above',
    'POST /sso_connections/{_id}/test': 'problems with an issuer are described in plain words',
    'POST /sso_connections/{_id}/test_sign_in': 'claims and role are shown before the connection is used',
    'GET /sso_domains': 'e-mail domains lead to an issuer, once their owner has proved them',
    'POST /sso_domains': 'as above',
    'POST /sso_domains/search': 'as above',
    'GET /sso_domains/{_id}': 'as above',
    'DELETE /sso_domains/{_id}': 'as above',
    'GET /sso_domains/{_id}/permissions': 'as above',
    'POST /sso_domains/{_id}/verify': 'as above; by a TXT record, or by an administrator',
    'POST /sso/sign_ins': 'the browser is sent to the issuer',
    'POST /sso/sessions': 'the browser fetches its session with a code, so that no URL contains a token',
    'POST /sso/links': 'an existing user is linked while signed in, never by e-mail address',
    'POST /sso/step_ups': 'users without a password confirm a change at the issuer',
    'POST /sso/results': 'the outcome of the two above and of a trial sign-in',
  },
}

/** Returns 20 characters that are unique to the word. */
const toSlug = (word: string): string =>
  Buffer.from(word)
    .toString('hex')
    .replaceAll(/[^a-z0-9]/g, '')
    .padEnd(20, 'x')
    .slice(-20)
