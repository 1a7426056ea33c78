import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder } from '@wachta/testing/api/watched'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { hashPassword } from '../../src/platform/authentication/passwords.ts'
import { addDomain, addTenant, SignIn, type Tenant } from './browser.ts'
import { type HonestIssuer, IssuerBrowser, startHonestIssuer } from './honest-issuer.ts'

let api: TestApi
let issuer: HonestIssuer
let tenant: Tenant
let address: string
const records = new Map<string, string>()
const dns = createSocket('udp4')

before(async () => {
  await startDns()
  api = await startApi({ egressAllow: ['127.0.0.0/8'], dnsServers: [`127.0.0.1:${dns.address().port}`] })
  await addPackage(api.owner)
  address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  issuer = await startHonestIssuer()
  const scopes = ['openid', 'email', 'profile', 'groups']
  tenant = await addTenant(api, issuer.url, { scopes })
  const { slug } = tenant.connection
  await issuer.register({
    redirectUri: `https://wachta.test/sso/${slug}/callback`,
    logoutUri: `${address}/sso/${slug}/logout`,
  })
})
after(async () => {
  dns.close()
  await issuer[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const user = (name: string, groups: readonly string[] = [], amr?: readonly string[]) => ({
  ...{ sub: name, email: `${name}@${tenant.domain}`, groups, ...(amr && { amr }) },
})

async function signIn(wanted: object = { slug: tenant.connection.slug }, browser = new IssuerBrowser()) {
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(await browser.follow(await attempt.begin(wanted)))
  return attempt.finish(told['code'])
}

const meOf = async (token: string) => (await api.call('GET', '/accounts/my_account', { as: `Bearer ${token}` })).body

async function change(body: object): Promise<void> {
  const reply = await api.call('PUT', `/sso_connections/${tenant.connection.id}`, { as: tenant.holder.as, body })
  assert.equal(reply.status, 204, reply.text)
}

test('a user is created at the first sign-in, found by e-mail domain, and keeps its account', async () => {
  issuer.user = user('anna', ['ops'])
  const first = await signIn({ identifier: `anna@${tenant.domain}` })
  assert.equal(first.status, 201, first.text)
  const me = await meOf(first.body.token)
  assert.equal(me.parent_account_id, tenant.holder.id)
  assert.equal(me.username, `anna@${tenant.domain}`)
  issuer.user = { ...user('anna', ['ops']), email: `renamed@${tenant.domain}` }
  const second = await signIn({ identifier: tenant.domain })
  assert.equal((await meOf(second.body.token)).id, me.id, 'known by its subject, not by its e-mail address')
  const { body: session } = await api.call('GET', '/sessions/my_session', { as: `Bearer ${second.body.token}` })
  assert.equal(session.sso_connection_id, tenant.connection.id)
  const reset = await api.call('POST', '/system/reset_password/initialize', { body: { username: me.username } })
  assert.equal(reset.status, 204)
})

test('groups decide the role at every sign-in; without a role and a default the user is rejected', async () => {
  issuer.user = user('berta', [])
  assert.equal((await meOf((await signIn()).body.token)).is_read_only, true)
  issuer.user = user('berta', ['ops'])
  assert.equal((await meOf((await signIn()).body.token)).is_read_only, false)
  await change({ default_role: null })
  issuer.user = user('berta', ['sales'])
  assert.equal((await signIn()).body[0].error, 'sso_role_missing')
  issuer.user = user('newcomer', ['sales'])
  assert.equal((await signIn()).body[0].error, 'sso_role_missing')
  const [found] = await api.owner.query(sql`select from account where username = ${`newcomer@${tenant.domain}`}`)
  assert.equal(found, undefined)
  await change({ default_role: 'viewer' })
})

test('a mapping can limit a role to service groups, of the same account and for roles that can be limited', async () => {
  const group = await addGroup(api.owner, tenant.holder)
  const foreign = await addGroup(api.owner, await addHolder(api.owner))
  const path = `/sso_connections/${tenant.connection.id}`
  const map = (...mappings: object[]) =>
    api.call('PUT', path, {
      as: tenant.holder.as,
      body: { role_mappings: [{ group: 'ops', role: 'editor' }, ...mappings] },
    })
  const wrong = await map({ group: 'night', role: 'operator', group_ids: [foreign] })
  assert.equal(wrong.body[0].error, 'unknown_reference')
  const whole = await map({ group: 'night', role: 'manager', group_ids: [group] })
  assert.equal(whole.body[0].error, 'role_without_group_limit')
  const twice = await map({ group: 'ops', role: 'viewer' })
  assert.deepEqual([twice.body[0].error, twice.body[0].field], ['already_taken', 'data.role_mappings.1.group'])
  assert.equal((await map({ group: 'night', role: 'operator', group_ids: [group] })).status, 204)
  issuer.user = user('night', ['night'])
  const me = await meOf((await signIn()).body.token)
  assert.deepEqual([me.role, me.role_group_ids], ['operator', [group]])
  issuer.user = user('night', ['night', 'ops'])
  const promoted = await meOf((await signIn()).body.token)
  assert.deepEqual([promoted.role, promoted.role_group_ids], ['editor', null])
  assert.equal((await map()).status, 204)
})

test('groups are read from the claim of the connection, and a disabled connection admits no user', async () => {
  issuer.user = user('clara', ['ops'])
  await change({ groups_claim: 'departments' })
  assert.equal((await meOf((await signIn()).body.token)).role, 'viewer', 'the default, without groups')
  await change({ groups_claim: 'groups' })
  assert.equal((await meOf((await signIn()).body.token)).role, 'editor')
  await change({ is_enabled: false })
  const challenge = new SignIn(api).challenge
  const body = { slug: tenant.connection.slug, code_challenge: challenge }
  assert.equal((await api.call('POST', '/sso/sign_ins', { body })).body[0].error, 'sso_not_available')
  await change({ is_enabled: true })
})

test('unknown domains, slugs and disabled connections get the same answer', async () => {
  const challenge = new SignIn(api).challenge
  for (const wanted of [{ identifier: 'a@unknown.example' }, { identifier: 'unknown' }, { slug: 'a'.repeat(20) }]) {
    const reply = await api.call('POST', '/sso/sign_ins', { body: { ...wanted, code_challenge: challenge } })
    assert.equal(reply.body[0].error, 'sso_not_available')
  }
  // Whether the user exists makes no difference.
  const known = await new SignIn(api).begin({ identifier: `nobody@${tenant.domain}` })
  assert.equal(known.origin, issuer.url)
})

test('back-channel logout ends the session within a second, and a replayed token is rejected', async () => {
  issuer.user = user('carla')
  const browser = new IssuerBrowser()
  const { body } = await signIn(undefined, browser)
  const as = `Bearer ${body.token}`
  assert.equal((await api.call('GET', '/accounts/my_account', { as })).status, 200)
  const html = await (await browser.go(new URL(`${issuer.url}/session/end?client_id=wachta`))).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const started = performance.now()
  await browser.go(new URL(`${issuer.url}/session/end/confirm`), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ xsrf, logout: 'yes' })),
  })
  await waitForValue(async () => (await api.call('GET', '/accounts/my_account', { as })).status === 401 || undefined)
  assert.ok(performance.now() - started < 1_000)
})

test('an existing user links itself, and is then the same user', async () => {
  const id = await addAccount(api.owner, { parent: tenant.holder.id })
  const as = await openSession(api.owner, id)
  issuer.user = user('dora', ['ops'])
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(await new IssuerBrowser().follow(await attempt.begin({}, '/sso/links', as)))
  assert.equal(told['purpose'], 'link')
  const linked = await attempt.result(told['code'], as)
  assert.equal(linked.status, 200, linked.text)
  assert.equal((await meOf((await signIn()).body.token)).id, id)
  const holder = await api.call('POST', '/sso/links', {
    as: tenant.holder.as,
    body: { code_challenge: attempt.challenge },
  })
  assert.equal(holder.body[0].error, 'sso_only_additional_users')
  const idle = await openSession(api.owner, id, 'customer', { steppedUp: false })
  const early = await api.call('POST', '/sso/links', { as: idle, body: { code_challenge: attempt.challenge } })
  assert.equal(early.body[0].error, 'step_up_required')
})

test('only the browser that started fetches the result of a link', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner, { parent: tenant.holder.id }))
  const other = await openSession(api.owner, await addAccount(api.owner, { parent: tenant.holder.id }))
  issuer.user = user('ella')
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(await new IssuerBrowser().follow(await attempt.begin({}, '/sso/links', as)))
  assert.equal((await attempt.result(told['code'], other)).body[0].error, 'sso_sign_in_expired')
  assert.equal((await attempt.result(told['code'], as)).body[0].error, 'sso_sign_in_expired')
})

test('a user without a password confirms a session at the issuer', async () => {
  issuer.user = user('fiona', ['ops'])
  const { body } = await signIn()
  const as = `Bearer ${body.token}`
  await api.owner.query(sql`update session set stepped_up_at = null where id = ${body.id}`)
  const key = { name: 'Key', scopes: ['services:read'] }
  assert.equal((await api.call('POST', '/api_keys', { as, body: key })).body[0].error, 'step_up_required')
  const attempt = new SignIn(api)
  const url = await attempt.begin({}, '/sso/step_ups', as)
  assert.equal(url.searchParams.get('prompt'), 'login')
  const told = await attempt.comeBack(await new IssuerBrowser().follow(url))
  assert.equal((await attempt.result(told['code'], as)).status, 200)
  assert.equal((await api.call('POST', '/api_keys', { as, body: key })).status, 201)
  // A step-up by another user of the issuer does not count.
  issuer.user = user('gerda')
  const foreign = new SignIn(api)
  const back = await foreign.comeBack(await new IssuerBrowser().follow(await foreign.begin({}, '/sso/step_ups', as)))
  assert.equal((await foreign.result(back['code'], as)).body[0].error, 'sso_identity_taken')
})

test('the second factor of the issuer counts only where the connection says so', async () => {
  issuer.user = user('hanna', ['ops'], ['pwd', 'mfa'])
  const { body } = await signIn()
  const { id } = await meOf(body.token)
  await api.owner.query(sql`update credential set totp_secret = 'v1.test.placeholder' where account_id = ${id}`)
  const asked = await signIn()
  const as = `Bearer ${asked.body.token}`
  assert.equal((await api.call('GET', '/accounts/my_account', { as })).body[0].error, 'session_not_verified')
  await change({ second_factor: 'issuer' })
  assert.equal((await meOf((await signIn()).body.token)).id, id)
  issuer.user = user('hanna', ['ops'], ['pwd'])
  const weak = `Bearer ${(await signIn()).body.token}`
  assert.equal((await api.call('GET', '/accounts/my_account', { as: weak })).body[0].error, 'session_not_verified')
  await change({ second_factor: 'own' })
})

test('a blocked user and a user outside the allow-list are rejected', async () => {
  issuer.user = user('irma')
  const { id } = await meOf((await signIn()).body.token)
  await api.owner.query(sql`update account set is_blocked = true where id = ${id}`)
  assert.equal((await signIn()).body[0].error, 'account_blocked')
  await api.owner.query(
    sql`update account set is_blocked = false, ip_whitelist_enabled = true, ip_whitelist = '{192.0.2.1}' where id = ${id}`,
  )
  assert.equal((await signIn()).body[0].error, 'address_not_allowed')
})

test('enforced single sign-on rejects passwords, except for the holder with a second factor', async () => {
  const password = 'correct horse battery'
  const passwordHash = await hashPassword(password)
  const holder = await addHolder(api.owner, { passwordHash })
  const guest = await addAccount(api.owner, { parent: holder.id, passwordHash, username: 'guest.enforced' })
  const guestSession = await openSession(api.owner, guest)
  const body = { name: 'Company', issuer: issuer.url, client_id: 'wachta', is_enforced: true }
  const { issuer: _, ...nowhere } = body
  const incomplete = await api.call('POST', '/sso_connections', {
    as: holder.as,
    body: { ...nowhere, is_enforced: false },
  })
  assert.deepEqual([incomplete.body[0].error, incomplete.body[0].field], ['sso_issuer_missing', 'data.issuer'])
  const early = await api.call('POST', '/sso_connections', { as: holder.as, body })
  assert.equal(early.body[0].error, 'sso_enforcement_needs_two_factor')
  await api.owner.query(sql`update credential set totp_secret = 'v1.test.placeholder' where account_id = ${holder.id}`)
  assert.equal((await api.call('POST', '/sso_connections', { as: holder.as, body })).status, 201)
  const credentials = { username: 'guest.enforced', password }
  assert.equal((await api.call('POST', '/sessions', { body: credentials })).body[0].error, 'sso_required')
  const basic = `Basic ${Buffer.from(`guest.enforced:${password}`).toString('base64')}`
  assert.equal((await api.call('GET', '/accounts/my_account', { as: basic })).body[0].error, 'sso_required')
  assert.equal((await api.call('GET', '/accounts/my_account', { as: guestSession })).status, 401, 'its sessions ended')
  const [{ username } = { username: '' }] = await api.owner.query(
    sql<{ username: string }>`select username from account where id = ${holder.id}`,
  )
  const broken = await api.call('POST', '/sessions', { body: { username, password } })
  assert.equal(broken.status, 201)
  const as = `Bearer ${broken.body.token}`
  assert.equal((await api.call('GET', '/accounts/my_account', { as })).body[0].error, 'session_not_verified')
})

test('only the holder and managers see and change a connection, with a step-up, and its secret is never shown', async () => {
  const path = `/sso_connections/${tenant.connection.id}`
  const { body: read, text } = await api.call('GET', path, { as: tenant.holder.as })
  assert.equal(read.name, 'Company')
  assert.doesNotMatch(text, /secret/)
  const colleague = await openSession(api.owner, await addAccount(api.owner, { parent: tenant.holder.id }))
  const stranger = (await addHolder(api.owner)).as
  for (const as of [colleague, stranger]) {
    assert.equal((await api.call('GET', path, { as })).status, 404)
    assert.equal((await api.call('PUT', path, { as, body: { name: 'Mine' } })).status, 404)
    assert.equal((await api.call('POST', `${path}/scim_token`, { as })).status, 404)
    assert.equal((await api.call('POST', `${path}/test`, { as })).status, 404)
  }
  const manager = await addAccount(api.owner, { parent: tenant.holder.id })
  await api.owner.query(sql`update account set role = 'manager' where id = ${manager}`)
  const asManager = await openSession(api.owner, manager)
  assert.equal((await api.call('PUT', path, { as: asManager, body: { name: 'Company' } })).status, 204)
  const idle = await openSession(api.owner, tenant.holder.id, 'customer', { steppedUp: false })
  for (const [method, at, body] of [
    ['PUT', path, { name: 'Other' }],
    ['DELETE', path, undefined],
    ['POST', `${path}/client_secret`, { client_secret: 'new' }],
    ['POST', `${path}/scim_token`, undefined],
    ['POST', '/sso_connections', { name: 'New', issuer: 'https://idp.example', client_id: 'x' }],
  ] as const)
    assert.equal((await api.call(method, at, { as: idle, body })).body[0].error, 'step_up_required', at)
  const [audited] = await api.owner.query(sql<{ after: string }>`select after::text from audit
where resource = 'sso_connection' and account_id = ${tenant.holder.id} order by id limit 1`)
  assert.doesNotMatch(String(audited?.after), /a secret of the client/)
})

test('the test of a connection says what is wrong, in both languages', async () => {
  const path = `/sso_connections/${tenant.connection.id}`
  const good = await api.call('POST', `${path}/test`, { as: tenant.holder.as })
  assert.deepEqual(
    good.body.steps.map(({ step, is_ok }: { step: string; is_ok: boolean }) => [step, is_ok]),
    [
      ['discovery', true],
      ['keys', true],
      ['client', true],
    ],
  )
  assert.equal(good.body.redirect_uri, `https://wachta.test/sso/${tenant.connection.slug}/callback`)
  const other = await addTenant(api, issuer.url, { client_secret: 'wrong' })
  const wrong = await api.call('POST', `/sso_connections/${other.connection.id}/test`, { as: other.holder.as })
  assert.match(wrong.body.steps[2].message, /client ID or client secret is wrong/)
  const away = await addTenant(api, `${issuer.url}/elsewhere`)
  const polish = await api.call('POST', `/sso_connections/${away.connection.id}/test`, {
    as: away.holder.as,
    headers: { 'accept-language': 'pl' },
  })
  assert.match(polish.body.steps[0].message, /nie jest konfiguracją wystawcy/)
})

test('a trial sign-in shows claims and role, and creates neither user nor session', async () => {
  issuer.user = user('julia', ['ops', 'sales'])
  const attempt = new SignIn(api)
  const path = `/sso_connections/${tenant.connection.id}/test_sign_in`
  const back = await new IssuerBrowser().follow(await attempt.begin({}, path, tenant.holder.as))
  const told = await attempt.comeBack(back)
  const { body } = await attempt.result(told['code'], tenant.holder.as)
  assert.deepEqual(body, {
    purpose: 'test',
    problem: null,
    subject: 'julia',
    email: `julia@${tenant.domain}`,
    is_email_verified: true,
    name: 'Somebody',
    groups: ['ops', 'sales'],
    has_second_factor: false,
    role: 'editor',
    role_group_ids: null,
  })
  const [found] = await api.owner.query(sql`select from account where username = ${`julia@${tenant.domain}`}`)
  assert.equal(found, undefined)
})

test('a domain routes sign-ins after its TXT record is found, and belongs to one connection', async () => {
  const body = { connection_id: tenant.connection.id, domain: 'company.example' }
  const made = await api.call('POST', '/sso_domains', { as: tenant.holder.as, body })
  assert.equal(made.status, 201, made.text)
  const path = `/sso_domains/${made.body.id}`
  const { body: domain } = await api.call('GET', path, { as: tenant.holder.as })
  assert.equal(domain.record_name, '_wachta-sso.company.example')
  const verify = () => api.call('POST', `${path}/verify`, { as: tenant.holder.as })
  assert.equal((await verify()).body[0].error, 'sso_domain_record_missing')
  records.set(domain.record_name, domain.record_value)
  assert.equal((await verify()).status, 204)
  const url = await new SignIn(api).begin({ identifier: 'somebody@company.example' })
  assert.equal(url.searchParams.get('login_hint'), 'somebody@company.example')
  const thief = await addTenant(api, 'https://thief.example')
  const second = await api.call('POST', '/sso_domains', {
    as: thief.holder.as,
    body: { connection_id: thief.connection.id, domain: 'company.example' },
  })
  const staff = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  const taken = await api.call('POST', `/sso_domains/${second.body.id}/verify`, { as: staff })
  assert.equal(taken.body[0].error, 'already_taken')
})

test('a sub-account uses the issuer that its reseller offers, as long as it is offered', async () => {
  const sub = await addHolder(api.owner, { reseller: tenant.holder.id })
  const body = { name: 'Offered', source_id: tenant.connection.id, default_role: 'viewer' }
  const early = await api.call('POST', '/sso_connections', { as: sub.as, body })
  assert.equal(early.body[0].error, 'unknown_reference')
  await change({ is_offered: true })
  assert.equal((await api.call('GET', `/sso_connections/${tenant.connection.id}`, { as: sub.as })).status, 200)
  const made = await api.call('POST', '/sso_connections', { as: sub.as, body })
  assert.equal(made.status, 201, made.text)
  const { slug } = (await api.call('GET', `/sso_connections/${made.body.id}`, { as: sub.as })).body
  await addDomain(api, made.body.id, 'sub.example')
  issuer.user = { sub: 'karla', email: 'karla@sub.example', groups: ['ops'] }
  const { body: session } = await signIn({ slug })
  const me = await meOf(session.token)
  assert.equal(me.parent_account_id, sub.id, 'a user of the sub-account')
  assert.equal(me.is_read_only, true, 'roles are mapped by the sub-account')
  await change({ is_offered: false })
  const reply = await api.call('POST', '/sso/sign_ins', { body: { slug, code_challenge: new SignIn(api).challenge } })
  assert.equal(reply.body[0].error, 'sso_not_available')
})

test('sessions end with their connection', async () => {
  const other = await addTenant(api, issuer.url)
  const [{ id } = { id: 0 }] = await api.owner.query(
    sql<{
      id: number
    }>`insert into session (account_id, token_hash, kind, scope, timeout, expires_at, is_verified, sso_connection_id)
values (${other.victim}, decode('00', 'hex'), 'session', 'customer', 3600, now() + interval '1 day', true, ${other.connection.id}) returning id`,
  )
  const reply = await api.call('DELETE', `/sso_connections/${other.connection.id}`, { as: other.holder.as })
  assert.equal(reply.status, 204, reply.text)
  assert.deepEqual(await api.owner.query(sql`select from session where id = ${id}`), [])
})

/** A DNS server that knows the TXT records above. */
async function startDns(): Promise<void> {
  dns.on('message', (query, from) => {
    const [labels, end] = readName(query)
    const found = records.get(labels.join('.'))
    const text = Buffer.from(found ?? '')
    const answer = Buffer.concat([
      query.subarray(0, 2),
      Buffer.from([0x81, found === undefined ? 0x83 : 0x80, 0, 1, 0, found === undefined ? 0 : 1, 0, 0, 0, 0]),
      query.subarray(12, end + 4),
      ...(found === undefined
        ? []
        : [Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]), text]),
    ])
    dns.send(answer, from.port, from.address)
  })
  dns.bind(0, '127.0.0.1')
  await once(dns, 'listening')
}

function readName(query: Buffer): [labels: string[], end: number] {
  const labels: string[] = []
  let at = 12
  while (query[at]) {
    const length = query[at] ?? 0
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  return [labels, at + 1]
}
