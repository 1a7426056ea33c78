import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findCellOfSecret, isWellFormedApiKey } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { hashPassword } from '../src/platform/authentication/passwords.ts'
import { createSessionToken } from '../src/platform/authentication/tokens.ts'

const password = 'a long enough secret of mine'
let api: TestApi
let as: string

before(async () => {
  api = await startApi({ cellNumber: 17 })
  await addPackage(api.owner)
  const passwordHash = await hashPassword(password)
  as = await openSession(api.owner, await addAccount(api.owner, { username: 'joanna', passwordHash }))
})
after(() => api[Symbol.asyncDispose]())

test('the token of a session carries the cell, and is accepted', async () => {
  const { status, body } = await api.call('POST', '/sessions', { body: { username: 'joanna', password } })
  assert.equal(status, 201)
  assert.match(body.token, /^c17_[0-9a-f]{32}$/)
  const me = await api.call('GET', '/accounts/my_account', { as: `Bearer ${body.token}` })
  assert.equal(me.body.username, 'joanna')
  const elsewhere = await api.call('GET', '/accounts/my_account', { as: `Bearer c18_${body.token.slice(4)}` })
  assert.equal(elsewhere.status, 401)
})

test('the token of the deprecated operation keeps its 32 characters, the first six of which name the cell', async () => {
  const { body } = await api.call('POST', '/auth_token', { body: { username: 'joanna', password } })
  assert.match(body.id, /^ce1111[0-9a-f]{26}$/)
  assert.equal((await api.call('GET', '/auth_token', { as: `Bearer ${body.id}` })).status, 200)
})

test('API keys and secrets of applications carry the cell', async () => {
  const body = { name: 'Deploy', scopes: ['services:read'] }
  const { key } = (await api.call('POST', '/api_keys', { as, body })).body
  assert.match(key, /^wak_c17_/)
  assert.ok(isWellFormedApiKey(key))
  assert.equal((await api.call('GET', '/services', { as: `Bearer ${key}` })).status, 200)
  const [listed] = (await api.call('GET', '/api_keys', { as })).body
  assert.equal(listed.prefix, key.slice(0, 14))

  const application = {
    name: 'CI',
    kind: 'confidential',
    grant_types: ['client_credentials'],
    scopes: ['services:read'],
  }
  const made = (await api.call('POST', '/applications', { as, body: application })).body
  assert.match(made.client_id, /^c17_[0-9a-f]{24}$/)
  assert.equal(findCellOfSecret(made.client_secret), 17)
  const token = await api.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${made.client_id}:${made.client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials&scope=services:read',
  })
  assert.match(token.json().access_token, /^wao_c17_/)
  const found = await api.call('GET', '/services', { as: `Bearer ${token.json().access_token}` })
  assert.equal(found.status, 200)
})

test('no token of cell 0 looks as if it were that of another cell', () => {
  for (let round = 0; round < 1000; round += 1) {
    assert.match(createSessionToken('session', 0), /^(?!ce11)[0-9a-f]{32}$/)
    assert.match(createSessionToken('auth_token', 0), /^(?!ce11)[0-9a-f]{32}$/)
  }
})
