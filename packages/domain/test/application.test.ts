import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ApplicationTerms,
  createPrefixedToken,
  findApplicationProblems,
  getGrantEnd,
  isRedirectUri,
  isWellFormedToken,
} from '../src/index.ts'

test('tokens are recognised by their prefix, and one wrong character is noticed', () => {
  const prefixes = fc.constantFrom('wao_' as const, 'war_' as const, 'wac_' as const)
  fc.assert(
    fc.property(prefixes, fc.nat({ max: 39 }), fc.constantFrom('a', 'B', '7', '_'), (prefix, at, character) => {
      const token = createPrefixedToken(prefix, randomBytes, 0)
      assert.match(token, /^wa[ocr]_[0-9A-Za-z]{36}$/)
      assert.ok(isWellFormedToken(prefix, token))
      assert.ok(!isWellFormedToken('wak_', token))
      const wrong = token.slice(0, at) + character + token.slice(at + 1)
      assert.equal(isWellFormedToken(prefix, wrong), wrong === token)
    }),
  )
})

test('codes are sent by https or to the same machine, and nowhere else', () => {
  for (const uri of [
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?tenant=1',
    'http://127.0.0.1/callback',
    'http://[::1]:3000/',
    'http://localhost:3000/callback',
  ])
    assert.ok(isRedirectUri(uri), uri)
  for (const uri of [
    'http://app.example.com/callback',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'https://app.example.com/callback#fragment',
    'https://user:password@app.example.com/',
    'https://*.example.com/',
    'https:app.example.com/callback',
    'com.example.app:/callback',
    'javascript:alert(1)',
    'data:text/html,hello',
    'https://app.example.com\\@evil.example/',
    '/callback',
    '',
  ])
    assert.ok(!isRedirectUri(uri), uri)
})

const sound: ApplicationTerms = {
  kind: 'confidential',
  redirectUris: ['https://app.example.com/'],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  scopes: ['openid'],
  hasOwner: true,
}

test('every reason against an application is found', () => {
  assert.deepEqual(findApplicationProblems(sound), [])
  const found = (changes: Partial<ApplicationTerms>) => findApplicationProblems({ ...sound, ...changes })
  assert.deepEqual(found({ redirectUris: ['ftp://example.com'] }), ['redirect_uri_rejected'])
  assert.deepEqual(found({ redirectUris: [] }), ['redirect_uris_missing'])
  assert.deepEqual(found({ kind: 'public' }), ['secret_needed'])
  assert.deepEqual(found({ hasOwner: false }), ['owner_needed'])
  assert.deepEqual(found({ grantTypes: ['refresh_token'] }), ['grant_type_alone'])
  assert.deepEqual(found({ scopes: ['account:read'] }), ['scope_needs_person'])
  assert.deepEqual(found({ scopes: ['account:read'], grantTypes: ['authorization_code'] }), [])
  assert.deepEqual(found({ scopes: ['account:read', 'services:read'] }), [])
})

test('access without offline_access ends with its token', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  assert.equal(getGrantEnd(['openid'], now).toISOString(), '2026-01-01T00:25:00.000Z')
  assert.equal(getGrantEnd(['openid', 'offline_access'], now).toISOString(), '2026-04-01T00:00:00.000Z')
})
