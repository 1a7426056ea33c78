import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, listErrors } from '@wachta/testing/api/configuration'
import { openEventStream } from '@wachta/testing/api/events'
import { addAlert, addNotification } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let group: number
let here: number
let there: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  ;[here = 0] = await addServices(api.owner, group, 1)
  ;[there = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => api[Symbol.asyncDispose]())

const addUser = (role: string, roleGroups?: readonly number[]) =>
  addHolder(api.owner, { parent: owner.id, role, ...(roleGroups && { roleGroups }) })

test('only the owner of a reseller manages its sub-accounts, whatever the role of its users', async () => {
  const sub = await addHolder(api.owner, { reseller: owner.id, edit: true, block: true })
  for (const role of ['manager', 'editor', 'operator', 'billing']) {
    const { as } = await addUser(role)
    const attempts = [
      api.call('PUT', `/accounts/${sub.id}`, { as, body: { name: 'Mine' } }),
      api.call('POST', `/accounts/${sub.id}/observe`, { as }),
      api.call('POST', `/accounts/${sub.id}/block`, { as }),
      api.call('PUT', `/accounts/${sub.id}/branding`, { as, body: {} }),
      api.call('DELETE', `/accounts/${sub.id}`, { as }),
    ]
    for (const { status } of await Promise.all(attempts)) assert.equal(status, 403, role)
  }
  assert.equal((await api.call('POST', `/accounts/${sub.id}/observe`, { as: owner.as })).status, 201)
  assert.equal((await api.call('DELETE', `/accounts/${sub.id}`, { as: owner.as })).status, 204)
})

test('a key of a user who is limited to groups does not reach what belongs to no group', async () => {
  const sensor = await addSensor(api.owner, { owner: owner.id })
  const limited = await addUser('editor', [group])
  const made = await api.call('POST', '/api_keys', {
    as: limited.as,
    body: { name: 'Sensors', scopes: ['sensors:write', 'services:write'] },
  })
  assert.equal(made.status, 201, made.text)
  const as = `Bearer ${made.body.key}`
  for (const [method, path, body] of [
    ['POST', `/sensors/${sensor}/enrolment`, undefined],
    ['PUT', `/sensors/${sensor}`, { name: 'Mine' }],
    ['DELETE', `/sensors/${sensor}`, undefined],
  ] as const)
    assert.equal((await api.call(method, path, { as, ...(body && { body }) })).status, 403, path)
  assert.equal((await api.call('GET', '/sensors', { as })).status, 200)
  assert.equal((await api.call('GET', `/sensors/${sensor}/permissions`, { as })).body.update, false)
  assert.equal((await api.call('PUT', `/services/${here}`, { as, body: { name: 'Shop' } })).status, 204)
})

test('a user cannot assign a role with more rights than their own, by hand or for groups of an issuer', async () => {
  const { as } = await addUser('manager')
  const viewer = await addUser('viewer')
  const attempts = [
    api.call('PUT', `/accounts/${viewer.id}/role`, { as, body: { role: 'billing' } }),
    api.call('POST', '/accounts/invite', { as, body: { email_address: 'second@example.org', role: 'billing' } }),
    api.call('POST', '/sso_connections', {
      as,
      body: {
        name: 'Directory',
        issuer: 'https://id.example.com',
        client_id: 'wachta',
        role_mappings: [{ group: 'money', role: 'billing' }],
      },
    }),
    api.call('POST', '/sso_connections', {
      as,
      body: { name: 'Directory', issuer: 'https://id.example.com', client_id: 'wachta', default_role: 'billing' },
    }),
  ]
  for (const answer of await Promise.all(attempts))
    assert.equal(listErrors(answer)[0]?.[0], 'forbidden_field', answer.text)
  const given = await api.call('PUT', `/accounts/${viewer.id}/role`, { as: owner.as, body: { role: 'billing' } })
  assert.equal(given.status, 204)
})

test('making a user read-only or writable changes its role, so it needs a step-up', async () => {
  const viewer = await addUser('viewer')
  const idle = await openSession(api.owner, owner.id, 'customer', { steppedUp: false })
  const change = (as: string) => api.call('PUT', `/accounts/${viewer.id}`, { as, body: { is_read_only: false } })
  assert.equal((await change(idle)).status, 403)
  assert.equal((await change(owner.as)).status, 204)
})

test('who was notified is for those who may read notifications', async () => {
  const alert = await addAlert(api.owner, { service: here, start: new Date(Date.now() - 60_000) })
  await addNotification(api.owner, owner.id, { occurrence_id: alert, service_id: here, address: 'night@example.org' })
  const timeline = async (as: string) => {
    const { body } = await api.call('GET', '/incidents', { as })
    return api.call('GET', `/incidents/${body[0].id}/timeline`, { as })
  }
  const limited = await addUser('viewer', [group])
  assert.match((await timeline(owner.as)).text, /night@example\.org/)
  const seen = await timeline(limited.as)
  assert.equal(seen.body.notifications.length, 1)
  assert.doesNotMatch(seen.text, /night@example\.org/)
})

test('the incident of a lost sensor is for those who see the whole account', async () => {
  const sensor = await addSensor(api.owner, { owner: owner.id })
  await addAlert(api.owner, { service: here, sensor, start: new Date(Date.now() - 60_000) })
  const kinds = async (as: string) =>
    (await api.call('GET', '/incidents', { as })).body.map((one: { sensor_id: number | null }) => one.sensor_id)
  assert.ok((await kinds(owner.as)).includes(sensor))
  const limited = await addUser('operator', [group])
  assert.ok(!(await kinds(limited.as)).includes(sensor))
})

test('a user who is limited to groups counts the services of these only', async () => {
  const { as } = await addUser('viewer', [group])
  const count = async (session: string) => {
    const { body } = await api.call('GET', '/accounts/my_account/stats', { as: session })
    const split = await api.call('GET', '/accounts/my_account/stats/by_service_type_category', { as: session })
    const sum = split.body.reduce((all: number, one: { own_services: number }) => all + one.own_services, 0)
    return [body.own_services, sum]
  }
  assert.deepEqual(
    [await count(owner.as), await count(as)],
    [
      [2, 2],
      [1, 1],
    ],
  )
})

test('a user who is limited to groups follows the changes of these, live', async () => {
  const limited = await addUser('viewer', [group])
  using listening = await openEventStream(api.app, limited.as)
  assert.equal(listening.response.statusCode, 200)
  await waitForMail(() => listening.events.length > 0 || undefined)
  await api.owner.query(sql`insert into service_state (service_id, status, since)
values (${here}, 'failure', now()), (${there}, 'failure', now())
on conflict (service_id) do update set status = excluded.status, since = excluded.since`)
  const told = () =>
    listening.events.flatMap(({ event, data }) => (event === 'status' ? (data as { service_id: number }[]) : []))
  await waitForMail(() => told().some(({ service_id }) => service_id === here) || undefined)
  assert.ok(told().every(({ service_id }) => service_id === here))
})
