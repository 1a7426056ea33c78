import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { findToken, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { type Deviation, SoftwareAuthenticator } from '@wachta/testing/api/passkeys'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { hashPassword } from '../src/platform/authentication/passwords.ts'

const password = 'correct horse battery staple'
const origin = 'https://wachta.test'
const everyone = ['owner', 'manager', 'editor', 'operator', 'viewer', 'billing']
let api: TestApi
let passwordHash: string
let counter = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  passwordHash = await hashPassword(password)
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  api.clock = null
  await api.owner.query(sql`delete from login_limit`)
})

interface User {
  readonly id: number
  readonly username: string
  /** The Authorization header of a session with a step-up. */
  readonly as: string
}

async function addUser(options: Parameters<typeof addAccount>[1] = {}): Promise<User> {
  counter += 1
  const username = `keyed${counter}`
  const id = await addAccount(api.owner, { username, passwordHash, ...options })
  return { id, username, as: await openSession(api.owner, id) }
}

const symbols = ({ body }: Reply) => body.map(({ error }: { error: string }) => error)
const begin = async (purpose: string, as?: string) => {
  const reply = await api.call('POST', '/passkeys/authentication', { as, body: { purpose } })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** Registers a passkey as its holder does in the browser. */
async function register(as: string, key = new SoftwareAuthenticator(origin), name = 'Laptop') {
  const options = await api.call('POST', '/passkeys/registration', { as })
  assert.equal(options.status, 200, options.text)
  const made = await api.call('POST', '/passkeys', { as, body: { name, credential: key.create(options.body) } })
  assert.equal(made.status, 201, made.text)
  return { key, id: made.body.id as number, codes: made.body.recovery_codes as string[] }
}

const finish = (credential: object, more: object = {}) =>
  api.call('POST', '/sessions/passkey', { body: { credential, ...more } })
const signIn = async (key: SoftwareAuthenticator, deviation: Deviation = {}) =>
  finish(key.get(await begin('sign_in'), deviation))
const signInByPassword = (username: string) => api.call('POST', '/sessions', { body: { username, password } })
const bearer = ({ body }: Reply) => `Bearer ${body.token}`

async function securityEvents(accountId: number): Promise<string[]> {
  await api.security.flush()
  const rows = await api.owner.query(
    sql<{ type: string }>`select type from security_event where account_id = ${accountId} order by type`,
  )
  return rows.map(({ type }) => type)
}

test('the options ask for a verified, discoverable passkey and only for algorithms that are verified here', async () => {
  const { as } = await addUser()
  const { body } = await api.call('POST', '/passkeys/registration', { as })
  assert.deepEqual(body.rp, { id: 'wachta.test', name: 'Wachta' })
  assert.deepEqual(
    body.pubKeyCredParams.map(({ alg }: { alg: number }) => alg),
    [-8, -7, -257],
  )
  assert.deepEqual(body.authenticatorSelection, { residentKey: 'required', userVerification: 'required' })
  assert.equal(body.attestation, 'none')
  const asked = await begin('sign_in')
  assert.deepEqual([asked.userVerification, asked.allowCredentials], ['required', []])
})

test('a passkey is registered, named, found, renamed, and signs in without user name and password', async () => {
  const { id, as } = await addUser()
  const { key, id: passkeyId, codes } = await register(as)
  assert.equal(new Set(codes).size, 10)
  const [found] = (await api.call('GET', '/passkeys', { as })).body
  assert.deepEqual(
    [found.id, found.account_id, found.name, found.transports, found.is_backed_up, found.last_used_at],
    [passkeyId, id, 'Laptop', ['internal'], false, null],
  )
  const renamed = await api.call('PUT', `/passkeys/${passkeyId}`, { as, body: { name: 'Phone' } })
  assert.equal(renamed.status, 204)

  const session = await signIn(key)
  assert.equal(session.status, 201, session.text)
  const inside = await api.call('GET', '/accounts/my_account', { as: bearer(session) })
  assert.equal(inside.body.id, id)
  const [passkey] = (await api.call('GET', '/passkeys', { as: bearer(session) })).body
  assert.deepEqual([passkey.name, passkey.last_used_at === null], ['Phone', false])
  // Signing in counts as a step-up, and appears in the history.
  const key2 = { name: 'New', scopes: ['services:read'] }
  assert.equal((await api.call('POST', '/api_keys', { as: bearer(session), body: key2 })).status, 201)
  const history = await api.call('GET', `/accounts/${id}/logs/authentications`, { as: bearer(session) })
  assert.equal(history.body.length, 1)
})

test('others neither see nor change a passkey', async () => {
  const { as } = await addUser()
  const { id } = await register(as)
  const stranger = await addUser()
  assert.equal((await api.call('GET', `/passkeys/${id}`, { as: stranger.as })).status, 404)
  assert.equal((await api.call('PUT', `/passkeys/${id}`, { as: stranger.as, body: { name: 'Mine' } })).status, 404)
  assert.equal((await api.call('DELETE', `/passkeys/${id}`, { as: stranger.as })).status, 404)
})

test('a passkey belongs to one account', async () => {
  const [first, second] = [await addUser(), await addUser()]
  const { key } = await register(first.as)
  const options = (await api.call('POST', '/passkeys/registration', { as: second.as })).body
  const body = { name: 'Shared', credential: key.create(options) }
  const reply = await api.call('POST', '/passkeys', { as: second.as, body })
  assert.deepEqual([reply.status, symbols(reply)], [409, ['passkey_already_registered']])
})

test('registering needs a step-up, and the challenge belongs to the session that asked for it', async () => {
  const { id, as } = await addUser()
  const stolen = await openSession(api.owner, id, 'customer', { steppedUp: false })
  const refused = await api.call('POST', '/passkeys/registration', { as: stolen })
  assert.deepEqual([refused.status, symbols(refused)], [403, ['step_up_required']])
  const options = (await api.call('POST', '/passkeys/registration', { as })).body
  const credential = new SoftwareAuthenticator(origin).create(options)
  const body = { name: 'Thief', credential }
  assert.deepEqual(symbols(await api.call('POST', '/passkeys', { as: stolen, body })), ['passkey_challenge_expired'])
  assert.equal((await api.call('POST', '/passkeys', { as, body })).status, 201)
  assert.deepEqual(symbols(await api.call('POST', '/passkeys', { as, body })), ['passkey_challenge_expired'])
})

test('a registration from another origin, for another site or without verification is refused', async () => {
  const { as } = await addUser()
  const deviations: Deviation[] = [
    { origin: 'https://wachta.test.example' },
    { origin: 'http://wachta.test' },
    { origin: 'https://wachta.test:8443' },
    { rpId: 'example.com' },
    { isVerified: false },
    { crossOrigin: true },
  ]
  for (const deviation of deviations) {
    const options = (await api.call('POST', '/passkeys/registration', { as })).body
    const credential = new SoftwareAuthenticator(origin).create(options, deviation)
    const reply = await api.call('POST', '/passkeys', { as, body: { name: 'Odd', credential } })
    assert.deepEqual([reply.status, symbols(reply)], [422, ['passkey_rejected']], JSON.stringify(deviation))
  }
  assert.deepEqual((await api.call('GET', '/passkeys', { as })).body, [])
})

test('an answer works once, and not from another origin, unverified, or in the name of another account', async () => {
  const { id, as } = await addUser()
  const { key } = await register(as)
  const other = await addUser()
  const handle = (await api.call('POST', '/passkeys/registration', { as: other.as })).body.user.id
  for (const deviation of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { isVerified: false },
    { crossOrigin: true },
    { userHandle: handle },
  ]) {
    const reply = await signIn(key, deviation)
    assert.deepEqual([reply.status, symbols(reply)], [422, ['passkey_rejected']], JSON.stringify(deviation))
  }
  const credential = key.get(await begin('sign_in'))
  assert.equal((await finish(credential)).status, 201)
  assert.deepEqual(symbols(await finish(credential)), ['passkey_challenge_expired'])
  assert.deepEqual(await securityEvents(id), ['passkey_rejected'])
})

test('a tampered signature is refused, and the challenge is used up all the same', async () => {
  const { as } = await addUser()
  const { key } = await register(as)
  const credential = key.get(await begin('sign_in'))
  const forged = {
    ...credential,
    signature: new SoftwareAuthenticator(origin).get({ challenge: 'x', rpId: 'y' }).signature,
  }
  assert.deepEqual(symbols(await finish(forged)), ['passkey_rejected'])
  assert.deepEqual(symbols(await finish(credential)), ['passkey_challenge_expired'])
})

test('a challenge expires after five minutes, and serves only its purpose', async () => {
  const { as } = await addUser()
  const { key } = await register(as)
  const late = await begin('sign_in')
  api.clock = new Date(Date.now() + 5 * 60_000 + 1000)
  assert.deepEqual(symbols(await finish(key.get(late))), ['passkey_challenge_expired'])
  api.clock = null
  const stepUp = key.get(await begin('step_up', as))
  assert.deepEqual(symbols(await finish(stepUp)), ['passkey_challenge_expired'])
  const forSignIn = key.get(await begin('sign_in'))
  const reply = await api.call('POST', '/sessions/step_up/passkey', { as, body: { credential: forSignIn } })
  assert.deepEqual(symbols(reply), ['passkey_challenge_expired'])
})

test('twenty parallel answers to one challenge start exactly one session', async () => {
  const { id, as } = await addUser()
  const { key } = await register(as)
  const credential = key.get(await begin('sign_in'))
  const replies = await Promise.all(Array.from({ length: 20 }, () => finish(credential)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  assert.equal(
    replies.filter((reply) => reply.status === 422 && symbols(reply)[0] === 'passkey_challenge_expired').length,
    19,
  )
  const sessions = await api.owner.query(sql`select from session where account_id = ${id}`)
  assert.equal(sessions.length, 2, 'the one that registered, and the one that signed in')
})

test('of parallel answers to two challenges with the same counter, one is a suspected copy', async () => {
  const { as } = await addUser()
  const { key } = await register(as)
  const [first, second] = [await begin('sign_in'), await begin('sign_in')]
  const answers = [key.get(first, { counter: 7 }), key.get(second, { counter: 7 })]
  const replies = await Promise.all(answers.map((answer) => finish(answer)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422])
})

test('a counter that goes back is refused, noted, mailed and shown', async () => {
  const { id, as } = await addUser()
  const { key } = await register(as)
  assert.equal((await signIn(key, { counter: 9 })).status, 201)
  await sendQueuedMails(api.database)
  for (const counter of [9, 3, 0]) {
    const reply = await signIn(key, { counter })
    assert.deepEqual([reply.status, symbols(reply)], [422, ['passkey_clone_suspected']], String(counter))
  }
  assert.deepEqual(await securityEvents(id), ['passkey_clone_suspected'])
  const [passkey] = (await api.call('GET', '/passkeys', { as })).body
  assert.notEqual(passkey.clone_suspected_at, null)
  const [mail] = await sendQueuedMails(api.database)
  assert.match(mail?.subject ?? '', /may have been copied/)
  assert.match(mail?.text ?? '', new RegExp(`^Passkey: ${passkey.name}$`, 'm'))
  assert.equal((await signIn(key, { counter: 10 })).status, 201)
})

test('an authenticator that does not count keeps working', async () => {
  const { as } = await addUser()
  const key = new SoftwareAuthenticator(origin)
  const options = (await api.call('POST', '/passkeys/registration', { as })).body
  const body = { name: 'Synced', credential: key.create(options, { counter: 0 }) }
  assert.equal((await api.call('POST', '/passkeys', { as, body })).status, 201)
  for (const counter of [0, 0]) assert.equal((await signIn(key, { counter })).status, 201)
})

test('an unknown, blocked or disallowed holder does not get in', async () => {
  const { id, as } = await addUser()
  const { key } = await register(as)
  assert.deepEqual(symbols(await signIn(new SoftwareAuthenticator(origin), { userHandle: 'AAAA' })), [
    'passkey_unknown',
  ])
  await api.owner.query(
    sql`update account set ip_whitelist_enabled = true, ip_whitelist = '{198.51.100.7}' where id = ${id}`,
  )
  assert.deepEqual(symbols(await signIn(key)), ['address_not_allowed'])
  await api.owner.query(sql`update account set ip_whitelist_enabled = false, is_blocked = true where id = ${id}`)
  assert.deepEqual(symbols(await signIn(key)), ['account_blocked'])
})

test('after the password, a passkey is the second factor; no guessed code replaces it', async () => {
  const { username, as } = await addUser()
  const { key, codes } = await register(as)
  const session = await signInByPassword(username)
  const own = bearer(session)
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: own })), ['session_not_verified'])
  for (const code of ['000000', '123456', 'not-a-recovery-code']) {
    const reply = await api.call('POST', `/sessions/${session.body.id}/2fa/verify`, { as: own, body: { code } })
    assert.deepEqual(symbols(reply), ['wrong_code'])
  }
  const options = await begin('second_factor', own)
  assert.deepEqual(
    options.allowCredentials.map(({ id }: { id: string }) => id),
    [key.id],
  )
  const path = `/sessions/${session.body.id}/passkey/verify`
  const body = { credential: key.get(options) }
  assert.equal((await api.call('POST', path, { as: own, body })).status, 204)
  assert.equal((await api.call('GET', '/services', { as: own })).status, 200)
  const again = { credential: key.get(await begin('second_factor', own)) }
  assert.deepEqual(symbols(await api.call('POST', path, { as: own, body: again })), ['session_already_verified'])

  const lost = await signInByPassword(username)
  const recovered = { as: bearer(lost), body: { code: codes[0] } }
  assert.equal((await api.call('POST', `/sessions/${lost.body.id}/2fa/verify`, recovered)).status, 204)
  assert.equal((await api.call('GET', '/services', { as: bearer(lost) })).status, 200)
})

test("another person's passkey is not a second factor", async () => {
  const [holder, thief] = [await addUser(), await addUser()]
  await register(holder.as)
  const { key } = await register(thief.as)
  const session = await signInByPassword(holder.username)
  const own = bearer(session)
  const body = { credential: key.get(await begin('second_factor', own)) }
  const reply = await api.call('POST', `/sessions/${session.body.id}/passkey/verify`, { as: own, body })
  assert.deepEqual(symbols(reply), ['passkey_rejected'])
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: own })), ['session_not_verified'])
})

test('Basic is refused once there is a passkey, and the password alone is no step-up', async () => {
  const { username, as } = await addUser()
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  assert.equal((await api.call('GET', '/services', { as: basic })).status, 200)
  await register(as)
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: basic })), ['wrong_credentials'])
  assert.deepEqual(symbols(await api.call('POST', '/sessions/step_up', { as, body: { password } })), ['missing_field'])
})

test('a passkey is a step-up', async () => {
  const { id, as } = await addUser()
  const { key } = await register(as)
  const plain = await openSession(api.owner, id, 'customer', { steppedUp: false })
  const create = () => api.call('POST', '/api_keys', { as: plain, body: { name: 'New', scopes: ['services:read'] } })
  assert.deepEqual(symbols(await create()), ['step_up_required'])
  const body = { credential: key.get(await begin('step_up', plain)) }
  assert.equal((await api.call('POST', '/sessions/step_up/passkey', { as: plain, body })).status, 204)
  assert.equal((await create()).status, 201)
  assert.ok((await securityEvents(id)).includes('step_up'))
})

test('the last second factor cannot be deleted; deleting another ends the other sessions', async () => {
  const { id, as } = await addUser()
  const first = await register(as)
  assert.deepEqual(symbols(await api.call('DELETE', `/passkeys/${first.id}`, { as })), ['last_second_factor'])
  const second = await register(as, new SoftwareAuthenticator(origin), 'Phone')
  assert.deepEqual(second.codes, [], 'the codes of the first factor stay valid')
  const stolen = await openSession(api.owner, id, 'customer', { steppedUp: false })
  assert.deepEqual(symbols(await api.call('DELETE', `/passkeys/${first.id}`, { as: stolen })), ['step_up_required'])
  assert.equal((await api.call('DELETE', `/passkeys/${first.id}`, { as })).status, 204)
  assert.equal((await api.call('GET', '/services', { as: stolen })).status, 401)
  assert.deepEqual(symbols(await signIn(first.key)), ['passkey_unknown'])
  assert.equal((await signIn(second.key)).status, 201)
})

test('of two passkeys, parallel requests delete one at most', async () => {
  const { as } = await addUser()
  const [first, second] = [await register(as), await register(as)]
  const replies = await Promise.all([first, second].map(({ id }) => api.call('DELETE', `/passkeys/${id}`, { as })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409])
})

test('a passkey that is revoked while it signs in leaves no session behind', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { as } = await addUser()
    const [{ key, id }] = [await register(as), await register(as)]
    const credential = key.get(await begin('sign_in'))
    const [removed, session] = await Promise.all([
      api.call('DELETE', `/passkeys/${id}`, { as }),
      finish(credential),
    ] as const)
    assert.equal(removed.status, 204, removed.text)
    if (session.status !== 201) continue
    assert.equal((await api.call('GET', '/services', { as: bearer(session) })).status, 401)
  }
})

test('a password reset neither removes passkeys nor gets past the second factor', async () => {
  const { id, username, as } = await addUser()
  const { key } = await register(as)
  await sendQueuedMails(api.database)
  await api.call('POST', '/system/reset_password/initialize', { body: { username } })
  const [mail] = await sendQueuedMails(api.database)
  assert.ok(mail)
  const body = { account_id: id, token: findToken(mail), new_password: password }
  const reset = await api.call('POST', '/system/reset_password/confirm', { body })
  assert.equal(reset.status, 204, reset.text)
  const session = await signInByPassword(username)
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: bearer(session) })), ['session_not_verified'])
  assert.equal((await signIn(key)).status, 201)
})

test('an administrator with a passkey has two factors', async () => {
  const { id } = await addUser({ administrator: true, withoutTwoFactor: true })
  const as = await openSession(api.owner, id, 'administrator')
  const list = (by: string) => api.call('GET', '/admin/security_events', { as: by })
  assert.deepEqual(symbols(await list(as)), ['two_factor_setup_required'])
  const { key } = await register(as)
  assert.equal((await list(as)).status, 200)
  const more = { scope: 'administrator', client_id: 'console', timeout: 600 }
  const session = await finish(key.get(await begin('sign_in')), more)
  assert.equal((await list(bearer(session))).status, 200)
  const { body } = await api.call('GET', '/sessions/my_session', { as: bearer(session) })
  assert.deepEqual(
    [body.scope, body.client_id, body.timeout, body.is_verified],
    ['administrator', 'console', 600, true],
  )
  const customer = await addUser()
  const own = await register(customer.as)
  const refused = await finish(own.key.get(await begin('sign_in')), { scope: 'administrator' })
  assert.deepEqual(symbols(refused), ['administrator_scope_refused'])
})

test('where passkeys are required, users without one can only add it', async () => {
  const holder = await addUser()
  const user = await addUser({ parent: holder.id })
  const path = `/accounts/${holder.id}/security`
  const require = (as: string) => api.call('PUT', path, { as, body: { passkey_required_roles: everyone } })
  assert.equal((await require(user.as)).status, 403, 'an additional user does not decide it')
  const stolen = await openSession(api.owner, holder.id, 'customer', { steppedUp: false })
  assert.deepEqual(symbols(await require(stolen)), ['step_up_required'])
  const scopes = { name: 'Script', scopes: ['services:read'] }
  const apiKey = await api.call('POST', '/api_keys', { as: user.as, body: scopes })
  assert.equal((await require(holder.as)).status, 204)

  for (const { as } of [holder, user]) {
    assert.deepEqual(symbols(await api.call('GET', '/services', { as })), ['passkey_setup_required'])
    const { body } = await api.call('GET', '/accounts/my_account/security', { as })
    assert.deepEqual([body.passkey_required_roles, body.is_passkey_required, body.passkeys], [everyone, true, 0])
  }
  const asKey = { as: `Bearer ${apiKey.body.key}` }
  assert.deepEqual(symbols(await api.call('GET', '/services', asKey)), ['passkey_setup_required'])
  const { id } = await register(user.as)
  assert.equal((await api.call('GET', '/services', { as: user.as })).status, 200)
  assert.equal((await api.call('GET', '/services', asKey)).status, 200)
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: holder.as })), ['passkey_setup_required'])
  assert.deepEqual(symbols(await api.call('DELETE', `/passkeys/${id}`, { as: user.as })), ['last_second_factor'])
})

test('passkeys can be required of some roles only', async () => {
  const holder = await addUser()
  const users = new Map<string, User>([['owner', holder]])
  for (const role of everyone.slice(1)) {
    const user = await addUser({ parent: holder.id })
    await api.owner.query(sql`update account set role = ${role} where id = ${user.id}`)
    users.set(role, user)
  }
  for (const role of everyone) {
    const as = await openSession(api.owner, holder.id)
    const body = { passkey_required_roles: [role] }
    await api.owner.query(sql`update account set passkey_required_roles = '{}' where id = ${holder.id}`)
    assert.equal((await api.call('PUT', `/accounts/${holder.id}/security`, { as, body })).status, 204)
    const asked = await Promise.all(
      [...users].map(async ([each, user]) => {
        const reply = await api.call('GET', '/accounts/my_account', { as: user.as })
        return reply.status === 403 && symbols(reply)[0] === 'passkey_setup_required' ? [each] : []
      }),
    )
    assert.deepEqual(asked.flat(), [role])
  }
  const body = { passkey_required_roles: ['janitor'] }
  const refused = await api.call('PUT', `/accounts/${holder.id}/security`, { as: holder.as, body })
  assert.equal(refused.status, 400)
})

test('where passkeys are required, a code of an authenticator app does not replace one; a recovery code does', async () => {
  const { id, username, as } = await addUser()
  const { key: secret } = (await api.call('POST', '/accounts/my_account/2fa/setup', { as })).body
  const code = (later = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })
  const on = await api.call('POST', '/accounts/my_account/2fa/verify', { as, body: { code: code(-30) } })
  assert.equal(on.status, 200, on.text)
  await api.call('PUT', `/accounts/${id}/security`, { as, body: { passkey_required_roles: ['owner'] } })
  const verify = async (given: string) => {
    const session = await signInByPassword(username)
    const body = { code: given }
    const reply = await api.call('POST', `/sessions/${session.body.id}/2fa/verify`, { as: bearer(session), body })
    return { reply, as: bearer(session) }
  }
  const toRegister = await verify(code())
  assert.equal(toRegister.reply.status, 204, 'with a code the user gets in to add the passkey')
  assert.deepEqual(symbols(await api.call('GET', '/services', { as: toRegister.as })), ['passkey_setup_required'])
  const { id: passkeyId } = await register(toRegister.as)
  assert.deepEqual(symbols((await verify(code(30))).reply), ['passkey_required'])
  assert.equal((await verify(on.body.recovery_codes[0])).reply.status, 204)
  const reply = await api.call('DELETE', `/passkeys/${passkeyId}`, { as: toRegister.as })
  assert.deepEqual(symbols(reply), ['last_passkey'])
})

test('the summary of security counts what is set up, and recovery codes can be renewed', async () => {
  const { id, as } = await addUser()
  const read = async () => (await api.call('GET', `/accounts/${id}/security`, { as })).body
  const renew = (by: string) => api.call('POST', `/accounts/${id}/recovery_codes`, { as: by })
  assert.deepEqual(symbols(await renew(as)), ['two_factor_not_started'])
  const { codes } = await register(as)
  const { password_changed_at, ...rest } = await read()
  assert.match(password_changed_at, /^\d{4}-/)
  assert.deepEqual(rest, {
    account_id: id,
    has_authenticator_app: false,
    passkeys: 1,
    recovery_codes: 10,
    passkey_required_roles: [],
    is_passkey_required: false,
  })
  const stolen = await openSession(api.owner, id, 'customer', { steppedUp: false })
  assert.deepEqual(symbols(await renew(stolen)), ['step_up_required'])
  const renewed = (await renew(as)).body.recovery_codes
  assert.equal(new Set([...codes, ...renewed]).size, 20)
  assert.equal((await api.call('GET', '/user_data/my_user_data', { as })).body.has_2fa_enabled, true)
})

test('an API key reaches no passkey', async () => {
  const { as } = await addUser()
  const { key } = (await api.call('POST', '/api_keys', { as, body: { name: 'Key', scopes: ['account:read'] } })).body
  for (const [method, path] of [
    ['GET', '/passkeys'],
    ['POST', '/passkeys/registration'],
    ['GET', '/accounts/my_account/security'],
  ] as const)
    assert.deepEqual(symbols(await api.call(method, path, { as: `Bearer ${key}` })), ['api_key_not_allowed'], path)
})
