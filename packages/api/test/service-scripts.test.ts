import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService, listErrors, share } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let account: number
let as: string
let open: number
let own: number
let foreign: number

before(async () => {
  api = await startApi()
  const packageId = await addPackage(api.owner, { services: 100, sensors: 5 })
  await api.owner.query(sql`update package set can_force_custom_analyses = true where id = ${packageId}`)
  account = await addAccount(api.owner, { packageId })
  as = await openSession(api.owner, account)
  const categories = ['browser']
  open = await addSensor(api.owner, { categories })
  own = await addSensor(api.owner, { categories, owner: account })
  foreign = await addSensor(api.owner, { categories, owner: await addAccount(api.owner) })
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const steps = [{ name: 'Open', actions: [{ open: '/' }] }]
const shop = { name: 'Shop', type_id: 'browser_scenario', address: 'https://shop.example.com/' }
const create = (more: object, session = as) =>
  api.call('POST', '/services', { as: session, body: { ...shop, ...more } })
const put = (id: number, body: object) => api.call('PUT', `/services/${id}`, { as, body })
const script = { script: 'shop/login.spec.ts' }
const refused = [['script_needs_private_sensors', 'data.sensor_ids']]

test('a script needs sensors of the service, all of them private ones of its account', async () => {
  const made = await create({ sensor_ids: [own], extended_settings: script })
  assert.equal(made.status, 201, made.text)
  const { body } = await api.call('GET', `/services/${made.body.id}`, { as })
  assert.equal(body.extended_settings.script, 'shop/login.spec.ts')
  assert.equal(body.extended_settings.steps, null)
  assert.deepEqual(body.step_names, [])
  for (const sensor_ids of [undefined, null, [], [open], [own, open]]) {
    const reply = await create({ extended_settings: script, ...(sensor_ids !== undefined && { sensor_ids }) })
    assert.deepEqual(listErrors(reply), refused, JSON.stringify(sensor_ids))
  }
  const reply = await create({ sensor_ids: [foreign], extended_settings: script })
  assert.deepEqual(listErrors(reply), [['unknown_reference', 'data.sensor_ids']])
  const polish = await api.call('POST', '/services', {
    ...{ as, body: { ...shop, extended_settings: script } },
    headers: { 'accept-language': 'pl' },
  })
  assert.match(polish.text, /Skrypt można uruchamiać tylko na prywatnych sensorach/)
})

test('neither a change nor a test with other settings takes a script to another sensor', async () => {
  const id = await createTestService(api, as, { ...shop, sensor_ids: [own], extended_settings: script })
  for (const sensor_ids of [null, [open], [own, open]])
    assert.deepEqual(listErrors(await put(id, { sensor_ids })), refused, JSON.stringify(sensor_ids))
  const force = (body: object) => api.call('POST', `/services/${id}/force_custom_analysis`, { as, body })
  assert.deepEqual(listErrors(await force({ sensor_ids: [open] })), refused)
  assert.equal((await force({ sensor_ids: [own] })).status, 200)

  const other = await createTestService(api, as, { ...shop, sensor_ids: [open], extended_settings: { steps } })
  const changed = { extended_settings: { ...script, steps: null } }
  assert.deepEqual(listErrors(await put(other, changed)), refused)
  assert.deepEqual(
    listErrors(await api.call('POST', `/services/${other}/force_custom_analysis`, { as, body: changed })),
    refused,
  )
  assert.equal((await put(other, { ...changed, sensor_ids: [own] })).status, 204)
  assert.equal((await put(other, { name: 'Shop again' })).status, 204)
})

test('the sensors of a sharee do not count: those of the owner of the service do', async () => {
  const sharee = await addAccount(api.owner)
  const session = await openSession(api.owner, sharee)
  const [group] = await api.owner.query(sql<{ id: number }>`select id from service_group where owner_id = ${account}`)
  await share(api.owner, Number(group?.id), sharee, 'can_create_services')
  const theirs = await addSensor(api.owner, { categories: ['browser'], owner: sharee })
  for (const sensor of [theirs, own]) {
    const reply = await create({ group_id: group?.id, sensor_ids: [sensor], extended_settings: script }, session)
    assert.equal(reply.status, 422, reply.text)
  }
})

test('a scenario has either steps or a script', async () => {
  const both = await create({ sensor_ids: [own], extended_settings: { ...script, steps } })
  assert.deepEqual(listErrors(both), [['contradiction', 'data.extended_settings.script']])
  for (const extended_settings of [{}, { steps: null }, { steps: null, script: null }])
    assert.deepEqual(
      listErrors(await create({ sensor_ids: [own], extended_settings })),
      [['missing_field', 'data.extended_settings.steps']],
      JSON.stringify(extended_settings),
    )
  const id = await createTestService(api, as, { ...shop, sensor_ids: [own], extended_settings: script })
  assert.deepEqual(listErrors(await put(id, { extended_settings: { steps } })), [
    ['contradiction', 'data.extended_settings.script'],
  ])
  assert.equal((await put(id, { extended_settings: { steps, script: null }, sensor_ids: [open] })).status, 204)
})

test('another script needs the secrets again, because it could send them elsewhere', async () => {
  const settings = { ...script, password: 'a long password' }
  const id = await createTestService(api, as, { ...shop, sensor_ids: [own], extended_settings: settings })
  assert.deepEqual(listErrors(await put(id, { extended_settings: { script: 'other.spec.ts' } })), [
    ['secret_needed_again', 'data.extended_settings.password'],
  ])
})
