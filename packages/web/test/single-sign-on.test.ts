import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { prepareRoundTrip, takeRoundTrip } from '../src/app/session/round-trip.ts'
import { toConnectionData, toConnectionValues } from '../src/features/single-sign-on/connection-values.ts'

const kept = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})

test('the browser keeps a secret whose hash it sends, and gives it out once', async () => {
  const challenge = await prepareRoundTrip('/services')
  const trip = takeRoundTrip()
  assert.equal(trip?.to, '/services')
  assert.match(trip.verifier, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(createHash('sha256').update(trip.verifier).digest('base64url'), challenge)
  assert.equal(takeRoundTrip(), null)
})

test('a new connection is sent with usual values, and without rows that were left empty', () => {
  const values = {
    ...toConnectionValues(null),
    name: ' Company ',
    issuer: 'https://idp.example ',
    clientId: 'wachta',
    mappings: [
      { group: 'ops', role: 'editor' as const },
      { group: ' ', role: 'viewer' as const },
    ],
  }
  assert.deepEqual(toConnectionData(values, true), {
    name: 'Company',
    issuer: 'https://idp.example',
    client_id: 'wachta',
    scopes: ['openid', 'email', 'profile'],
    is_offered: false,
    groups_claim: 'groups',
    role_mappings: [{ group: 'ops', role: 'editor' }],
    default_role: 'viewer',
    second_factor: 'own',
    is_enabled: true,
    is_enforced: false,
  })
})

test('a connection that uses the issuer of the reseller sends none of its own', () => {
  const data = toConnectionData({ ...toConnectionValues(null), name: 'Offered', defaultRole: '' }, false)
  assert.equal('issuer' in data || 'client_id' in data || 'is_offered' in data, false)
  assert.equal(data.default_role, null)
})
