import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { findToken, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { hashPassword } from '../src/platform/authentication/passwords.ts'

const password = 'correct horse battery staple'
let api: TestApi
let id: number
let key: string
let codes: string[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  id = await addAccount(api.owner, { username: 'careful', passwordHash: await hashPassword(password) })
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const codeAt = (date: Date) => generateSync({ secret: key, epoch: Math.floor(date.getTime() / 1000) })
const signIn = (from = '192.0.2.1') => api.call('POST', '/sessions', { from, body: { username: 'careful', password } })
const verify = (session: { id: number; token: string }, code: string) =>
  api.call('POST', `/sessions/${session.id}/2fa/verify`, { as: `Bearer ${session.token}`, body: { code } })
const forgetAttempts = () => api.owner.query(sql`delete from login_limit`)

test('2FA is on once a code made from the key is checked; other sessions end', async () => {
  const [as, other] = [await openSession(api.owner, id), await openSession(api.owner, id)]
  assert.equal(
    (await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code: '123456' } })).body[0].error,
    'two_factor_not_started',
  )
  const setup = await api.call('POST', '/accounts/my_account/2fa/setup', { as })
  assert.equal(setup.status, 200)
  assert.match(setup.body.uri, /^otpauth:\/\/totp\/Wachta:careful\?secret=/)
  key = setup.body.key
  assert.equal((await api.call('GET', '/user_data/my_user_data', { as })).body.has_2fa_enabled, false)
  assert.equal(
    (await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code: '000000' } })).body[0].error,
    'wrong_code',
  )
  const on = await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code: codeAt(new Date()) } })
  assert.equal(on.status, 200)
  codes = on.body.recovery_codes
  assert.equal(new Set(codes).size, 10)
  assert.equal((await api.call('GET', '/user_data/my_user_data', { as })).body.has_2fa_enabled, true)
  assert.equal((await api.call('GET', '/accounts', { as: other })).status, 401)
})

test('a client that has only the token, not the id, verifies its session as my_session', async () => {
  const { body } = await api.call('POST', '/auth_token', {
    from: '192.0.2.77',
    body: { username: 'careful', password },
  })
  const as = `Bearer ${body.id}`
  const refused = await api.call('GET', '/auth_token', { as })
  assert.ok(refused.status === 401 || refused.status === 403, refused.text)
  const code = codes.at(-1)
  const verified = await api.call('POST', '/sessions/my_session/2fa/verify', { as, body: { code } })
  assert.equal(verified.status, 204, verified.text)
  assert.equal((await api.call('GET', '/auth_token', { as })).status, 200)
  codes = codes.slice(0, -1)
})

test('neither the key nor a recovery code can be read from the database', async () => {
  const [row] = await api.owner.query(
    sql<{
      dump: string
    }>`select (select string_agg(c::text, ' ') from credential c) || (select string_agg(r::text, ' ') from recovery_code r) as dump`,
  )
  assert.ok(row?.dump.includes('v1.test.'))
  for (const secret of [key, ...codes]) assert.ok(!row?.dump.includes(secret))
})

test('Basic is refused with an answer that leaves open why', async () => {
  const as = `Basic ${Buffer.from(`careful:${password}`).toString('base64')}`
  const reply = await api.call('GET', '/accounts', { as })
  assert.deepEqual([reply.status, reply.body[0].error], [401, 'wrong_credentials'])
})

test('a session is good for nothing until its code is checked, and a code counts once', async () => {
  await forgetAttempts()
  const later = new Date(Date.now() + 60_000)
  api.clock = later
  const session = (await signIn()).body
  const as = `Bearer ${session.token}`
  assert.equal((await api.call('GET', '/accounts', { as })).body[0].error, 'session_not_verified')
  assert.equal(
    (await verify(session, codeAt(new Date(later.getTime() - 120_000)))).body[0].error,
    'wrong_code',
    'too old',
  )
  const code = codeAt(later)
  assert.equal((await verify(session, code)).status, 204)
  assert.equal((await api.call('GET', '/accounts', { as })).status, 200)
  assert.equal((await verify(session, code)).body[0].error, 'session_already_verified')
  const second = (await signIn()).body
  assert.equal((await verify(second, code)).body[0].error, 'wrong_code', 'the same code again')
  api.clock = null
})

test('one code is accepted once by a hundred sessions at the same time', async () => {
  await forgetAttempts()
  const at = new Date(Date.now() + 300_000)
  api.clock = at
  const code = codeAt(at)
  const sessions = await Promise.all(Array.from({ length: 5 }, async () => (await signIn()).body))
  await forgetAttempts()
  const replies = await Promise.all(sessions.map((session) => verify(session, code)))
  assert.equal(replies.filter(({ status }) => status === 204).length, 1)
  api.clock = null
})

test('five wrong codes are followed by a pause', async () => {
  await forgetAttempts()
  const session = (await signIn()).body
  const statuses = []
  for (let attempt = 0; attempt < 7; attempt += 1) statuses.push((await verify(session, '000000')).status)
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
})

test('a recovery code opens the account once', async () => {
  await forgetAttempts()
  const [first, second] = [(await signIn()).body, (await signIn()).body]
  assert.equal((await verify(first, String(codes[0]))).status, 204)
  assert.equal((await verify(second, String(codes[0]))).status, 422)
})

test("a user cannot verify another user's session", async () => {
  await forgetAttempts()
  const [mine, theirs] = [(await signIn()).body, (await signIn()).body]
  const reply = await api.call('POST', `/sessions/${theirs.id}/2fa/verify`, {
    as: `Bearer ${mine.token}`,
    body: { code: codes[1] },
  })
  assert.deepEqual([reply.status, reply.body[0].error], [409, 'not_the_calling_session'])
})

test('a password reset does not get around 2FA', async () => {
  await forgetAttempts()
  await sendQueuedMails(api.database)
  await api.call('POST', '/system/reset_password/initialize', { body: { username: 'careful' } })
  const [mail] = await sendQueuedMails(api.database)
  assert.ok(mail)
  const body = { account_id: id, token: findToken(mail), new_password: 'yet another long secret' }
  assert.equal((await api.call('POST', '/system/reset_password/confirm', { body })).status, 204)
  const session = await api.call('POST', '/sessions', { body: { username: 'careful', password: body.new_password } })
  assert.equal(
    (await api.call('GET', '/accounts', { as: `Bearer ${session.body.token}` })).body[0].error,
    'session_not_verified',
  )
})

test('an account that must set up 2FA can do nothing else before', async () => {
  const must = await addAccount(api.owner)
  await api.owner.query(sql`update account set is_2fa_setup_required = true where id = ${must}`)
  const as = await openSession(api.owner, must)
  assert.equal((await api.call('GET', '/accounts', { as })).body[0].error, 'two_factor_setup_required')
  assert.equal((await api.call('POST', '/accounts/my_account/2fa/setup', { as })).status, 200)
})

test('a token alone replaces neither the second factor nor, while it is on, the password', async () => {
  await forgetAttempts()
  const as = await openSession(api.owner, id, 'customer', { steppedUp: false })
  const setup = (body?: object) => api.call('POST', `/accounts/${id}/2fa/setup`, { as, body })
  assert.equal((await setup()).body[0].error, 'step_up_required')
  assert.equal((await setup({ code: String(codes[4]) })).body[0].error, 'step_up_required')
  const changed = await api.call('POST', `/accounts/${id}/change_password`, {
    as,
    body: { new_password: 'taken over now 77' },
  })
  assert.deepEqual([changed.status, changed.body[0].error], [403, 'step_up_required'])
  assert.equal((await setup({ password: 'yet another long secret', code: String(codes[5]) })).status, 200)
})
