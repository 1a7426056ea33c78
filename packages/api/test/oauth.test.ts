import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  authorize,
  beginAuthorization,
  CookieBrowser,
  decideAuthorization,
  type OAuthApi,
  startOAuthApi,
} from '@wachta/testing/api/oauth'
import { sql } from 'kysely'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { cleanUp } from '../src/platform/cleanup.ts'

let world: OAuthApi
let account: number
let anna: string
let bert: string

const redirectUri = 'http://127.0.0.1:9/callback'
const allow = { execute: [client.allowInsecureRequests] }
const scopes = ['services:read', 'openid', 'email', 'profile', 'offline_access']

before(async () => {
  world = await startOAuthApi()
  await addPackage(world.api.owner)
  account = await addAccount(world.api.owner, { username: 'anna' })
  anna = await openSession(world.api.owner, account)
  bert = await openSession(world.api.owner, await addAccount(world.api.owner))
})
after(() => world.api[Symbol.asyncDispose]())

interface RegisteredApplication {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string | null
}

async function register(more: object = {}, as = anna): Promise<RegisteredApplication> {
  const body = {
    name: 'Dashboard',
    kind: 'confidential',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    scopes,
    ...more,
  }
  const made = await world.api.call('POST', '/applications', { as, body })
  assert.equal(made.status, 201, made.text)
  return made.body
}

const discover = ({ client_id, client_secret }: RegisteredApplication) =>
  client.discovery(
    world.issuer,
    client_id,
    undefined,
    client_secret === null ? client.None() : client.ClientSecretBasic(client_secret),
    allow,
  )

interface AuthorizationStart {
  readonly url: URL
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

async function ask(config: client.Configuration, more: Record<string, string> = {}): Promise<AuthorizationStart> {
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...(more['scope']?.includes('openid') === false ? {} : { nonce }),
    ...more,
  })
  return { url, verifier, state, nonce }
}

const exchange = (config: client.Configuration, back: URL, { verifier, state, nonce }: AuthorizationStart) =>
  client.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  })

/** Signs an application in as a person and returns its tokens. */
async function connect(config: client.Configuration, as = anna) {
  const asked = await ask(config)
  const back = await authorize(world, asked.url.href, { as })
  return { tokens: await exchange(config, back, asked), asked, back }
}

const listServices = (token: string, from?: string) =>
  world.api.call('GET', '/services', { as: `Bearer ${token}`, ...(from !== undefined && { from }) })

const isError = (error: string) => (reason: { error?: string; cause?: { error?: string } }) => {
  assert.equal(reason.error ?? reason.cause?.error, error, String(reason))
  return true
}

const isRejectedClient = ({ status }: { status?: number }) => status === 401

test('a client signs a person in with a code, and acts as that person within the scopes', async () => {
  const config = await discover(await register())
  const { tokens, back } = await connect(config)
  assert.match(tokens.access_token, /^wao_[0-9A-Za-z]{36}$/)
  assert.match(tokens.refresh_token ?? '', /^war_[0-9A-Za-z]{36}$/)
  assert.equal(tokens.expires_in, 900)
  assert.equal(back.searchParams.get('iss'), world.issuer.href)
  const claims = tokens.claims()
  assert.equal(claims?.sub, String(account))
  assert.equal(claims?.['email'], 'anna@example.com')
  assert.deepEqual(claims?.['amr'], ['pwd'])
  const user = await client.fetchUserInfo(config, tokens.access_token, String(account))
  assert.equal(user.preferred_username, 'anna')
  assert.equal((await listServices(tokens.access_token)).status, 200)
  const write = await world.api.call('POST', '/groups', { as: `Bearer ${tokens.access_token}`, body: { name: 'New' } })
  assert.deepEqual([write.status, write.body[0].error], [403, 'application_scope_missing'])
  const key = await world.api.call('GET', '/api_keys', { as: `Bearer ${tokens.access_token}` })
  assert.deepEqual([key.status, key.body[0].error], [403, 'application_not_allowed'])
})

test('the log of sign-ins and the audit name the application', async () => {
  const registered = await register({ scopes: [...scopes, 'groups:write'] })
  const config = await discover(registered)
  const asked = await ask(config, { scope: 'groups:write' })
  const back = await authorize(world, asked.url.href, { as: anna })
  const { access_token } = await client.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: asked.verifier,
    expectedState: asked.state,
  })
  const made = await world.api.call('POST', '/groups', {
    as: `Bearer ${access_token}`,
    body: { name: 'By an application' },
  })
  assert.equal(made.status, 201, made.text)
  const logs = await world.api.call('GET', `/accounts/${account}/logs/authentications`, { as: anna })
  const logged = logs.body.filter(({ client_id }: { client_id: string }) => client_id === registered.client_id)
  assert.deepEqual(
    logged.map(({ type }: { type: string }) => type),
    ['oauth2'],
  )
  const audit = await world.api.call('GET', `/accounts/${account}/logs/audit?sort=-id&limit=1`, { as: anna })
  assert.equal(audit.body[0].operation, 'create_group')
  assert.equal(audit.body[0].application_id, registered.id)
  assert.equal(audit.body[0].api_key_id, null)
  const faults = await world.api.owner.query(sql`select * from audit_faults(${account})`)
  assert.deepEqual(faults, [])
})

test('an authorization request needs PKCE with S256, a known client and its exact redirect URI', async () => {
  const config = await discover(await register())
  const refused = async (more: Record<string, string>, without: string[] = []) => {
    const { url } = await ask(config, more)
    for (const name of without) url.searchParams.delete(name)
    return beginAuthorization(new CookieBrowser(), url.href)
  }
  const plain = await refused({ code_challenge_method: 'plain' })
  assert.equal(plain.location.searchParams.get('error'), 'invalid_request')
  const bare = await refused({}, ['code_challenge', 'code_challenge_method'])
  assert.equal(bare.location.searchParams.get('error'), 'invalid_request')
  const implicit = await refused({ response_type: 'token' })
  assert.match(implicit.location.hash, /error=unsupported_response_type/)
  const beyond = await refused({ scope: 'contacts:write' })
  assert.equal(beyond.location.searchParams.get('error'), 'invalid_scope')
  const silent = await refused({ prompt: 'none', scope: 'openid' })
  assert.equal(silent.location.searchParams.get('error'), 'login_required')
  // Without a trusted redirect address, there is no redirect.
  for (const redirect_uri of ['https://evil.example/callback', `${redirectUri}/more`, `${redirectUri}?more`])
    assert.equal((await refused({ redirect_uri })).location.href, 'about:400')
  assert.equal((await refused({ client_id: 'nobody' })).location.href, 'about:400')
  const { url } = await ask(config, { response_mode: 'form_post' })
  assert.match(await (await fetch(url)).text(), /response_mode_unsupported/)
})

test('the port of a loopback redirect URI may vary', async () => {
  const config = await discover(await register({ kind: 'public' }))
  const asked = await ask(config, { redirect_uri: 'http://127.0.0.1:45678/callback' })
  const back = await authorize(world, asked.url.href, { as: anna })
  assert.equal(back.port, '45678')
  assert.ok((await exchange(config, back, asked)).access_token)
})

test('a code works once, with its verifier, for its client; a second use revokes what the first one got', async () => {
  const config = await discover(await register())
  const other = await discover(await register())
  const asked = await ask(config)
  const back = await authorize(world, asked.url.href, { as: anna })
  const wrong = { ...asked, verifier: client.randomPKCECodeVerifier() }
  await assert.rejects(exchange(config, back, wrong), isError('invalid_grant'))
  await assert.rejects(exchange(other, back, asked), isError('invalid_grant'))
  const tokens = await exchange(config, back, asked)
  assert.equal((await listServices(tokens.access_token)).status, 200)
  await assert.rejects(exchange(config, back, asked), isError('invalid_grant'))
  const dead = await listServices(tokens.access_token, '127.0.0.2')
  assert.deepEqual([dead.status, dead.body[0].error], [401, 'access_token_invalid'])
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), isError('invalid_grant'))
})

test('refresh tokens rotate; using an old one ends the access', async () => {
  const config = await discover(await register())
  const { tokens } = await connect(config)
  const first = tokens.refresh_token ?? ''
  const next = await client.refreshTokenGrant(config, first)
  assert.notEqual(next.refresh_token, first)
  await assert.rejects(
    client.refreshTokenGrant(config, next.refresh_token ?? '', { scope: 'services:write' }),
    isError('invalid_scope'),
  )
  await assert.rejects(client.refreshTokenGrant(config, first), isError('invalid_grant'))
  assert.equal((await listServices(next.access_token, '127.0.0.2')).status, 401)
  await assert.rejects(client.refreshTokenGrant(config, next.refresh_token ?? ''), isError('invalid_grant'))
})

test('of parallel uses of one refresh token at most one succeeds', async () => {
  const config = await discover(await register())
  const { tokens } = await connect(config)
  const uses = await Promise.allSettled(
    Array.from({ length: 6 }, () => client.refreshTokenGrant(config, tokens.refresh_token ?? '')),
  )
  assert.ok(uses.filter(({ status }) => status === 'fulfilled').length <= 1)
  for (const use of uses)
    if (use.status === 'fulfilled') assert.equal((await listServices(use.value.access_token, '127.0.0.3')).status, 401)
})

test('scopes can be left out, and a person who refuses is respected', async () => {
  const config = await discover(await register())
  const asked = await ask(config)
  const back = await authorize(world, asked.url.href, { as: anna, scopes: ['openid', 'email'] })
  const tokens = await exchange(config, back, asked)
  assert.equal(tokens.scope, 'openid email')
  assert.equal(tokens.refresh_token, undefined)
  assert.equal((await listServices(tokens.access_token)).status, 403)
  const refused = await authorize(world, (await ask(config)).url.href, { as: anna, scopes: [] })
  assert.equal(refused.searchParams.get('error'), 'access_denied')
  const browser = new CookieBrowser()
  const { uid = '' } = await beginAuthorization(browser, (await ask(config, { scope: 'openid' })).url.href)
  const beyond = await decideAuthorization(world.api, uid, { as: anna, scopes: ['openid', 'email'] })
  assert.deepEqual([beyond.status, beyond.body[0].error], [422, 'scope_not_requested'])
})

test('a decision counts only in the browser that asked', async () => {
  const config = await discover(await register())
  const attacker = new CookieBrowser()
  const asked = await ask(config)
  const { uid = '' } = await beginAuthorization(attacker, asked.url.href)
  const decided = await decideAuthorization(world.api, uid, { as: anna })
  const [path = ''] = decided.body.continue.split('?')
  // The browser that started the request lacks the ticket; the one that approved it lacks the cookie.
  assert.equal((await attacker.open(`${world.url}${path}`)).status, 404)
  assert.equal((await attacker.open(`${world.url}${path}?ticket=guess`)).status, 404)
  const victim = await new CookieBrowser().open(`${world.url}${decided.body.continue}`)
  assert.equal(victim.headers.get('location'), null)
  assert.equal(victim.status, 404)
  const again = await decideAuthorization(world.api, uid, { as: bert })
  assert.deepEqual([again.status, again.body[0].error], [404, 'authorization_request_unknown'])
})

test('the decision needs a session with a recent step-up, and a login if the client asks for one', async () => {
  const config = await discover(await register())
  const stale = await openSession(world.api.owner, account, 'customer', { steppedUp: false })
  const { uid = '' } = await beginAuthorization(new CookieBrowser(), (await ask(config)).url.href)
  const refused = await decideAuthorization(world.api, uid, { as: stale })
  assert.deepEqual([refused.status, refused.body[0].error], [403, 'step_up_required'])
  const old = await openSession(world.api.owner, account)
  await world.api.owner.query(sql`update session set stepped_up_at = now() - interval '1 minute' where account_id = ${account}
  and stepped_up_at = 'infinity' and id = (select max(id) from session)`)
  for (const more of [{ prompt: 'login' }, { max_age: '30' }]) {
    const asked = await beginAuthorization(
      new CookieBrowser(),
      (await ask(config, { scope: 'openid', ...more })).url.href,
    )
    const answer = await decideAuthorization(world.api, asked.uid ?? '', { as: old })
    assert.deepEqual([answer.status, answer.body[0].error], [403, 'step_up_required'], JSON.stringify(more))
  }
  const form = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site', authorization: anna } }
  const forged = await fetch(`${world.url}/v3/authorization_requests/${uid}/approve`, form)
  assert.equal(forged.status, 403)
})

test('the browser keeps one cookie, for the request alone', async () => {
  const browser = new CookieBrowser()
  const { uid } = await beginAuthorization(browser, (await ask(await discover(await register()))).url.href)
  assert.deepEqual(
    browser.cookies.map(({ name, path }) => `${name} ${path}`),
    [`_interaction_resume /oauth/authorize/${uid}`, `_interaction_resume.sig /oauth/authorize/${uid}`],
  )
  for (const { line } of browser.cookies) assert.match(line, /httponly/i)
  for (const { line } of browser.cookies) assert.match(line, /samesite=lax/i)
})

test('an application acts on its own as the account that registered it', async () => {
  const registered = await register({
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scopes: ['services:read'],
  })
  const config = await discover(registered)
  const tokens = await client.clientCredentialsGrant(config, { scope: 'services:read' })
  assert.equal((await listServices(tokens.access_token)).status, 200)
  assert.equal(tokens.refresh_token, undefined)
  await assert.rejects(client.clientCredentialsGrant(config, { scope: 'groups:read' }), isError('invalid_scope'))
  const wrong = { ...registered, client_secret: registered.client_secret?.replace(/.$/, 'x') ?? '' }
  await assert.rejects(client.clientCredentialsGrant(await discover(wrong), {}), isRejectedClient)
  const rotated = await world.api.call('POST', `/applications/${registered.id}/rotate_secret`, { as: anna })
  assert.equal(rotated.status, 200, rotated.text)
  await assert.rejects(client.clientCredentialsGrant(config, { scope: 'services:read' }), isRejectedClient)
  const renewed = await discover({ ...registered, client_secret: rotated.body.client_secret })
  assert.ok((await client.clientCredentialsGrant(renewed, { scope: 'services:read' })).access_token)
})

test('an application that lacks the scope of a section is named as such, not as a key', async () => {
  const scopes = ['groups:write', 'services:write', 'contacts:write', 'alerts:write']
  const registered = await register({ grant_types: ['client_credentials'], redirect_uris: [], scopes })
  const tokens = await client.clientCredentialsGrant(await discover(registered), { scope: scopes.join(' ') })
  const as = `Bearer ${tokens.access_token}`
  const refused = await world.api.call('POST', '/apply', { as, body: { report_templates: [] } })
  assert.deepEqual([refused.status, refused.body[0].error], [403, 'application_scope_missing'])
})

test('tokens, codes and clients of an account that is moving to another cell are not rejected as invalid', async () => {
  const registered = await register()
  const depart = (secret: string) =>
    world.api.owner.query(sql`insert into departed_key (kind, name, tree_id)
values ('secret', ${createHash('sha256').update(secret).digest('hex')}, 1)`)
  const send = async (client_id: string, fields: Record<string, string>) => {
    const basic = Buffer.from(`${client_id}:${registered.client_secret}`).toString('base64')
    const response = await fetch(`${world.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    })
    return [response.status, ((await response.json()) as { error: string }).error]
  }
  const refresh = { grant_type: 'refresh_token', refresh_token: 'moved' }
  assert.deepEqual(await send(registered.client_id, refresh), [400, 'invalid_grant'])
  assert.deepEqual(await send('moved-client', refresh), [401, 'invalid_client'])
  await depart('moved')
  await depart('moved-client')
  assert.deepEqual(await send(registered.client_id, refresh), [503, 'temporarily_unavailable'])
  assert.deepEqual(await send('moved-client', refresh), [503, 'temporarily_unavailable'])
})

test('a device gets access when its code is entered and approved', async () => {
  const grant_types = ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token']
  const config = await discover(await register({ kind: 'public', redirect_uris: [], grant_types }))
  const start = () => client.initiateDeviceAuthorization(config, { scope: 'services:read offline_access' })
  const device = await start()
  const page = await fetch(device.verification_uri_complete ?? '', { redirect: 'manual' })
  assert.equal(page.headers.get('location'), `/device?user_code=${device.user_code}`)
  const user_code = device.user_code.toLowerCase().replace('-', ' ')
  const asked = await world.api.call('POST', '/device_authorizations/find', { as: anna, body: { user_code } })
  assert.deepEqual(asked.body.scopes, ['services:read', 'offline_access'])
  assert.equal(asked.body.client_ip_address, '127.0.0.1')
  const body = { user_code, scopes: asked.body.scopes }
  const approved = await world.api.call('POST', '/device_authorizations/approve', { as: anna, body })
  assert.equal(approved.status, 204, approved.text)
  const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 })
  assert.equal((await listServices(tokens.access_token)).status, 200)
  assert.ok(tokens.refresh_token)
  const again = await world.api.call('POST', '/device_authorizations/approve', { as: anna, body })
  assert.deepEqual([again.status, again.body[0].error], [404, 'device_code_unknown'])
  const second = client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 })
  await assert.rejects(second, isError('invalid_grant'))
  const denied = await start()
  await world.api.call('POST', '/device_authorizations/deny', { as: anna, body: { user_code: denied.user_code } })
  await assert.rejects(
    client.pollDeviceAuthorizationGrant(config, { ...denied, interval: 1 }),
    isError('access_denied'),
  )
})

test('guessing the codes of devices is limited', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 12; index += 1) {
    const body = { user_code: `AAAA-AAA${index}` }
    statuses.push((await world.api.call('POST', '/device_authorizations/find', { as: bert, body })).status)
  }
  assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429])
})

test('tokens are introspected and revoked by their own client only', async () => {
  const config = await discover(await register())
  const other = await discover(await register())
  const { tokens } = await connect(config)
  const own = await client.tokenIntrospection(config, tokens.access_token)
  assert.deepEqual([own.active, own.sub, own.scope], [true, String(account), scopes.join(' ')])
  assert.deepEqual(await client.tokenIntrospection(other, tokens.access_token), { active: false })
  await client.tokenRevocation(other, tokens.access_token)
  assert.equal((await listServices(tokens.access_token)).status, 200)
  await client.tokenRevocation(config, tokens.refresh_token ?? '')
  assert.deepEqual(await client.tokenIntrospection(config, tokens.access_token), { active: false })
  assert.equal((await listServices(tokens.access_token, '127.0.0.2')).status, 401)
})

test('blocking, the allow-list, revoking and deleting the application take effect at once', async () => {
  const registered = await register({}, bert)
  const config = await discover(registered)
  const owner = world.api.owner
  const works = async (token: string, from: string) => (await listServices(token, from)).status
  const { tokens } = await connect(config)
  await owner.query(sql`update account set is_blocked = true where id = ${account}`)
  assert.equal(await works(tokens.access_token, '127.0.1.1'), 403)
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), isError('invalid_grant'))
  await owner.query(
    sql`update account set is_blocked = false, ip_whitelist_enabled = true, ip_whitelist = '{10.0.0.0/8}' where id = ${account}`,
  )
  assert.equal(await works(tokens.access_token, '127.0.1.2'), 403)
  assert.equal(await works(tokens.access_token, '10.1.2.3'), 200)
  await assert.rejects(client.refreshTokenGrant(config, tokens.refresh_token ?? ''), isError('invalid_grant'))
  await owner.query(sql`update account set ip_whitelist_enabled = false, ip_whitelist = '{}' where id = ${account}`)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  const grants = await world.api.call('GET', '/application_grants?sort=-id&limit=1', { as: anna })
  assert.equal(grants.body[0].application_name, 'Dashboard')
  assert.equal(grants.body[0].client_id, registered.client_id)
  assert.equal((await world.api.call('DELETE', `/application_grants/${grants.body[0].id}`, { as: bert })).status, 404)
  assert.equal((await world.api.call('DELETE', `/application_grants/${grants.body[0].id}`, { as: anna })).status, 204)
  assert.equal(await works(refreshed.access_token, '127.0.1.3'), 401)
  const second = await connect(config)
  assert.equal((await world.api.call('DELETE', `/applications/${registered.id}`, { as: bert })).status, 204)
  assert.equal(await works(second.tokens.access_token, '127.0.1.4'), 401)
  await assert.rejects(client.refreshTokenGrant(config, second.tokens.refresh_token ?? ''), isRejectedClient)
})

test('scopes that are taken from an application no longer count in its tokens', async () => {
  const registered = await register()
  const { tokens } = await connect(await discover(registered))
  const body = { scopes: ['openid'] }
  assert.equal((await world.api.call('PUT', `/applications/${registered.id}`, { as: anna, body })).status, 204)
  assert.equal((await listServices(tokens.access_token, '127.0.2.1')).status, 403)
})

test('a second kind of client signs in by the metadata of RFC 8414', async () => {
  const registered = await register()
  const options = { [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(world.issuer, { ...options, algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(world.issuer, found)
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  assert.deepEqual(server.response_types_supported, ['code'])
  assert.deepEqual(server.response_modes_supported, ['query'])
  const app: oauth.Client = { client_id: registered.client_id }
  const authentication = oauth.ClientSecretBasic(registered.client_secret ?? '')
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  for (const [name, value] of Object.entries({
    client_id: registered.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'services:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
  }))
    url.searchParams.set(name, value)
  const back = await authorize(world, url.href, { as: anna })
  const parameters = oauth.validateAuthResponse(server, app, back, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    app,
    authentication,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, app, response)
  assert.equal((await listServices(tokens.access_token)).status, 200)
})

test('nothing is stored that a reader of the database could use', async () => {
  const registered = await register()
  const { tokens } = await connect(await discover(registered))
  const rows = await world.api.owner.query(sql<{ text: string }>`select r::text as text from oauth_record r
union all select y::text from application y union all select g::text from application_grant g union all select k::text from oauth_key k`)
  const text = rows.map((row) => row.text).join('\n')
  for (const secret of [tokens.access_token, tokens.refresh_token, registered.client_secret])
    assert.ok(secret && !text.includes(secret) && !text.includes(secret.slice(4, 20)))
  assert.ok(!text.includes('"d"'))
})

test('keys are announced before they sign, and kept after their successor signs', async () => {
  const { loadSigningKeys } = await import('../src/platform/oauth/signing-keys.ts')
  const { database, vault } = world.api.interface.context
  const at = (days: number) => new Date(Date.now() + days * 86_400_000)
  const ids = async (days: number) => (await loadSigningKeys({ database, vault }, at(days))).map(({ id }) => id)
  const [first = '', ...none] = await ids(0)
  assert.deepEqual(none, [])
  const parallel = await Promise.all([ids(91), ids(91), ids(91)])
  const [signing, second = ''] = parallel[0] ?? []
  assert.equal(signing, first)
  for (const each of parallel) assert.deepEqual(each, [first, second])
  assert.deepEqual(await ids(92.5), [second, first])
  assert.deepEqual((await ids(92 + 91)).slice(0, 1), [second])
  assert.ok(!(await ids(92 + 91)).includes(first))
  await world.api.owner.query(sql`delete from oauth_key where signs_from > now() + interval '1 hour'`)
})

test('what has expired is deleted', async () => {
  const { database, objects, searcher } = world.api.interface.context
  await connect(await discover(await register()))
  await cleanUp({ database, objects, registry: searcher.registry }, new Date(Date.now() + 91 * 86_400_000))
  const left = await world.api.owner.query(sql`select model from oauth_record`)
  assert.deepEqual(left, [])
  assert.deepEqual(await world.api.owner.query(sql`select from application_grant`), [])
})
