import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  beginAuthorization,
  CookieBrowser,
  decideAuthorization,
  type OAuthApi,
  startOAuthApi,
} from '@wachta/testing/api/oauth'
import { sql } from 'kysely'
import { pino } from 'pino'

const logLines: string[] = []
let world: OAuthApi
let owner: number
let anna: string
let mallory: string

before(async () => {
  world = await startOAuthApi({ log: pino({ level: 'error' }, { write: (line) => void logLines.push(line) }) })
  await addPackage(world.api.owner)
  owner = await addAccount(world.api.owner, { username: 'anna' })
  anna = await openSession(world.api.owner, owner)
  mallory = await openSession(world.api.owner, await addAccount(world.api.owner, { username: 'mallory' }))
})
after(() => world.api[Symbol.asyncDispose]())

const redirectUri = 'https://dashboard.example.com/callback'
const verifier = 'v'.repeat(43)

interface RegisteredApplication {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string
}

async function register(more: object = {}, as = anna): Promise<RegisteredApplication> {
  const body = {
    name: 'Dashboard',
    kind: 'confidential',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'services:read', 'offline_access'],
    ...more,
  }
  const made = await world.api.call('POST', '/applications', { as, body })
  assert.equal(made.status, 201, made.text)
  return made.body
}

function authorizationQuery({ client_id }: RegisteredApplication, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid services:read offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
}

/** Begins a request in a new browser; `cookie` has the cookies that the browser keeps. */
async function beginRequest(registered: RegisteredApplication) {
  const browser = new CookieBrowser()
  const { uid = '' } = await beginAuthorization(
    browser,
    `${world.url}/oauth/authorize?${authorizationQuery(registered)}`,
  )
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { uid, cookie }
}

/** Opens exactly this path with exactly this cookie. */
const open = (path: string, cookie = '') => fetch(`${world.url}${path}`, { redirect: 'manual', headers: { cookie } })

test('a request that its victim approved is not resumed without the ticket, however the path is spelled', async () => {
  const { uid, cookie } = await beginRequest(await register())
  const approved = await decideAuthorization(world.api, uid, { as: anna })
  assert.equal(approved.status, 200, approved.text)
  for (const path of [
    '/oauth/Authorize/x',
    `/oauth/AUTHORIZE/${uid}`,
    `/oauth/authorize/${uid}/`,
    `/oauth/authorize//${uid}`,
    `/oauth//authorize/${uid}`,
    `/oauth/%61uthorize/${uid}`,
    `/oauth/%41uthorize/${uid}`,
    `/oauth/authorize%2f${uid}`,
    `/oauth/authorize/${uid}%2f`,
    `/oauth/authorize/${uid};x`,
    `/oauth/authorize/.%2f${uid}`,
    `/oauth/Device/${uid}`,
    `/oauth/device/${uid}`,
  ]) {
    const answer = await open(path, cookie)
    assert.deepEqual([answer.status, answer.headers.get('location')], [404, null], path)
  }
  const resumed = await open(approved.body.continue, cookie)
  assert.match(resumed.headers.get('location') ?? '', /^https:\/\/dashboard\.example\.com\/callback\?code=/)
})

test('the ticket of one request does not resume another', async () => {
  const registered = await register()
  const target = await beginRequest(registered)
  assert.equal((await decideAuthorization(world.api, target.uid, { as: anna })).status, 200)
  const own = await beginRequest(registered)
  const decided = await decideAuthorization(world.api, own.uid, { as: mallory })
  assert.equal(decided.status, 200, decided.text)
  const swapped = await open(decided.body.continue, target.cookie)
  assert.deepEqual([swapped.status, swapped.headers.get('location')], [404, null])
  // The first of two cookies of the same name counts; the second must not help either.
  const both = await open(decided.body.continue, `${target.cookie}; ${own.cookie}`)
  assert.deepEqual([both.status, both.headers.get('location')], [404, null])
  const unsigned = await open(decided.body.continue, `_interaction_resume=${own.uid}`)
  assert.deepEqual([unsigned.status, unsigned.headers.get('location')], [404, null])
  assert.match((await open(decided.body.continue, own.cookie)).headers.get('location') ?? '', /\?code=/)
})

test('only the endpoints that are documented are served, in one spelling', async () => {
  const query = authorizationQuery(await register(), { response_mode: 'form_post' })
  for (const path of [
    `/oauth/Authorize?${query}`,
    `/oauth/authorize/?${query}`,
    '/oauth/Device',
    '/oauth/device/',
    '/oauth/JWKS',
    '/oauth/jwks/',
    '/oauth/UserInfo',
    '/oauth/userinfo/',
    '/oauth/.well-known/OpenID-Configuration',
    '/oauth/.well-known/openid-configuration/',
    '/oauth/session/end',
    '/oauth/nothing',
  ]) {
    const answer = await open(path)
    assert.deepEqual([answer.status, answer.headers.get('location')], [404, null], path)
  }
  for (const name of [
    'authorize',
    'device',
    'Token',
    'token/',
    'Revoke',
    'Introspect',
    'Device_Authorization',
    'session/end/confirm',
  ]) {
    const answer = await fetch(`${world.url}/oauth/${name}`, { method: 'POST', body: query, redirect: 'manual' })
    assert.equal(answer.status, 404, name)
  }
  for (const path of [
    '/oauth/jwks',
    '/oauth/.well-known/openid-configuration',
    '/oauth/.well-known/oauth-authorization-server',
  ])
    assert.equal((await open(path)).status, 200, path)
})

const robot = { grant_types: ['client_credentials'], redirect_uris: [], scopes: ['services:read', 'account:read'] }

/** Sends a form to an endpoint as a client. */
async function post(
  endpoint: string,
  { client_id, client_secret }: RegisteredApplication,
  form: Record<string, string>,
) {
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  const body = new URLSearchParams(form)
  const answer = await fetch(`${world.url}/oauth/${endpoint}`, { method: 'POST', headers: { authorization }, body })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

const getOwnToken = (registered: RegisteredApplication) =>
  post('token', registered, { grant_type: 'client_credentials', scope: 'services:read' })

let visits = 0
/** Calls the API with a token, each time from a new address, because results are cached per address for a second. */
async function call(path: string, token: string) {
  visits += 1
  const { status, body } = await world.api.call('GET', path, { as: `Bearer ${token}`, from: `10.9.8.${visits}` })
  return status < 400 ? status : body[0].error
}

test('what an application does on its own is not private to the owner of the account', async () => {
  const manager = await addAccount(world.api.owner, { parent: owner, role: 'manager' })
  const registered = await register(robot, await openSession(world.api.owner, manager))
  const given = await post('token', registered, {
    grant_type: 'client_credentials',
    scope: 'services:read account:read',
  })
  assert.deepEqual([given.status, given.body.scope], [200, 'services:read'])
  assert.equal(await call('/services', given.body.access_token), 200)
  for (const path of ['/user_data/my_user_data', `/accounts/${owner}/logs/audit`, `/accounts/${owner}`])
    assert.equal(await call(path, given.body.access_token), 'application_scope_missing', path)
  // Even a token that was issued with this scope cannot use it.
  await world.api.owner.query(sql`update oauth_record set payload = payload || '{"scope": "services:read account:read"}'
where model = 'ClientCredentials'`)
  assert.equal(await call('/user_data/my_user_data', given.body.access_token), 'application_scope_missing')
})

test('an application acts on its own only while who knows its secret may manage applications', async () => {
  const { owner: database } = world.api
  const change = (id: number, columns: ReturnType<typeof sql>) =>
    database.query(sql`update account set ${columns} where id = ${id}`)
  for (const [dismissed, back] of [
    [sql`is_blocked = true`, sql`is_blocked = false`],
    [sql`closed_at = now()`, sql`closed_at = null`],
    [sql`role = 'editor'`, sql`role = 'manager'`],
    [sql`is_read_only = true`, sql`role = 'manager'`],
  ] as const) {
    const manager = await addAccount(database, { parent: owner, role: 'manager' })
    const registered = await register({ ...robot, scopes: ['services:read'] }, await openSession(database, manager))
    const { body } = await getOwnToken(registered)
    assert.equal(await call('/services', body.access_token), 200)
    await change(manager, dismissed)
    assert.equal(await call('/services', body.access_token), 'access_token_invalid')
    assert.equal((await getOwnToken(registered)).body.error, 'invalid_request')
    assert.deepEqual((await post('introspect', registered, { token: body.access_token })).body, { active: false })
    await change(manager, back)
    assert.equal(await call('/services', body.access_token), 200)
  }
})

test('the account that replaces the secret of an application is responsible for it', async () => {
  const { owner: database } = world.api
  const manager = await addAccount(database, { parent: owner, role: 'manager' })
  const registered = await register({ ...robot, scopes: ['services:read'] }, await openSession(database, manager))
  await database.query(sql`delete from account where id = ${manager}`)
  assert.equal((await getOwnToken(registered)).body.error, 'invalid_request')
  const rotated = await world.api.call('POST', `/applications/${registered.id}/rotate_secret`, { as: anna })
  const renewed = await getOwnToken({ ...registered, ...rotated.body })
  assert.equal(await call('/services', renewed.body.access_token), 200)
  const staff = await addAccount(database, { administrator: true })
  const as = await openSession(database, staff, 'administrator')
  const replaced = await world.api.call('POST', `/applications/${registered.id}/rotate_secret`, { as })
  assert.equal(replaced.status, 200, replaced.text)
  assert.equal((await getOwnToken({ ...registered, ...replaced.body })).status, 200)
})

/** Connects an application to an account and returns its tokens. */
async function connect(registered: RegisteredApplication, as: string) {
  const { uid, cookie } = await beginRequest(registered)
  const decided = await decideAuthorization(world.api, uid, { as })
  assert.equal(decided.status, 200, decided.text)
  const back = new URL((await open(decided.body.continue, cookie)).headers.get('location') ?? '')
  const code = back.searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const { status, body } = await post('token', registered, form)
  assert.equal(status, 200, JSON.stringify(body))
  return { code, token: String(body.access_token), refreshToken: String(body.refresh_token) }
}

test('the applications of an account that is blocked or closed stop acting for others', async () => {
  const { owner: database } = world.api
  const developer = await addAccount(database)
  const registered = await register({}, await openSession(database, developer))
  const { token, refreshToken } = await connect(registered, mallory)
  for (const [ended, back] of [
    [sql`is_blocked = true`, sql`is_blocked = false`],
    [sql`closed_at = now()`, sql`closed_at = null`],
  ]) {
    assert.equal(await call('/services', token), 200)
    await database.query(sql`update account set ${ended} where id = ${developer}`)
    assert.equal(await call('/services', token), 'access_token_invalid')
    const refreshed = await post('token', registered, { grant_type: 'refresh_token', refresh_token: refreshToken })
    assert.deepEqual([refreshed.status, refreshed.body.error], [401, 'invalid_client'])
    assert.equal((await open(`/oauth/authorize?${authorizationQuery(registered)}`)).status, 400)
    await database.query(sql`update account set ${back} where id = ${developer}`)
  }
})

test('the tokens of a person who is blocked or closed are not active', async () => {
  const { owner: database } = world.api
  const person = await addAccount(database)
  const registered = await register()
  const { token, refreshToken } = await connect(registered, await openSession(database, person))
  for (const [ended, back] of [
    [sql`is_blocked = true`, sql`is_blocked = false`],
    [sql`closed_at = now()`, sql`closed_at = null`],
  ])
    for (const each of [token, refreshToken]) {
      assert.equal((await post('introspect', registered, { token: each })).body.active, true)
      await database.query(sql`update account set ${ended} where id = ${person}`)
      assert.deepEqual((await post('introspect', registered, { token: each })).body, { active: false })
      await database.query(sql`update account set ${back} where id = ${person}`)
    }
})

test('what no database can store is rejected, not failed at', async () => {
  const registered = await register()
  const zero = '\0'
  const unknown = await open(`/oauth/authorize?${authorizationQuery(registered, { client_id: zero })}`)
  assert.equal(unknown.status, 400)
  assert.match(await unknown.text(), /invalid_client/)
  for (const name of ['state', 'login_hint', 'nonce']) {
    const asked = await open(`/oauth/authorize?${authorizationQuery(registered, { [name]: `a${zero}` })}`)
    const back = new URL(asked.headers.get('location') ?? `about:${asked.status}`, world.url)
    assert.deepEqual(
      [back.origin, back.searchParams.get('error')],
      [new URL(redirectUri).origin, 'invalid_request'],
      name,
    )
  }
  // The six characters `\u0000` are not a null character.
  const spelled = await open(`/oauth/authorize?${authorizationQuery(registered, { state: '\\u0000' })}`)
  assert.match(spelled.headers.get('location') ?? '', /^\/authorize\//)
  for (const client_id of [zero, 'é', 'x'.repeat(65), ''])
    for (const endpoint of ['token', 'introspect', 'revoke', 'device_authorization']) {
      const { status } = await post(
        endpoint,
        { ...registered, client_id },
        { grant_type: 'client_credentials', token: 'x' },
      )
      assert.ok(status === 400 || status === 401, `${endpoint} ${JSON.stringify(client_id)}: ${status}`)
      const body = new URLSearchParams({ client_id, grant_type: 'refresh_token', refresh_token: zero, token: zero })
      const named = await fetch(`${world.url}/oauth/${endpoint}`, { method: 'POST', body })
      assert.ok(
        named.status === 400 || named.status === 401,
        `${endpoint} ${JSON.stringify(client_id)}: ${named.status}`,
      )
    }
  const grant_types = ['urn:ietf:params:oauth:grant-type:device_code']
  const device = await register({ kind: 'public', redirect_uris: [], grant_types })
  const body = new URLSearchParams({ client_id: device.client_id, scope: 'services:read', login_hint: zero })
  const answer = await fetch(`${world.url}/oauth/device_authorization`, { method: 'POST', body })
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [400, 'invalid_request'])
})

test('the log of a failure does not quote rows', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await using api = (await startOAuthApi({ log })).api
  await api.owner.query(sql`create function fail() returns trigger language plpgsql as
$$ begin raise exception 'failed' using detail = 'private row'; end $$`)
  await api.owner.query(sql`create trigger fail before insert on oauth_record execute function fail()`)
  const body = new URLSearchParams({ client_id: 'wachta-command', scope: 'services:read' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await api.app.inject({ method: 'POST', url: '/oauth/device_authorization', headers, body })
  assert.equal(answer.statusCode, 500)
  assert.match(lines.join(''), /the OAuth provider failed/)
  assert.doesNotMatch(lines.join(''), /private row/)
})

test('tokens that cannot be logged are issued all the same, because the refresh token is already used up', async () => {
  const { owner: database } = world.api
  const registered = await register()
  const { refreshToken } = await connect(registered, await openSession(database, await addAccount(database)))
  await database.query(sql`update authentication set time = time - interval '1 day'`)
  await database.query(sql`create function fail() returns trigger language plpgsql as
$$ begin raise exception 'failed' using detail = 'private row'; end $$`)
  await database.query(sql`create trigger fail before insert on authentication execute function fail()`)
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const refreshed = await post('token', registered, form).finally(() => database.query(sql`drop function fail cascade`))
  assert.equal(refreshed.status, 200, JSON.stringify(refreshed.body))
  assert.equal(await call('/services', refreshed.body.access_token), 200)
  assert.match(logLines.join(''), /issued tokens are missing in the log of sign-ins/)
  assert.doesNotMatch(logLines.join(''), /private row/)
})

test('a code or refresh token that is used twice is a security event of the person who gave the access', async () => {
  const { owner: database } = world.api
  const registered = await register()
  const refresh = (refresh_token: string) => post('token', registered, { grant_type: 'refresh_token', refresh_token })
  for (const reuse of [
    async (token: string) => {
      assert.equal((await refresh(token)).status, 200)
      assert.equal((await refresh(token)).body.error, 'invalid_grant')
    },
    async (token: string) => void (await Promise.all([1, 2, 3, 4, 5, 6].map(() => refresh(token)))),
  ]) {
    const person = await addAccount(database)
    const as = await openSession(database, person)
    const list = async () => {
      await world.api.security.flush()
      const { body } = await world.api.call('GET', `/accounts/${person}/logs/security_events`, { as })
      return body.map(({ type, client_ip_address, count }: Record<string, unknown>) => [type, client_ip_address, count])
    }
    const ended = await connect(registered, as)
    // Revoking a token is not reuse.
    await post('revoke', registered, { token: ended.refreshToken })
    assert.deepEqual(await list(), [])
    await reuse((await connect(registered, as)).refreshToken)
    assert.deepEqual(await list(), [['token_reused', '127.0.0.1', 1]])
    const { code } = await connect(registered, as)
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
    assert.equal((await post('token', registered, form)).body.error, 'invalid_grant')
    assert.deepEqual(await list(), [['token_reused', '127.0.0.1', 2]])
  }
})
