import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessScopes, commandClientId } from '@wachta/domain'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let editor: string
let reader: string
let bert: string
let staff: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner, role: 'manager' }))
  editor = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner))
  staff = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(() => api[Symbol.asyncDispose]())

const body = {
  name: 'Dashboard',
  kind: 'confidential',
  redirect_uris: ['https://dashboard.example.com/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'services:read'],
}

const register = (more: object = {}, as = anna) => api.call('POST', '/applications', { as, body: { ...body, ...more } })

test('the secret of an application is shown once, and its account and its users manage it', async () => {
  const made = await register()
  assert.equal(made.status, 201, made.text)
  assert.match(made.body.client_secret, /^wac_[0-9A-Za-z]{36}$/)
  const path = `/applications/${made.body.id}`
  const read = await api.call('GET', path, { as: colleague })
  const { created_at: _, ...record } = read.body
  const { id, client_id } = made.body
  assert.deepEqual(record, { id, owner_id: owner, client_id, ...body })
  const renamed = await api.call('PUT', path, { as: colleague, body: { name: 'Renamed' } })
  assert.equal(renamed.status, 204, renamed.text)
  assert.equal((await api.call('PUT', path, { as: reader, body: { name: 'Mine' } })).status, 403)
  assert.equal((await api.call('PUT', path, { as: editor, body: { name: 'Mine' } })).status, 403)
  assert.equal((await api.call('GET', path, { as: bert })).status, 404)
  const stale = await openSession(api.owner, owner, 'customer', { steppedUp: false })
  for (const [method, at, change] of [
    ['PUT', path, { redirect_uris: ['https://thief.example/'] }],
    ['POST', `${path}/rotate_secret`, undefined],
  ] as const) {
    const refused = await api.call(method, at, { as: stale, body: change })
    assert.deepEqual([refused.status, refused.body[0].error], [403, 'step_up_required'])
  }
  assert.equal((await api.call('DELETE', path, { as: stale })).status, 204)
})

test('all errors of a registration are reported at once, and each has its reason', async () => {
  const wrong = await register({
    kind: 'public',
    redirect_uris: ['http://example.com/'],
    grant_types: ['client_credentials', 'refresh_token'],
  })
  assert.equal(wrong.status, 422)
  assert.deepEqual(listErrors(wrong), [
    ['redirect_uri_rejected', 'data.redirect_uris'],
    ['secret_needed', 'data.grant_types'],
    ['grant_type_alone', 'data.grant_types'],
  ])
  assert.deepEqual(listErrors(await register({ redirect_uris: [] })), [['redirect_uris_missing', 'data.redirect_uris']])
  const robot = { grant_types: ['client_credentials'], redirect_uris: [] }
  const personal = await register({ ...robot, scopes: ['account:read'] })
  assert.deepEqual([personal.status, ...listErrors(personal)], [422, ['scope_needs_person', 'data.scopes']])
  const { id } = (await register(robot)).body
  const narrowed = await api.call('PUT', `/applications/${id}`, { as: anna, body: { scopes: ['account:read'] } })
  assert.deepEqual(listErrors(narrowed), [['scope_needs_person', 'data.scopes']])
  assert.equal((await register({}, reader)).status, 403)
  const beneath = await register({}, editor)
  assert.deepEqual([beneath.status, beneath.body[0].error], [403, 'role_not_allowed'])
  const made = await register()
  const change = { scopes: ['services:read', 'administrator'] }
  const changed = await api.call('PUT', `/applications/${made.body.id}`, { as: anna, body: change })
  assert.equal(changed.status, 400, changed.text)
})

test('administrators register applications of the installation, which act for no account on their own', async () => {
  assert.equal((await register({ for_installation: true })).status, 403)
  const made = await register({ for_installation: true }, staff)
  assert.equal(made.status, 201, made.text)
  assert.equal((await api.call('GET', `/applications/${made.body.id}`, { as: anna })).status, 404)
  const { id: everywhere } = made.body
  assert.equal(
    (await api.call('PUT', `/applications/${everywhere}`, { as: staff, body: { name: 'Everywhere' } })).status,
    204,
  )
  const entries = await api.owner.query(sql<{
    operation: string
    account_id: number | null
  }>`select operation, account_id
from audit where resource = 'application' and object_id = ${String(everywhere)} order by id`)
  assert.deepEqual(
    entries.map(({ operation, account_id }) => [operation, account_id]),
    [
      ['create_application', null],
      ['update_application', null],
    ],
  )
  const robot = await register({ for_installation: true, grant_types: ['client_credentials'] }, staff)
  assert.deepEqual(listErrors(robot), [['owner_needed', 'data.grant_types']])
})

test('the application of the command has every scope, and no account can manage it', async () => {
  const [row] = await api.owner.query(
    sql<{ id: number; scopes: string[] }>`select id, scopes from application where client_id = ${commandClientId}`,
  )
  assert.deepEqual(row?.scopes.toSorted(), [...accessScopes, 'offline_access'].toSorted())
  assert.equal((await api.call('DELETE', `/applications/${row?.id}`, { as: staff })).status, 404)
})

test('an account has a limited number of applications', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  const made = await Promise.all(Array.from({ length: 55 }, () => register({}, as)))
  assert.equal(made.filter(({ status }) => status === 201).length, 50)
})
