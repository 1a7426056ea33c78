import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountSecurity, ApiKey, Passkey } from '@wachta/client'
import { findAdvice, type SecurityState } from '../src/features/account-security/advice.ts'

const now = Date.parse('2026-11-18T12:00:00Z')
const security: AccountSecurity = {
  account_id: 1,
  password_changed_at: '2026-01-01T00:00:00Z',
  has_authenticator_app: false,
  passkeys: 0,
  recovery_codes: 10,
  passkey_required_roles: [],
  is_passkey_required: false,
}
const passkey = (id: number, clone_suspected_at: string | null = null): Passkey => ({
  id,
  account_id: 1,
  name: `Key ${id}`,
  transports: [],
  is_backed_up: true,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  clone_suspected_at,
})
const apiKey = (given: Partial<ApiKey>): ApiKey => ({
  id: 1,
  account_id: 1,
  name: 'CI',
  prefix: 'wak_123',
  scopes: ['services:read'],
  group_ids: null,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...given,
})
const kinds = (given: Partial<SecurityState>) =>
  findAdvice({ security, passkeys: [], apiKeys: [], now, ...given }).map(({ kind }) => kind)

test('a password alone, codes alone and a single passkey are not enough', () => {
  assert.deepEqual(kinds({}), ['passwordOnly'])
  assert.deepEqual(kinds({ security: { ...security, has_authenticator_app: true } }), ['codesOnly'])
  assert.deepEqual(kinds({ passkeys: [passkey(1)] }), ['onePasskey'])
  assert.deepEqual(kinds({ passkeys: [passkey(1), passkey(2)] }), [])
})

test('an account without a password is not told that only a password protects it', () => {
  assert.deepEqual(kinds({ security: { ...security, password_changed_at: null } }), [])
})

test('few or no recovery codes matter only where there is a second factor', () => {
  const left = (recovery_codes: number) => ({ ...security, recovery_codes })
  assert.deepEqual(kinds({ security: left(0) }), ['passwordOnly'])
  assert.deepEqual(kinds({ security: left(0), passkeys: [passkey(1), passkey(2)] }), ['noCodes'])
  assert.deepEqual(kinds({ security: left(3), passkeys: [passkey(1), passkey(2)] }), ['fewCodes'])
  assert.deepEqual(kinds({ security: left(4), passkeys: [passkey(1), passkey(2)] }), [])
})

test('a passkey that may have been copied comes first, and by its name', () => {
  const [first] = findAdvice({ security, passkeys: [passkey(7, '2026-11-17T00:00:00Z')], apiKeys: [], now })
  assert.deepEqual(first, { kind: 'cloned', name: 'Key 7' })
})

test('keys that are idle for 90 days are counted, but not those that are over', () => {
  const passkeys = [passkey(1), passkey(2)]
  assert.deepEqual(kinds({ passkeys, apiKeys: [apiKey({})] }), ['staleKeys'])
  assert.deepEqual(kinds({ passkeys, apiKeys: [apiKey({ last_used_at: '2026-11-17T00:00:00Z' })] }), [])
  assert.deepEqual(kinds({ passkeys, apiKeys: [apiKey({ revoked_at: '2026-11-17T00:00:00Z' })] }), [])
  assert.deepEqual(kinds({ passkeys, apiKeys: [apiKey({ expires_at: '2026-11-17T00:00:00Z' })] }), [])
  assert.deepEqual(kinds({ passkeys, apiKeys: [apiKey({ created_at: '2026-11-01T00:00:00Z' })] }), [])
})
