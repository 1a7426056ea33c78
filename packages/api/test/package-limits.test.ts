import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession, type PackageOptions } from '@wachta/testing/api/accounts'
import {
  addSensor,
  createGroup,
  createTestService,
  findDefaultGroup,
  listErrors,
  share,
} from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let administrator: string
let staff: number
let sensors: number[]

before(async () => {
  api = await startApi()
  staff = await addPackage(api.owner, { name: 'Staff' })
  const member = await addAccount(api.owner, { administrator: true, packageId: staff })
  administrator = await openSession(api.owner, member, 'administrator')
  sensors = []
  for (let count = 0; count < 4; count += 1) sensors.push(await addSensor(api.owner))
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

async function customer(options: PackageOptions = {}) {
  const packageId = await addPackage(api.owner, options)
  const id = await addAccount(api.owner, { packageId })
  return { id, packageId, as: await openSession(api.owner, id), group: await findDefaultGroup(api.owner, id) }
}

const create = (as: string, more: object = {}) =>
  api.call('POST', '/services', { as, body: { type_id: 'ping', name: 'x', address: 'example.com', ...more } })
const change = (as: string, id: number, body: object) => api.call('PUT', `/services/${id}`, { as, body })
const setTypes = (id: number, ...types: object[]) =>
  api.owner.query(sql`update package set available_service_types = ${JSON.stringify(types)} where id = ${id}`)
const offer = (service_type_id: string, limits: object = {}) => ({
  service_type_id,
  maximum_services: null,
  minimum_interval: null,
  ...limits,
})

test('the number of services is limited when one is created or restored', async () => {
  const { as } = await customer({ services: 2 })
  const id = await createTestService(api, as)
  await createTestService(api, as, { is_active: false })
  const refused = await create(as)
  assert.equal(refused.status, 422)
  assert.deepEqual(listErrors(refused), [['too_many_services', 'data.group_id']])
  assert.match(refused.body[0].message, /limited to 2 services; there would be 3/)

  assert.equal((await create(as, { is_archived: true })).status, 201, 'archived ones do not count')
  await api.call('POST', `/services/${id}/archive`, { as })
  await createTestService(api, as)
  const restored = await api.call('POST', `/services/${id}/restore`, { as })
  assert.deepEqual([restored.status, restored.body[0].error], [422, 'too_many_services'])
  const { body } = await api.call('GET', `/services/${id}`, { as })
  assert.equal(body.is_archived, true, 'nothing of it is left')
})

test('activating, moving and changing services does not count against the limit', async () => {
  const { as } = await customer({ services: 2 })
  const ids = [await createTestService(api, as, { is_active: false }), await createTestService(api, as)]
  const group = await createGroup(api, as)
  assert.equal((await api.call('POST', '/services/bulk_activate', { as, body: { ids } })).status, 204)
  const moved = await api.call('POST', '/services/bulk_change_group', {
    as,
    body: { service_ids: ids, group_id: group },
  })
  assert.equal(moved.status, 204)
  assert.equal((await change(as, ids[0] ?? 0, { name: 'y', interval: 61 })).status, 204)
})

test('a check type has its own limits, and one outside the package is rejected', async () => {
  const { as, packageId } = await customer({ services: 10, interval: 60 })
  await setTypes(packageId, offer('ping', { maximum_services: 1, minimum_interval: 120 }), offer('dns'))
  assert.deepEqual(listErrors(await create(as, { type_id: 'https' })), [['type_not_in_package', 'data.type_id']])
  assert.deepEqual(listErrors(await create(as, { interval: 60 })), [['interval_too_short_for_type', 'data.interval']])
  const id = await createTestService(api, as)
  const { body: usual } = await api.call('GET', `/services/${id}`, { as })
  assert.equal(usual.interval, 120, 'what is left out is as often as the package allows')
  assert.deepEqual(listErrors(await create(as, { interval: 30 })).toSorted(), [
    ['interval_too_short', 'data.interval'],
    ['interval_too_short_for_type', 'data.interval'],
    ['too_many_services_of_type', 'data.type_id'],
  ])
  assert.deepEqual(listErrors(await change(as, id, { interval: 119 })), [
    ['interval_too_short_for_type', 'data.interval'],
  ])
  assert.equal((await create(as, { type_id: 'dns', interval: 60 })).status, 201)
})

test('the interval and the number of sensors are limited on creation and on change', async () => {
  const { as, group } = await customer({ interval: 60, sensors: 2 })
  const three = sensors.slice(0, 3)
  assert.deepEqual(listErrors(await create(as, { interval: 59, sensor_ids: three })), [
    ['interval_too_short', 'data.interval'],
    ['too_many_sensors', 'data.sensor_ids'],
  ])
  const id = await createTestService(api, as, { interval: 60, sensor_ids: sensors.slice(0, 2) })
  assert.deepEqual(listErrors(await change(as, id, { interval: 1 })), [['interval_too_short', 'data.interval']])
  assert.deepEqual(listErrors(await change(as, id, { sensor_ids: three })), [['too_many_sensors', 'data.sensor_ids']])
  const { body } = await api.call('GET', `/services/${id}`, { as })
  assert.deepEqual([body.interval, body.sensor_ids], [60, sensors.slice(0, 2)])
  for (const [method, path] of [
    ['POST', '/groups'],
    ['PUT', `/groups/${group}`],
  ] as const) {
    const reply = await api.call(method, path, { as, body: { name: 'x', assigned_sensor_ids: { default: three } } })
    assert.deepEqual(listErrors(reply), [['too_many_sensors', 'data.assigned_sensor_ids']])
  }
})

test('a restored service must fit into the package', async () => {
  const { as, packageId } = await customer({ interval: 60 })
  const id = await createTestService(api, as, { interval: 60 })
  await api.call('POST', `/services/${id}/archive`, { as })
  const body = { minimum_interval: 300, available_service_types: [offer('dns')] }
  const smaller = await api.call('PUT', `/admin/packages/${packageId}`, { as: administrator, body })
  assert.equal(smaller.status, 204, 'what is archived is not used')
  assert.deepEqual(
    (await api.call('POST', `/services/${id}/restore`, { as })).body
      .map(({ error }: { error: string }) => error)
      .toSorted(),
    ['interval_too_short', 'type_not_in_package'],
  )
})

test('only channels of the package are accepted', async () => {
  const { as, packageId } = await customer()
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email}' where id = ${packageId}`)
  const id = await createTestService(api, as)
  const { body } = await api.call('GET', `/services/${id}`, { as })
  assert.deepEqual(body.notification_channel_ids, ['email'], 'of the usual ones, those that the package has')
  assert.deepEqual(listErrors(await change(as, id, { notification_channel_ids: ['email', 'sms'] })), [
    ['channel_not_in_package', 'data.notification_channel_ids.1'],
  ])
})

test('what a sharee creates in a shared group counts against the owner', async () => {
  const owner = await customer({ services: 1 })
  const sharee = await customer({ services: 0, types: [] })
  await share(api.owner, owner.group, sharee.id, 'can_create_services')
  assert.deepEqual(listErrors(await create(sharee.as)).toSorted(), [
    ['too_many_services', 'data.group_id'],
    ['type_not_in_package', 'data.type_id'],
  ])
  assert.equal((await create(sharee.as, { group_id: owner.group })).status, 201)
  assert.deepEqual(listErrors(await create(sharee.as, { group_id: owner.group })), [
    ['too_many_services', 'data.group_id'],
  ])
  assert.deepEqual(listErrors(await create(owner.as)), [['too_many_services', 'data.group_id']])
})

test('of concurrent requests for the last service of a limit, exactly one succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, as } = await customer({ services: 2 })
    const user = await openSession(api.owner, await addAccount(api.owner, { parent: id }))
    const archived = await createTestService(api, as)
    await api.call('POST', `/services/${archived}/archive`, { as })
    await createTestService(api, as)
    const replies = await Promise.all([
      api.call('POST', `/services/${archived}/restore`, { as }),
      ...Array.from({ length: 7 }, (_each, index) => create(index % 2 ? as : user)),
    ])
    assert.equal(replies.filter(({ status }) => status < 300).length, 1, replies.map(({ status }) => status).join())
    assert.ok(replies.filter(({ status }) => status >= 300).every(({ body }) => body[0].error === 'too_many_services'))
  }
})

test('an account cannot get a package below its usage', async () => {
  const { id, as, packageId } = await customer({ services: 10, interval: 60, sensors: 3 })
  await createTestService(api, as, { interval: 60, sensor_ids: sensors.slice(0, 3) })
  await createTestService(api, as, { type_id: 'dns', interval: 300 })
  const group = await findDefaultGroup(api.owner, id)
  await api.owner.query(sql`insert into notification_address (owner_id, group_id, notification_channel_id, address)
values (${id}, ${group}, 'sms', '600 000 000'), (${id}, ${group}, 'telephone', '600000000'), (${id}, ${group}, 'email', 'a@example.com')`)
  const small = await addPackage(api.owner, { services: 1, interval: 61, sensors: 2, numbers: 0, types: ['ping'] })
  await api.owner.query(
    sql`update package set available_notification_channel_ids = '{sms,telephone}' where id = ${small}`,
  )
  for (const path of [`/accounts/${id}`, `/admin/accounts/${id}`]) {
    const reply = await api.call('PUT', path, { as: administrator, body: { package_id: small } })
    assert.equal(reply.status, 422)
    assert.deepEqual(listErrors(reply), [['package_too_small', 'data.package_id']])
    const names = /\((.*)\)/.exec(reply.body[0].message)?.[1]?.split(', ').toSorted()
    assert.deepEqual(names, [
      'available_notification_channel_ids',
      'available_service_types',
      'maximum_sensors',
      'maximum_services',
      'maximum_sms_numbers',
      'minimum_interval',
    ])
  }
  const fitting = await addPackage(api.owner, {
    services: 2,
    interval: 60,
    sensors: 3,
    numbers: 1,
    types: ['ping', 'dns'],
  })
  for (const [path, chosen] of [
    [`/accounts/${id}`, fitting],
    [`/admin/accounts/${id}`, packageId],
  ] as const) {
    const reply = await api.call('PUT', path, { as: administrator, body: { package_id: chosen } })
    assert.equal(reply.status, 204, reply.text)
  }
  const absent = await api.call('PUT', `/admin/accounts/${id}`, { as: administrator, body: { package_id: 999_999 } })
  assert.deepEqual(listErrors(absent), [['unknown_reference', 'data.package_id']])
})

test('a reseller cannot give a dependent account a package below its usage', async () => {
  const reseller = await customer({ services: 10 })
  const dependent = await addAccount(api.owner, { reseller: reseller.id, packageId: reseller.packageId, edit: true })
  const as = await openSession(api.owner, dependent)
  await createTestService(api, as)
  await createTestService(api, as)
  const give = (package_id: number) =>
    api.call('PUT', `/accounts/${dependent}`, { as: reseller.as, body: { package_id } })
  const [small, enough] = [await addPackage(api.owner, { services: 1 }), await addPackage(api.owner, { services: 2 })]
  assert.deepEqual(listErrors(await give(small)), [['package_too_small', 'data.package_id']])
  assert.equal((await give(enough)).status, 204)
  assert.deepEqual(listErrors(await create(as)), [['too_many_services', 'data.group_id']])
})

test('a package cannot be reduced below the usage of an account', async () => {
  const { as, id, packageId } = await customer({ services: 10, interval: 60, sensors: 3 })
  const other = await openSession(api.owner, await addAccount(api.owner, { packageId }))
  for (let count = 0; count < 3; count += 1) await createTestService(api, as, { interval: 120 })
  await createTestService(api, other, { interval: 90, sensor_ids: sensors.slice(0, 2) })
  await api.owner.query(sql`insert into notification_address (owner_id, group_id, notification_channel_id, address)
values (${id}, ${await findDefaultGroup(api.owner, id)}, 'sms', '600000000')`)
  const set = (body: object) => api.call('PUT', `/admin/packages/${packageId}`, { as: administrator, body })
  const refused = async (body: object, ...fields: string[]) => {
    const reply = await set(body)
    assert.deepEqual(
      listErrors(reply).toSorted(),
      fields.map((field) => ['package_too_small', `data.${field}`]).toSorted(),
    )
  }
  await refused({ maximum_services: 2 }, 'maximum_services')
  await refused({ minimum_interval: 91 }, 'minimum_interval')
  await refused({ maximum_sensors: 1, maximum_sms_numbers: 0 }, 'maximum_sensors', 'maximum_sms_numbers')
  await refused({ available_notification_channel_ids: ['email'] }, 'available_notification_channel_ids')
  for (const types of [
    [offer('dns')],
    [offer('ping', { maximum_services: 2 })],
    [offer('ping', { minimum_interval: 91 })],
  ])
    await refused({ available_service_types: types }, 'available_service_types')
  const fitting = {
    // The limit applies to each account by itself: three services and one service are not four.
    maximum_services: 3,
    minimum_interval: 90,
    maximum_sensors: 2,
    maximum_sms_numbers: 1,
    available_service_types: [offer('ping', { maximum_services: 3, minimum_interval: 90 })],
    available_notification_channel_ids: ['sms'],
  }
  const reply = await set(fitting)
  assert.equal(reply.status, 204, reply.text)
  assert.equal((await set({ name: 'Renamed', monthly_reports_limit: 0 })).status, 204)
})

test('the package of a reseller cannot be reduced below those of its dependent accounts', async () => {
  const reseller = await customer({ services: 10, sensors: 3 })
  const given = await addPackage(api.owner, { services: 8, sensors: 2, types: ['ping', 'dns'] })
  await addAccount(api.owner, { reseller: reseller.id, packageId: given })
  await addAccount(api.owner, { reseller: reseller.id, packageId: reseller.packageId })
  const set = (body: object) => api.call('PUT', `/admin/packages/${reseller.packageId}`, { as: administrator, body })
  assert.deepEqual(listErrors(await set({ maximum_services: 7, maximum_sensors: 2 })), [
    ['package_too_small', 'data.maximum_services'],
  ])
  assert.deepEqual(listErrors(await set({ available_service_types: [offer('ping')] })), [
    ['package_too_small', 'data.available_service_types'],
  ])
  assert.equal((await set({ maximum_services: 8, maximum_sensors: 2 })).status, 204, 'the other moves along with it')

  const lesser = await addPackage(api.owner, { services: 7, sensors: 2 })
  const choose = (package_id: number) =>
    api.call('PUT', `/admin/accounts/${reseller.id}`, { as: administrator, body: { package_id } })
  assert.deepEqual(listErrors(await choose(lesser)), [['package_too_small', 'data.package_id']])
  assert.equal((await choose(await addPackage(api.owner, { services: 8, sensors: 2 }))).status, 204)
  // Exceeding the limit is no error if an administrator allowed it.
  await api.owner.query(sql`update package set maximum_services = 20 where id = ${given}`)
  assert.equal((await choose(await addPackage(api.owner, { services: 9, sensors: 2 }))).status, 204)
})

test('a reduced package and a service that exceeds it cannot both succeed', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { as, id, packageId } = await customer({ services: 2 })
    await createTestService(api, as)
    const small = await addPackage(api.owner, { services: 1 })
    const shrink =
      round % 2
        ? api.call('PUT', `/admin/packages/${packageId}`, { as: administrator, body: { maximum_services: 1 } })
        : api.call('PUT', `/admin/accounts/${id}`, { as: administrator, body: { package_id: small } })
    const [created, shrunk] = await Promise.all([create(as), shrink])
    assert.deepEqual(
      [created.status, shrunk.status].toSorted(),
      created.status === 201 ? [201, 422] : [204, 422],
      `${created.text} ${shrunk.text}`,
    )
  }
})
