import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { password, startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { type Client, hasSymbol, isSessionVerified, signIn, signOut, verifySession } from '../src/index.ts'

let service: TestServer
let client: Client
let token: string | undefined

before(async () => {
  service = await startTestServer()
  client = service.client({ token: () => token })
})
after(async () => {
  await service[Symbol.asyncDispose]()
})

const credentials = () => ({ username: service.username, password })
const listable = (given: string) => client.call('list_services', {}, { token: given })

test('a name and a password make a session, until it is signed out', async () => {
  token = 'a token that is long forgotten'
  const session = await signIn(client, credentials())
  assert.match(session.token, /^[0-9a-f]{32}$/)
  assert.equal(session.isVerified, true)
  assert.ok(Array.isArray(await listable(session.token)))
  await signOut(client, session)
  await assert.rejects(listable(session.token), { status: 401 })
})

test('a wrong password is refused', async () => {
  const wrong = { ...credentials(), password: 'not the right one' }
  await assert.rejects(signIn(client, wrong), (error) => hasSymbol(error, 'wrong_credentials'))
})

test('an account with two-factor authentication is asked for a code, at once or afterwards', async () => {
  const secret = await turnOn()
  const asked = await signIn(client, credentials())
  assert.equal(asked.isVerified, false)
  await assert.rejects(listable(asked.token), (error) => hasSymbol(error, 'session_not_verified'))
  await assert.rejects(verifySession(client, asked, '000000'), (error) => hasSymbol(error, 'wrong_code'))
  await verifySession(client, asked, codeOf(secret, 1))
  assert.ok(Array.isArray(await listable(asked.token)))

  const whole = await signIn(client, { ...credentials(), code: codeOf(secret, 2) })
  assert.equal(whole.isVerified, true)
  assert.ok(Array.isArray(await listable(whole.token)))
  await assert.rejects(signIn(client, { ...credentials(), code: '000000' }), (error) => hasSymbol(error, 'wrong_code'))
})

test('a user who must set up two-factor authentication first gets a session that is limited to that', async () => {
  await service.api.owner.query(sql`update credential set totp_secret = null`)
  await service.api.owner.query(sql`update account set is_2fa_setup_required = true`)
  const session = await signIn(client, credentials())
  assert.equal(session.isVerified, true)
  await assert.rejects(listable(session.token), (error) => hasSymbol(error, 'two_factor_setup_required'))
  const { uri } = await client.call('setup_account_2fa', { path: { _id: 'my_account' } }, { token: session.token })
  assert.match(uri, /^otpauth:/)
})

test('a user who must add a passkey first gets a session that is limited to that', async () => {
  await service.api.owner.query(
    sql`update account set is_2fa_setup_required = false, passkey_required_roles = '{owner}'`,
  )
  const session = await signIn(client, credentials())
  await assert.rejects(listable(session.token), (error) => hasSymbol(error, 'passkey_setup_required'))
  assert.equal(await isSessionVerified(client, session), true)
})

/** Turns on two-factor authentication and returns the secret of its codes. */
async function turnOn(): Promise<string> {
  const path = { _id: 'my_account' }
  const options = { token: service.token }
  const { key } = await client.call('setup_account_2fa', { path }, options)
  await client.call('verify_account_2fa', { path, body: { code: codeOf(key, 0) } }, options)
  return key
}

/** Each code is valid once, so every use gets a code of a different time; the service's clock follows. */
function codeOf(secret: string, use: number): string {
  const at = new Date(Date.now() + use * 60_000)
  service.api.clock = at
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
}
