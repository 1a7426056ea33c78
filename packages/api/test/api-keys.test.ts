import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessScopes } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  createGroup,
  createTestService,
  dumpDatabase,
  findDefaultGroup,
  listErrors,
} from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

let api: TestApi
let owner: number
let anna: string
let reader: string
let bert: string
let staff: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 50 })
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  staff = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(() => api[Symbol.asyncDispose]())

interface NewApiKey {
  readonly id: number
  readonly key: string
  readonly as: string
}

async function newKey(scopes: readonly string[], more: object = {}, as = anna): Promise<NewApiKey> {
  const made = await api.call('POST', '/api_keys', { as, body: { name: 'Key', scopes, ...more } })
  assert.equal(made.status, 201, made.text)
  return { ...made.body, as: `Bearer ${made.body.key}` }
}

const hour = 3_600_000
const inAnHour = () => new Date(Date.now() + hour).toISOString()

test('a key is shown once, stored as a hash, and listed by its prefix', async () => {
  const body = { name: 'Deploy', scopes: ['services:write', 'groups:read'], expires_at: inAnHour() }
  const made = await api.call('POST', '/api_keys', { as: anna, body })
  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(made.body), ['id', 'key'])
  assert.match(made.body.key, /^wak_[0-9A-Za-z]{36}$/)
  const { body: read } = await api.call('GET', `/api_keys/${made.body.id}`, { as: anna })
  assert.deepEqual(
    { ...read, created_at: null, expires_at: null },
    {
      id: made.body.id,
      account_id: owner,
      name: 'Deploy',
      prefix: made.body.key.slice(0, 10),
      scopes: ['groups:read', 'services:write'],
      group_ids: null,
      created_at: null,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    },
  )
  assert.ok(!(await dumpDatabase(api.owner)).includes(made.body.key), 'nowhere in clear')
  const [log] = (await api.call('GET', `/accounts/${owner}/logs/audit?sort=-id&limit=1`, { as: anna })).body
  assert.equal(log.operation, 'create_api_key')
  assert.equal(log.after.name, 'Deploy')
})

test('a key acts as its holder within its scopes, and what it changes is logged with its id', async () => {
  const key = await newKey(['services:write'])
  const group_id = await findDefaultGroup(api.owner, owner)
  const service = await createTestService(api, key.as, { group_id })
  assert.equal((await api.call('GET', `/services/${service}`, { as: key.as })).status, 200)
  const [log] = (await api.call('GET', `/accounts/${owner}/logs/audit?sort=-id&limit=1`, { as: anna })).body
  assert.deepEqual(
    [log.operation, log.actor_id, log.api_key_id, log.session_id],
    ['create_service', owner, key.id, null],
  )
  const [faulty] = await api.owner.query(sql<{ count: number }>`select count(*)::int from audit_faults(${owner})`)
  assert.equal(faulty?.count, 0)

  const reading = await newKey(['services:read'])
  assert.equal((await api.call('GET', `/services/${service}`, { as: reading.as })).status, 200)
  const refused = await api.call('PUT', `/services/${service}`, { as: reading.as, body: { name: 'New' } })
  assert.equal(refused.status, 403)
  assert.deepEqual(listErrors(refused), [['api_key_scope_missing']])
  assert.match(refused.text, /services:write/)
  assert.deepEqual(listErrors(await api.call('GET', '/contacts', { as: reading.as })), [['api_key_scope_missing']])
  const stranger = await newKey(['services:write'], {}, bert)
  assert.equal((await api.call('GET', `/services/${service}`, { as: stranger.as })).status, 404)
})

test('a key works where the holder has two-factor authentication on, and has no administrator rights', async () => {
  const careful = await addAccount(api.owner)
  const key = await newKey(['account:read'], {}, await openSession(api.owner, careful))
  await api.owner.query(sql`update credential set totp_secret = 'sealed' where account_id = ${careful}`)
  assert.equal((await api.call('GET', '/accounts/my_account', { as: key.as })).status, 200)
  const ofStaff = await newKey(['account:read'], {}, staff)
  assert.deepEqual(listErrors(await api.call('GET', '/admin/accounts', { as: ofStaff.as })), [['api_key_not_allowed']])
  assert.equal((await api.call('GET', `/accounts/${owner}`, { as: ofStaff.as })).status, 404)
})

test('mistyped, unknown, expired and revoked keys are told apart', async () => {
  const key = await newKey(['account:read'], { expires_at: inAnHour() })
  const last = key.key.endsWith('a') ? 'b' : 'a'
  const tried = async (token: string) => {
    const reply = await api.call('GET', '/accounts/my_account', { as: `Bearer ${token}` })
    return [reply.status, ...listErrors(reply).flat()]
  }
  assert.deepEqual(await tried(`${key.key.slice(0, -1)}${last}`), [401, 'api_key_mistyped'])
  assert.deepEqual(await tried(key.key.slice(0, -1)), [401, 'api_key_mistyped'])
  assert.deepEqual(await tried('wak_0000000000000000000000000000000lDDWJ'), [401, 'api_key_mistyped'])
  await api.owner.query(sql`update api_key set expires_at = now() - interval '1 second' where id = ${key.id}`)
  assert.deepEqual(await tried(key.key), [401, 'api_key_expired'])
  assert.equal((await api.call('POST', `/api_keys/${key.id}/revoke`, { as: anna })).status, 204)
  assert.deepEqual(await tried(key.key), [401, 'api_key_revoked'])
  assert.equal((await api.call('POST', `/api_keys/${key.id}/revoke`, { as: anna })).status, 204, 'again')
  const renamed = await api.call('PUT', `/api_keys/${key.id}`, { as: anna, body: { name: 'New' } })
  assert.equal(renamed.status, 403, 'what is revoked is over')
  await api.owner.query(sql`delete from api_key where id = ${key.id}`)
  assert.deepEqual(await tried(key.key), [401, 'api_key_unknown'])
})

test('a key that worked a moment ago is rejected as soon as it is revoked', async () => {
  const key = await newKey(['account:read'])
  assert.equal((await api.call('GET', '/accounts/my_account', { as: key.as })).status, 200)
  await api.call('POST', `/api_keys/${key.id}/revoke`, { as: anna })
  assert.equal((await api.call('GET', '/accounts/my_account', { as: key.as })).status, 401)
})

test('a blocked holder and an address that is not allowed lock keys out', async () => {
  const account = await addAccount(api.owner)
  const key = await newKey(['account:read'], {}, await openSession(api.owner, account))
  await api.owner.query(
    sql`update account set ip_whitelist_enabled = true, ip_whitelist = '{192.0.2.0/24}' where id = ${account}`,
  )
  assert.deepEqual(listErrors(await api.call('GET', '/accounts/my_account', { as: key.as })), [['address_not_allowed']])
  await api.owner.query(sql`update account set is_blocked = true, ip_whitelist_enabled = false where id = ${account}`)
  assert.deepEqual(listErrors(await api.call('GET', '/accounts/my_account', { as: key.as })), [['account_blocked']])
})

test('the last use is recorded, and not with every request', async () => {
  const key = await newKey(['account:read'])
  const lastUse = async () => (await api.call('GET', `/api_keys/${key.id}`, { as: anna })).body.last_used_at
  const start = new Date()
  for (const [seconds, expected] of [
    [0, 0],
    [30, 0],
    [61, 61],
  ] as const) {
    api.clock = new Date(start.getTime() + seconds * 1000)
    await api.call('GET', '/accounts/my_account', { as: key.as })
    assert.equal(Date.parse(await lastUse()), start.getTime() + expected * 1000, `after ${seconds} seconds`)
  }
  api.clock = null
})

test('keys of a read-only user can only read', async () => {
  const key = await newKey(['services:write'], {}, reader)
  const group_id = await findDefaultGroup(api.owner, owner)
  const body = { type_id: 'ping', name: 'Service', address: 'example.com', group_id }
  assert.equal((await api.call('GET', '/services', { as: key.as })).status, 200)
  assert.deepEqual(listErrors(await api.call('POST', '/services', { as: key.as, body })), [['forbidden']])
})

test('keys of others are neither seen, renamed nor revoked; an administrator may revoke', async () => {
  const key = await newKey(['account:read'])
  for (const as of [bert, reader]) {
    assert.equal((await api.call('GET', `/api_keys/${key.id}`, { as })).status, 404)
    assert.equal((await api.call('PUT', `/api_keys/${key.id}`, { as, body: { name: 'Mine' } })).status, 404)
    assert.equal((await api.call('POST', `/api_keys/${key.id}/revoke`, { as })).status, 404)
  }
  assert.equal((await api.call('PUT', `/api_keys/${key.id}`, { as: anna, body: { name: 'Renamed' } })).status, 204)
  assert.equal((await api.call('GET', `/api_keys/${key.id}`, { as: anna })).body.name, 'Renamed')
  assert.equal((await api.call('PUT', `/api_keys/${key.id}`, { as: anna, body: { scopes: [] } })).status, 400)
  assert.equal((await api.call('POST', `/api_keys/${key.id}/revoke`, { as: staff })).status, 204)
})

test('all errors of a new key are reported at once', async () => {
  const group = await createGroup(api, anna)
  const foreign = await findDefaultGroup(
    api.owner,
    (await api.call('GET', '/accounts/my_account', { as: bert })).body.id,
  )
  const attempt = async (body: object) => listErrors(await api.call('POST', '/api_keys', { as: anna, body }))
  assert.deepEqual(await attempt({ name: '', scopes: ['everything:read'] }), [
    ['too_short', 'data.name'],
    ['not_an_allowed_value', 'data.scopes.0'],
  ])
  assert.deepEqual(await attempt({ name: 'Key', scopes: [] }), [['too_few_items', 'data.scopes']])
  assert.deepEqual(
    await attempt({
      name: 'Key',
      scopes: ['contacts:read'],
      group_ids: [group, foreign],
      expires_at: '2020-01-01T00:00:00Z',
    }),
    [
      ['expiry_in_the_past', 'data.expires_at'],
      ['scope_beyond_groups', 'data.scopes'],
      ['unknown_reference', 'data.group_ids'],
    ],
  )
  assert.deepEqual(await attempt({ name: 'Key', scopes: ['services:read'], group_ids: [] }), [
    ['too_few_items', 'data.group_ids'],
  ])
})

test('a key manages no keys, passwords, sessions, users or accounts', async () => {
  const key = await newKey(accessScopes)
  const attempts: [method: string, path: string, body?: object][] = [
    ['GET', '/api_keys'],
    ['POST', '/api_keys', { name: 'More', scopes: ['account:read'] }],
    ['PUT', `/api_keys/${key.id}`, { name: 'New' }],
    ['POST', `/api_keys/${key.id}/revoke`],
    ['POST', '/accounts/my_account/change_password', { password: 'a', new_password: 'b' }],
    ['POST', '/accounts/my_account/2fa/setup', {}],
    ['PUT', '/accounts/my_account', { name: 'New' }],
    ['PUT', `/user_data/${owner}`, { email_address: 'new@example.com' }],
    ['POST', '/accounts', {}],
    ['POST', '/accounts/subaccount', {}],
    ['POST', '/accounts/my_account/close', {}],
    ['DELETE', `/accounts/${owner}`],
    ['GET', '/sessions'],
    ['POST', '/sessions', {}],
    ['POST', '/auth_token', {}],
    ['GET', '/accounts/my_account/export'],
    ['POST', `/accounts/${owner}/signing_keys`],
    ['GET', '/live'],
  ]
  for (const [method, path, body] of attempts) {
    const reply = await api.call(method, path, { as: key.as, ...(body && { body }) })
    assert.deepEqual([reply.status, ...listErrors(reply)], [403, ['api_key_not_allowed']], `${method} ${path}`)
  }
  assert.equal((await api.call('GET', '/dictionaries/languages', { as: key.as })).status, 200)
})

test('records that a key may not read are not shown inside of others, nor searched by', async () => {
  const service = await createTestService(api, anna, { name: 'Embedding' })
  const key = await newKey(['services:read'])
  const read = async (as: string) =>
    (await api.call('GET', `/services/${service}?embed=owner,group,type,permissions`, { as })).body
  const whole = await read(anna)
  assert.deepEqual([whole.owner.id, typeof whole.group.name, whole.type.id], [owner, 'string', 'ping'])
  const narrowed = await read(key.as)
  assert.deepEqual([narrowed.owner, narrowed.group, narrowed.type.id], [null, null, 'ping'])
  assert.equal((await read((await newKey(['services:read', 'account:read'])).as)).owner.id, owner)
  const search = async (as: string) =>
    (
      await api.call('POST', '/corrections/search', {
        as,
        body: { filters: { 'service.name': [{ type: 'equals', argument: 'Embedding' }] } },
      })
    ).body
  const times = { start_time: '2020-01-01T00:00:00Z', end_time: '2020-01-02T00:00:00Z' }
  const body = { service_id: service, status: 'ok', description: '', ...times }
  assert.equal((await api.call('POST', '/corrections', { as: anna, body })).status, 201)
  assert.equal((await search(anna)).length, 1)
  assert.equal((await search((await newKey(['corrections:read'])).as)).length, 0)
  assert.equal((await search((await newKey(['corrections:read', 'services:read'])).as)).length, 1)
})

test('a key limited to groups sees and changes nothing outside of them', async () => {
  const [inside, outside] = [await createGroup(api, anna), await createGroup(api, anna)]
  const here = await createTestService(api, anna, { group_id: inside })
  const there = await createTestService(api, anna, { group_id: outside })
  const scopes = ['services:write', 'groups:write', 'maintenance:write', 'corrections:write', 'sensors:read']
  const key = await newKey(scopes, { group_ids: [inside] })
  const ids = async (path: string): Promise<number[]> =>
    (await api.call('GET', path, { as: key.as })).body.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('/services'), [here])
  assert.deepEqual(await ids('/groups'), [inside])
  const statuses = (await api.call('GET', '/service_statuses', { as: key.as })).body
  assert.deepEqual(
    statuses.map(({ service_id }: { service_id: number }) => service_id),
    [here],
  )
  const status = async (method: string, path: string, body?: object) =>
    (await api.call(method, path, { as: key.as, ...(body && { body }) })).status
  assert.equal(await status('GET', `/services/${here}`), 200)
  assert.equal(await status('GET', `/services/${there}`), 404)
  assert.equal(await status('PUT', `/services/${there}`, { name: 'New' }), 404)
  assert.equal(await status('PUT', `/services/${here}`, { name: 'New' }), 204)
  assert.equal(await status('POST', '/services/bulk_pause', { ids: [here, there] }), 422)
  assert.equal(await status('POST', '/services/bulk_delete', { ids: [there] }), 422)
  assert.notEqual(await status('PUT', `/services/${here}`, { group_id: outside }), 204, 'it cannot be moved out')
  assert.notEqual(await status('POST', '/services/bulk_change_group', { ids: [here], group_id: outside }), 204)
  const suspension = { service_id: there, end_time: inAnHour() }
  assert.equal(await status('POST', '/suspensions', suspension), 422)
  assert.equal(await status('POST', '/suspensions', { ...suspension, service_id: here }), 201)
  assert.equal(
    await status('POST', '/services', { type_id: 'ping', name: 'S', address: 'a.example', group_id: inside }),
    201,
  )
  const refused = await api.call('POST', '/groups', { as: key.as, body: { name: 'Another' } })
  assert.deepEqual(listErrors(refused), [['api_key_limited_to_groups']])
  assert.deepEqual(listErrors(await api.call('GET', `/accounts/${owner}/metrics`, { as: key.as })), [
    ['api_key_limited_to_groups'],
  ])
})

test('an expired or revoked key is deleted after 90 days, and until then the error names the reason', async () => {
  const [revoked, expired, active] = [
    await newKey(['account:read']),
    await newKey(['account:read'], { expires_at: inAnHour() }),
    await newKey(['account:read'], { expires_at: new Date(Date.now() + 400 * 24 * hour).toISOString() }),
  ]
  await api.call('POST', `/api_keys/${revoked.id}/revoke`, { as: anna })
  const left = async (days: number) => {
    await cleanUp({ ...api, registry }, new Date(Date.now() + days * 24 * hour))
    const ids = [revoked.id, expired.id, active.id]
    const rows = await api.owner.query(sql<{ id: number }>`select id from api_key where id = any(${ids}) order by id`)
    return rows.map(({ id }) => id)
  }
  assert.deepEqual(await left(89), [revoked.id, expired.id, active.id])
  assert.deepEqual(await left(91), [active.id])
})

/** A request that needs each scope: a list to read, or a record to create (which an empty body never does). */
const scopeUses: Readonly<Record<string, readonly [method: 'GET' | 'POST', path: string]>> = {
  'services:read': ['GET', '/services'],
  'services:write': ['POST', '/services'],
  'groups:read': ['GET', '/groups'],
  'groups:write': ['POST', '/groups'],
  'maintenance:read': ['GET', '/suspensions'],
  'maintenance:write': ['POST', '/suspensions'],
  'corrections:read': ['GET', '/corrections'],
  'corrections:write': ['POST', '/corrections'],
  'alerts:read': ['GET', '/events'],
  'alerts:write': ['POST', '/events'],
  'incidents:read': ['GET', '/incidents'],
  'incidents:write': ['POST', '/incidents/bulk_acknowledge'],
  'contacts:read': ['GET', '/contacts'],
  'contacts:write': ['POST', '/contacts'],
  'templates:read': ['GET', '/templates'],
  'templates:write': ['POST', '/templates'],
  'reports:read': ['GET', '/report_templates'],
  'reports:write': ['POST', '/report_templates'],
  'status_pages:read': ['GET', '/status_pages'],
  'status_pages:write': ['POST', '/status_pages'],
  'status_page_posts:read': ['GET', '/status_page_posts'],
  'status_page_posts:write': ['POST', '/status_page_posts'],
  'sensors:read': ['GET', '/sensors'],
  'sensors:write': ['POST', '/sensors'],
  'diagnostics:read': ['GET', '/system/dns_diagnostics/1'],
  'diagnostics:write': ['POST', '/system/dns_diagnostics'],
  'checks:write': ['POST', '/services/bulk_force_analysis'],
  'account:read': ['GET', '/accounts'],
}

const wholes: Readonly<Record<string, string>> = {
  incidents: 'alerts',
  diagnostics: 'sensors',
  checks: 'services',
  status_page_posts: 'status_pages',
}

/** The family of a scope, and the larger family that includes it. */
const wholesOf = (scope: string): string[] => {
  const family = scope.split(':')[0] ?? ''
  return [family, wholes[family] ?? family]
}

test('each of the scopes opens what it names, and without it the answer names it', async () => {
  assert.deepEqual(Object.keys(scopeUses).sort(), [...accessScopes].sort())
  const holder = await openSession(api.owner, await addAccount(api.owner))
  for (const [scope, [method, path]] of Object.entries(scopeUses)) {
    const body = method === 'POST' ? {} : undefined
    const within = await api.call(method, path, { as: (await newKey([scope], {}, holder)).as, body })
    assert.ok([method === 'GET' ? 200 : 400, 404, 422].includes(within.status), `${scope} ${within.text}`)
    const others = accessScopes.filter((each) => !wholesOf(scope).includes(each.split(':')[0] ?? ''))
    const beyond = await api.call(method, path, { as: (await newKey(others, {}, holder)).as, body })
    assert.equal(beyond.status, 403, scope)
    assert.match(beyond.text, new RegExp(scope))
  }
})
