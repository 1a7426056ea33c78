import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { SoftwareAuthenticator } from '@wachta/testing/api/passkeys'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder } from '@wachta/testing/api/watched'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { addDomain, addTenant, SignIn, type Tenant } from './browser.ts'
import { LyingIssuer } from './lying-issuer.ts'

let api: TestApi
let issuer: LyingIssuer
let counter = 0

before(async () => {
  api = await startApi({ egressAllow: ['127.0.0.0/8'] })
  await addPackage(api.owner)
  issuer = await LyingIssuer.start()
})
after(async () => {
  await issuer[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const newTenant = (more: object = {}): Promise<Tenant> => {
  counter += 1
  return addTenant(api, `${issuer.origin}/access${counter}`, more)
}

interface Person {
  readonly slug: string
  readonly domain: string
  readonly claims?: object
}

const personOf = ({ connection, domain }: Tenant, claims: object = {}): Person => ({
  slug: connection.slug,
  domain,
  claims,
})

function speakOf({ domain, claims }: Person): void {
  issuer.lie = { claims: (honest) => ({ ...honest, email: `anna@${domain}`, groups: ['ops'], ...claims }) }
}

async function signIn(person: Person) {
  speakOf(person)
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(issuer.authorize(await attempt.begin({ slug: person.slug })))
  const reply = await attempt.finish(told['code'])
  return { reply, as: `Bearer ${reply.body.token}`, id: Number(reply.body.id) }
}

const me = (as: string) => api.call('GET', '/accounts/my_account', { as })
const errorOf = ({ body }: { body: { error: string }[] | null }) => body?.[0]?.error

/** Turns two-factor authentication on; returns codes that work, one after the other. */
async function addCodes(as: string): Promise<() => string> {
  const { key } = (await api.call('POST', '/accounts/my_account/2fa/setup', { as })).body
  const code = (later: number) => generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + later })
  const on = await api.call('POST', '/accounts/my_account/2fa/verify', { as, body: { code: code(-30) } })
  assert.equal(on.status, 200, on.text)
  return () => on.body.recovery_codes.pop()
}

test('a sign-in that is rejected for want of a role ends the access that the user still had', async () => {
  const tenant = await newTenant({ default_role: null })
  const { as } = await signIn(personOf(tenant))
  const made = await api.call('POST', '/api_keys', { as, body: { name: 'Key', scopes: ['services:read'] } })
  assert.equal(made.status, 201, made.text)
  assert.equal(errorOf((await signIn(personOf(tenant, { groups: ['sales'] }))).reply), 'sso_role_missing')
  await waitForValue(async () => (await me(as)).status === 401 || undefined)
  const withKey = await api.call('GET', '/services', { as: `Bearer ${made.body.key}` })
  assert.notEqual(withKey.status, 200)
  const [entry] = await api.owner.query(sql<{ after: object }>`select after from audit
where operation = 'finish_sso_sign_in' and after ? 'has_role' order by id desc limit 1`)
  assert.deepEqual(entry?.after, { has_role: false })
  assert.equal((await me((await signIn(personOf(tenant))).as)).status, 200, 'a group gives it back')
})

test('a user who must add a passkey confirms the session at the issuer, and adds it', async () => {
  const tenant = await newTenant()
  const person = personOf(tenant)
  await api.owner.query(sql`update account set passkey_required_roles = '{editor}' where id = ${tenant.holder.id}`)
  const { as, id } = await signIn(person)
  await api.owner.query(sql`update session set stepped_up_at = null where id = ${id}`)
  assert.equal(errorOf(await me(as)), 'passkey_setup_required')
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(issuer.authorize(await attempt.begin({}, '/sso/step_ups', as)))
  const confirmed = await attempt.result(told['code'], as)
  assert.equal(confirmed.status, 200, confirmed.text)
  await register(as)
  assert.equal((await me(as)).status, 200)
})

async function register(as: string): Promise<void> {
  const started = await api.call('POST', '/passkeys/registration', { as })
  assert.equal(started.status, 200, started.text)
  const credential = new SoftwareAuthenticator('https://wachta.test').create(started.body)
  const added = await api.call('POST', '/passkeys', { as, body: { name: 'Key', credential } })
  assert.equal(added.status, 201, added.text)
}

test('a step-up at the issuer needs two_factor_code, unless the connection trusts the second factor there', async () => {
  const tenant = await newTenant()
  const person = personOf(tenant, { amr: ['pwd', 'mfa'] })
  const { as, id } = await signIn(person)
  const nextCode = await addCodes(as)
  const begin = async () => {
    await api.owner.query(sql`update session set stepped_up_at = null where id = ${id}`)
    const attempt = new SignIn(api)
    const { code } = await attempt.comeBack(issuer.authorize(await attempt.begin({}, '/sso/step_ups', as)))
    return (more: object) =>
      api.call('POST', '/sso/results', { as, body: { code, code_verifier: attempt.verifier, ...more } })
  }
  const finish = await begin()
  const missing = await finish({})
  assert.deepEqual([errorOf(missing), missing.body[0].field], ['missing_field', 'data.two_factor_code'])
  const wrong = await finish({ two_factor_code: '000000' })
  assert.deepEqual([errorOf(wrong), wrong.body[0].field], ['wrong_code', 'data.two_factor_code'])
  const [before] = await api.owner.query(
    sql<{ at: Date | null }>`select stepped_up_at as at from session where id = ${id}`,
  )
  assert.equal(before?.at, null)
  assert.equal((await finish({ two_factor_code: nextCode() })).status, 200)
  assert.equal((await api.call('GET', '/accounts/my_account', { as })).status, 200)
  const path = `/sso_connections/${tenant.connection.id}`
  const trust = await api.call('PUT', path, { as: tenant.holder.as, body: { second_factor: 'issuer' } })
  assert.equal(trust.status, 204, trust.text)
  assert.equal((await (await begin())({})).status, 200)
  speakOf(personOf(tenant, { amr: ['pwd'] }))
  assert.equal(errorOf(await (await begin())({})), 'missing_field')
})

test('the second factor of the issuer does not replace a passkey that the account requires', async () => {
  const tenant = await newTenant({ second_factor: 'issuer' })
  const person = personOf(tenant, { amr: ['mfa'] })
  await register((await signIn(person)).as)
  assert.equal((await me((await signIn(person)).as)).status, 200)
  await api.owner.query(sql`update account set passkey_required_roles = '{editor}' where id = ${tenant.holder.id}`)
  assert.equal(errorOf(await me((await signIn(person)).as)), 'session_not_verified')
})

test('a user that single sign-on created cannot give itself a password; the holder can', async () => {
  const tenant = await newTenant()
  const { as } = await signIn(personOf(tenant))
  const { id } = (await me(as)).body
  const change = (who: string) =>
    api.call('POST', `/accounts/${id}/change_password`, {
      as: who,
      body: { new_password: 'nine lanterns on the pier' },
    })
  assert.equal(errorOf(await change(as)), 'sso_required')
  assert.equal((await change(tenant.holder.as)).status, 204)
})

test('a reseller cannot delete a connection that a sub-account uses, and its new issuer ends sessions there', async () => {
  const tenant = await newTenant({ is_offered: true })
  const sub = await addHolder(api.owner, { reseller: tenant.holder.id })
  const body = { name: 'Offered', source_id: tenant.connection.id, default_role: 'viewer' }
  const made = await api.call('POST', '/sso_connections', { as: sub.as, body })
  assert.equal(made.status, 201, made.text)
  const { slug } = (await api.call('GET', `/sso_connections/${made.body.id}`, { as: sub.as })).body
  const domain = `sub${counter}.example`
  await addDomain(api, made.body.id, domain)
  const { as } = await signIn({ slug, domain })
  assert.equal((await me(as)).body.parent_account_id, sub.id)
  const path = `/sso_connections/${tenant.connection.id}`
  const deleted = await api.call('DELETE', path, { as: tenant.holder.as })
  assert.equal(errorOf(deleted), 'still_in_use')
  assert.equal((await me(as)).status, 200)
  await api.owner.query(sql`update sso_connection set client_secret = 'sealed' where id = ${tenant.connection.id}`)
  const moved = await api.call('PUT', path, { as: tenant.holder.as, body: { issuer: `${issuer.origin}/moved` } })
  assert.equal(moved.status, 204, moved.text)
  assert.equal((await me(as)).status, 401)
  const [stored] = await api.owner.query(
    sql<object>`select client_secret from sso_connection where id = ${tenant.connection.id}`,
  )
  assert.deepEqual({ ...stored }, { client_secret: null }, 'the secret is not sent to another issuer')
})

test('user info, which is not signed, says nothing about how and when the user signed in', async () => {
  const tenant = await newTenant({ second_factor: 'issuer' })
  const person = personOf(tenant)
  const first = await signIn(person)
  await addCodes(first.as)
  const sub = 'subject-1'
  const forged = { amr: ['mfa'], acr: 'phr', auth_time: Math.floor(Date.now() / 1000), oid: 'another', sid: 'forged' }
  issuer.lie = {
    claims: ({ auth_time: _1, sid: _2, ...honest }) => honest,
    userInfo: () => ({ sub, email: `anna@${tenant.domain}`, groups: ['ops'], ...forged }),
  }
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(issuer.authorize(await attempt.begin({ slug: person.slug })))
  const { body } = await attempt.finish(told['code'])
  assert.equal(errorOf(await me(`Bearer ${body.token}`)), 'session_not_verified')
  const [session] = await api.owner.query(
    sql<object>`select sso_session, stepped_up_at from session where id = ${body.id}`,
  )
  assert.deepEqual({ ...session }, { sso_session: null, stepped_up_at: null })
})

test('sign-ins are counted per network of an IPv6 address', async () => {
  const tenant = await newTenant()
  const begin = (last: number) =>
    api.call('POST', '/sso/sign_ins', {
      body: { slug: tenant.connection.slug, code_challenge: new SignIn(api).challenge },
      from: `2001:db8:1:2::${last.toString(16)}`,
    })
  for (let last = 1; last <= 60; last += 1) assert.equal((await begin(last)).status, 200)
  assert.equal(errorOf(await begin(61)), 'too_many_attempts')
})

test('a user of the account who is not known to single sign-on is admitted as before', async () => {
  const tenant = await newTenant({ default_role: null })
  const as = await openSession(api.owner, await addAccount(api.owner, { parent: tenant.holder.id }))
  assert.equal((await me(as)).status, 200)
})
