import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userRoles } from '@wachta/domain'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let group: number
let other: number
let here: number
let there: number
let page: number
const users: Record<string, Holder> = {}

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  ;[group, other] = [await addGroup(api.owner, owner), await addGroup(api.owner, owner)]
  ;[here = 0] = await addServices(api.owner, group, 1)
  ;[there = 0] = await addServices(api.owner, other, 1)
  page = (await api.call('POST', '/status_pages', { as: owner.as, body: pageBy('nobody') })).body.id
  for (const role of userRoles) users[role] = await addHolder(api.owner, { parent: owner.id, role })
})
after(() => api[Symbol.asyncDispose]())

const as = (role: string): string => (role === 'owner' ? owner.as : (users[role]?.as ?? ''))
const call = (role: string, method: string, path: string, body?: object) =>
  api.call(method, path, { as: as(role), ...(body && { body }) })
const pageBy = (role: string) => ({ title: role, slug: `of-${role}` })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Actions, the roles that may perform them, and a request that shows whether a role may. */
const deeds: readonly [name: string, may: string, attempt: (role: string) => Promise<{ status: number }>][] = [
  ['read services', 'owner manager editor operator viewer', (role) => call(role, 'GET', '/services')],
  ['read contacts', 'owner manager editor operator viewer', (role) => call(role, 'GET', '/contacts')],
  [
    'change a service',
    'owner manager editor',
    (role) => call(role, 'PUT', `/services/${here}`, { name: `By ${role}` }),
  ],
  ['create a contact', 'owner manager editor', (role) => call(role, 'POST', '/contacts', { name: role })],
  ['create a group', 'owner manager editor', (role) => call(role, 'POST', '/groups', { name: role })],
  ['create a status page', 'owner manager editor', (role) => call(role, 'POST', '/status_pages', pageBy(role))],
  [
    'write a post on a status page',
    'owner manager editor operator',
    (role) => call(role, 'POST', '/status_page_posts', { status_page_id: page, kind: 'incident', title: role }),
  ],
  [
    'plan maintenance',
    'owner manager editor operator',
    (role) => call(role, 'POST', '/suspensions', { service_id: here, end_time: inAnHour() }),
  ],
  [
    'correct the history',
    'owner manager editor',
    (role) =>
      call(role, 'POST', '/corrections', {
        service_id: here,
        status: 'ok',
        description: role,
        start_time: '2020-01-01T00:00:00Z',
        end_time: '2020-01-02T00:00:00Z',
      }),
  ],
  [
    'run diagnostics',
    'owner manager editor operator',
    (role) =>
      call(role, 'POST', '/system/traceroute_diagnostics', { sensor_id: 1, settings: { address: '192.0.2.1' } }),
  ],
  [
    'invite users',
    'owner manager',
    (role) => call(role, 'POST', '/accounts/invite', { email_address: `${role}@example.org`, role: 'viewer' }),
  ],
  ['change branding', 'owner manager editor', (role) => call(role, 'PUT', `/accounts/${owner.id}/branding`, {})],
  [
    'read its own account',
    'owner manager editor operator viewer billing',
    (role) => call(role, 'GET', '/accounts/my_account'),
  ],
]

for (const [name, may, attempt] of deeds)
  test(`who may ${name}`, async () => {
    const allowed: string[] = []
    for (const role of ['owner', ...userRoles]) {
      const { status } = await attempt(role)
      // Any other error means that the role is allowed, but the request itself is not valid.
      if (status !== 403 && status !== 404) allowed.push(role)
    }
    assert.deepEqual(allowed, may.split(' '))
  })

test('flags of a record say what the role may do', async () => {
  const flags = async (role: string) => (await call(role, 'GET', `/services/${here}/permissions`)).body
  const operator = await flags('operator')
  assert.equal(operator.update, false)
  assert.equal(operator.delete, false)
  assert.equal(operator.create_suspensions, true)
  assert.equal(operator.force_analysis, true)
  assert.equal(operator.create_corrections, false)
  const editor = await flags('editor')
  assert.ok(Object.values(editor).filter((flag) => flag === false).length <= 1, JSON.stringify(editor))
})

test('what everyone may read is embedded for every role that sees the record', async () => {
  for (const role of ['owner', 'manager', 'editor', 'operator', 'viewer']) {
    const { body } = await call(role, 'GET', `/services/${here}?embed=type,group,owner`)
    assert.equal(body.type?.id, 'http', role)
    assert.deepEqual([body.group?.id, body.owner?.id], [group, owner.id], role)
  }
})

test('a refusal names the role', async () => {
  const refused = await call('billing', 'GET', '/services')
  assert.equal(refused.status, 403)
  assert.deepEqual(listErrors(refused), [['role_not_allowed']])
  const embedded = await call('billing', 'GET', '/accounts/my_account')
  assert.equal(embedded.status, 200)
})

test('a user who is limited to groups sees these and what is its own, and nothing else', async () => {
  const limited = await addHolder(api.owner, { parent: owner.id, role: 'editor', roleGroups: [group] })
  const ids = async (path: string): Promise<number[]> =>
    (await api.call('GET', path, { as: limited.as })).body.map(({ id }: { id: number }) => id)
  assert.deepEqual(await ids('/services'), [here])
  assert.deepEqual(await ids('/groups'), [group])
  const status = async (method: string, path: string, body?: object) =>
    (await api.call(method, path, { as: limited.as, ...(body && { body }) })).status
  assert.equal(await status('GET', `/services/${there}`), 404)
  assert.equal(await status('PUT', `/services/${there}`, { name: 'New' }), 404)
  assert.equal(await status('PUT', `/services/${here}`, { name: 'New' }), 204)
  assert.deepEqual(listErrors(await api.call('GET', '/contacts', { as: limited.as })), [['role_limited_to_groups']])
  assert.equal(await status('GET', `/accounts/${owner.id}/expiries`), 403)
  assert.equal(await status('GET', '/accounts/my_account'), 200)
  assert.equal(await status('GET', '/sessions'), 200)
  assert.equal(await status('GET', '/incidents'), 200)
  const [row] = await api.owner.query(sql<{ role: string; is_read_only: boolean }>`
select role, is_read_only from account where id = ${limited.id}`)
  assert.deepEqual(row, { role: 'editor', is_read_only: false })
})

test('a role is changed with a step-up and counts at once, also for keys', async () => {
  const user = await addHolder(api.owner, { parent: owner.id, role: 'editor' })
  const scopes = ['services:write', 'contacts:read']
  const made = await api.call('POST', '/api_keys', { as: user.as, body: { name: 'Deploy', scopes } })
  assert.equal(made.status, 201, made.text)
  const key = `Bearer ${made.body.key}`
  const rename = (by: string) => api.call('PUT', `/services/${here}`, { as: by, body: { name: 'Renamed' } })
  for (const by of [user.as, key]) assert.equal((await rename(by)).status, 204)
  const body = { role: 'operator', group_ids: [group] }
  const changed = await api.call('PUT', `/accounts/${user.id}/role`, { as: as('manager'), body })
  assert.equal(changed.status, 204, changed.text)
  for (const by of [user.as, key]) assert.equal((await rename(by)).status, 403)
  assert.equal((await api.call('GET', '/contacts', { as: key })).status, 403)
  const seen = await api.call('GET', '/services', { as: key })
  assert.deepEqual(
    seen.body.map(({ id }: { id: number }) => id),
    [here],
  )
  const read = await api.call('GET', `/accounts/${user.id}`, { as: owner.as })
  assert.deepEqual([read.body.role, read.body.role_group_ids, read.body.is_read_only], ['operator', [group], false])
})

test('roles that cannot be given are refused with the reason', async () => {
  const viewer = users['viewer']?.id
  const refused = async (role: string, body: object, id = viewer) => {
    const answer = await call(role, 'PUT', `/accounts/${id}/role`, body)
    return [answer.status, listErrors(answer)[0]?.[0]]
  }
  assert.equal((await refused('owner', { role: 'owner' }))[0], 400)
  assert.deepEqual(await refused('owner', { role: 'billing', group_ids: [group] }), [422, 'role_without_group_limit'])
  assert.deepEqual(await refused('owner', { role: 'viewer', group_ids: [] }), [400, 'too_few_items'])
  assert.deepEqual(await refused('owner', { role: 'viewer', group_ids: [999_999] }), [422, 'unknown_reference'])
  assert.equal((await refused('editor', { role: 'manager' }))[0], 403)
  assert.equal((await refused('manager', { role: 'viewer' }, users['manager']?.id))[0], 403, 'not their own')
  assert.equal((await refused('manager', { role: 'viewer' }, owner.id))[0], 403, 'not the owner')
  const stranger = await addHolder(api.owner)
  const unseen = await api.call('PUT', `/accounts/${viewer}/role`, { as: stranger.as, body: { role: 'editor' } })
  assert.equal(unseen.status, 404)
})

test('what older clients know stays true: viewers are read-only, and read-only users are viewers', async () => {
  const user = await addHolder(api.owner, { parent: owner.id, role: 'operator' })
  const change = (is_read_only: boolean) =>
    api.call('PUT', `/accounts/${user.id}`, { as: owner.as, body: { is_read_only } })
  const role = async () => (await api.call('GET', `/accounts/${user.id}`, { as: owner.as })).body.role
  assert.equal((await change(true)).status, 204)
  assert.equal(await role(), 'viewer')
  assert.equal((await change(false)).status, 204)
  assert.equal(await role(), 'editor')
})

test('an invited user sets a password with the link, and has the role', async () => {
  const body = { email_address: 'nina@example.org', role: 'operator', group_ids: [group], language_id: 'pl' }
  const invited = await call('manager', 'POST', '/accounts/invite', body)
  assert.equal(invited.status, 201, invited.text)
  const { id } = invited.body
  const [row] = await api.owner.query(sql<Record<string, unknown>>`
select username, name, role, role_group_ids, is_activated, email_address, language_id, password_hash
from account join credential on account_id = id where id = ${id}`)
  assert.deepEqual(row, {
    username: 'nina@example.org',
    name: 'nina@example.org',
    role: 'operator',
    role_group_ids: [group],
    is_activated: false,
    email_address: 'nina@example.org',
    language_id: 'pl',
    password_hash: null,
  })
  const again = await call('manager', 'POST', `/accounts/${id}/resend_invitation`)
  assert.equal(again.status, 204, again.text)
  const settled = await call('manager', 'POST', `/accounts/${users['viewer']?.id}/resend_invitation`)
  assert.deepEqual(listErrors(settled), [['already_activated']])
  assert.equal((await call('viewer', 'POST', '/accounts/invite', body)).status, 403)
  const long = { ...body, email_address: `${'ż'.repeat(400)}@example.org` }
  assert.equal(
    (await call('manager', 'POST', '/accounts/invite', long)).status,
    201,
    'a name is shorter than an address',
  )
  const nowhere = await call('manager', 'POST', '/accounts/invite', { ...body, group_ids: [] })
  assert.deepEqual([nowhere.status, nowhere.body[0].error], [400, 'too_few_items'])
})
