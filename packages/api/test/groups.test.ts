import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
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

const password = 'correct horse battery staple'
let api: TestApi
let account: number
let as: string
let administrator: string
let offered: number

before(async () => {
  api = await startApi()
  offered = await addPackage(api.owner, { services: 1000, sensors: 3 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const read = async (id: number, session = as) => (await api.call('GET', `/groups/${id}`, { as: session })).body

test('every account has a default group from its first moment, however it came into being', async () => {
  const user_data = { email_address: 'new@example.com' }
  const common = { name: 'New', password, user_data }
  const registered = await api.call('POST', '/accounts/register', {
    body: { ...common, username: 'registered', language_id: 'pl' },
  })
  const dependent = await api.call('POST', '/accounts/subaccount', {
    as,
    body: { ...common, username: 'dependent', language_id: 'en' },
  })
  const byAdministrator = await api.call('POST', '/admin/accounts', {
    as: administrator,
    body: { name: 'New', username: 'admitted', password, package_id: offered, email_address: 'new@example.com' },
  })
  for (const [reply, name] of [
    [registered, 'Grupa domyślna'],
    [dependent, 'Default group'],
    [byAdministrator, 'Grupa domyślna'],
  ] as const) {
    assert.equal(reply.status, 201, reply.text)
    const group = await api.call('GET', `/accounts/${reply.body.id}/default_group`, { as: administrator })
    assert.deepEqual([group.body.owner_id, group.body.name, group.body.is_default], [reply.body.id, name, true])
  }
  const user = await api.call('POST', '/accounts', { as, body: { ...common, username: 'additional' } })
  assert.equal(user.status, 201, user.text)
  const [own] = await api.owner.query(sql`select from service_group where owner_id = ${user.body.id}`)
  assert.equal(own, undefined, 'an additional user has none of its own')
  const ofUser = await api.call('GET', `/accounts/${user.body.id}/default_group`, { as })
  assert.equal(ofUser.body.owner_id, account, 'but that of the account it acts for')
})

test('the default group cannot be deleted or come to be by a request', async () => {
  const id = await findDefaultGroup(api.owner, account)
  assert.deepEqual(listErrors(await api.call('DELETE', `/groups/${id}`, { as })), [['forbidden']])
  assert.equal((await api.call('DELETE', `/groups/${id}`, { as: administrator })).status, 403)
  const other = await createGroup(api, as)
  const bulk = await api.call('POST', '/groups/bulk_delete', { as, body: { ids: [other, id] } })
  assert.deepEqual(listErrors(bulk), [['forbidden', 'data.ids.1']])
  assert.equal((await read(other)).id, other, 'all or nothing')
  assert.deepEqual(listErrors(await api.call('PUT', `/groups/${other}`, { as, body: { is_default: true } })), [
    ['read_only_field', 'data.is_default'],
  ])
  assert.equal((await api.call('POST', '/groups', { as, body: { name: 'x', is_default: true } })).status, 400)
  assert.equal((await api.call('POST', '/groups/bulk_delete', { as, body: { ids: [other] } })).status, 204)
  assert.equal((await api.call('GET', `/groups/${other}`, { as })).status, 404)
})

test('a group with services stays, and so do all that were to go with it', async () => {
  const [full, empty] = [await createGroup(api, as), await createGroup(api, as)]
  const service = await createTestService(api, as, { group_id: full })
  assert.deepEqual(listErrors(await api.call('DELETE', `/groups/${full}`, { as })), [['still_in_use']])
  const bulk = () => api.call('POST', '/groups/bulk_delete', { as, body: { ids: [empty, full] } })
  assert.deepEqual(listErrors(await bulk()), [['still_in_use']])
  assert.equal((await read(empty)).id, empty)
  await api.call('DELETE', `/services/${service}`, { as })
  assert.equal((await bulk()).status, 204)
})

test('a new group has its defaults, belongs to whom the caller acts for, and may be sent back whole', async () => {
  const user = await openSession(api.owner, await addAccount(api.owner, { parent: account }))
  const id = await createGroup(api, user, { name: 'Żółwie' })
  const group = await read(id)
  assert.deepEqual(group, {
    id,
    name: 'Żółwie',
    owner_id: account,
    is_default: false,
    periodic_daily_reports: true,
    periodic_weekly_reports: true,
    periodic_monthly_reports: true,
    archived_services_in_periodic_reports: true,
    assigned_sensor_ids: {},
    sensor_ids: [],
    external_id: null,
    service_level_target: null,
  })
  assert.equal((await api.call('PUT', `/groups/${id}`, { as, body: { ...group, name: 'Ćmy' } })).status, 204)
  assert.deepEqual(await read(id), { ...group, name: 'Ćmy' })
  const other = await addAccount(api.owner)
  assert.deepEqual(listErrors(await api.call('POST', '/groups', { as, body: { name: 'x', owner_id: other } })), [
    ['unknown_reference', 'data.owner_id'],
  ])
  assert.deepEqual(listErrors(await api.call('PUT', `/groups/${id}`, { as, body: { owner_id: other } })), [
    ['read_only_field', 'data.owner_id'],
  ])
})

test('sensors are assigned in the newer form and in the older one, and cleared', async () => {
  const category = await otherCategory()
  const sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
  const [one = 0, two = 0, three = 0] = sensors
  const special = await addSensor(api.owner, { categories: [category] })
  const id = await createGroup(api, as, { sensor_ids: [one, two] })
  const put = (body: object) => api.call('PUT', `/groups/${id}`, { as, body })
  const assigned = async () => {
    const { assigned_sensor_ids, sensor_ids } = await read(id)
    return [assigned_sensor_ids, sensor_ids]
  }
  assert.deepEqual(await assigned(), [{ default: [one, two] }, [one, two]])
  await put({ assigned_sensor_ids: { default: [three], [category]: [special] } })
  assert.deepEqual(await assigned(), [{ default: [three], [category]: [special] }, [three]])
  await put({ sensor_ids: [one] })
  assert.deepEqual(await assigned(), [{ default: [one], [category]: [special] }, [one]], 'the other category stays')
  await put({ sensor_ids: [] })
  assert.deepEqual(await assigned(), [{ [category]: [special] }, []])
  await put({ assigned_sensor_ids: {} })
  assert.deepEqual(await assigned(), [{}, []])

  assert.deepEqual(listErrors(await put({ assigned_sensor_ids: { default: [one] }, sensor_ids: [two] })), [
    ['contradiction', 'data.sensor_ids'],
  ])
  assert.equal((await put({ assigned_sensor_ids: { default: [one] }, sensor_ids: [one] })).status, 204)
  const whole = await read(id)
  assert.equal(
    (await put({ ...whole, sensor_ids: [two] })).status,
    204,
    'an older client sends back the newer form too',
  )
  assert.deepEqual(await assigned(), [{ default: [two] }, [two]])
})

test('sensors that cannot watch are refused one by one', async () => {
  const category = await otherCategory()
  const other = await addAccount(api.owner)
  const good = await addSensor(api.owner)
  const [foreign, off] = [await addSensor(api.owner, { owner: other }), await addSensor(api.owner, { active: false })]
  const put = (id: number, assigned_sensor_ids: object) =>
    api.call('PUT', `/groups/${id}`, { as, body: { assigned_sensor_ids } })
  const id = await createGroup(api, as)
  const at = 'data.assigned_sensor_ids.default'
  assert.deepEqual(listErrors(await put(id, { default: [foreign, good, off, 999_999] })), [
    ['sensor_not_available', `${at}.0`],
    ['sensor_not_available', `${at}.2`],
    ['sensor_not_available', `${at}.3`],
  ])
  assert.deepEqual(listErrors(await put(id, { [category]: [good], nonsense: [good] })), [
    ['sensor_not_available', `data.assigned_sensor_ids.${category}.0`],
    ['unknown_reference', 'data.assigned_sensor_ids.nonsense'],
  ])
  const many = [good, await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
  assert.deepEqual(listErrors(await put(id, { default: many })), [['too_many_sensors', 'data.assigned_sensor_ids']])
  assert.equal((await put(id, { default: many.slice(1) })).status, 204)

  await api.owner.query(sql`update sensor set is_active = false where id = ${many[3]}`)
  assert.equal((await put(id, { default: [good, many[3]] })).status, 204, 'one that was chosen before may stay')
  assert.equal((await put(await createGroup(api, as), { default: [good, many[3]] })).status, 422)
})

test('group statistics count what the group holds, as own or as shared', async () => {
  const id = await createGroup(api, as, { name: 'Counted' })
  const [one, two, three] = [
    await createTestService(api, as, {
      ...{ group_id: id, type_id: 'http_scenario', address: 'https://example.com/' },
      extended_settings: { steps: ['a', 'b', 'c'].map((name) => ({ name, url: '/' })) },
    }),
    await createTestService(api, as, { group_id: id, is_active: false }),
    await createTestService(api, as, { group_id: id }),
  ]
  await createTestService(api, as, { group_id: id })
  assert.equal((await api.call('POST', `/services/${three}/archive`, { as })).status, 204)
  await api.owner.query(sql`update service set status = 'failure' where id = ${one}`)
  const counted = {
    services: 4,
    service_steps: 6,
    paused_services: 2,
    paused_service_steps: 2,
    failure_services: 1,
    failure_service_steps: 3,
    archived_services: 1,
    archived_service_steps: 1,
  }
  const named = (owner: string, value: (measure: string) => number) =>
    Object.fromEntries(Object.keys(counted).map((measure) => [`${owner}_${measure}`, value(measure)]))
  const count = (measure: string) => counted[measure as keyof typeof counted]
  const zero = () => 0
  const stats = async (session: string) => (await api.call('GET', `/group_stats/${id}`, { as: session })).body
  assert.ok(two)
  assert.deepEqual(await stats(as), { group_id: id, ...named('own', count), ...named('shared', zero) })

  const sharee = await addAccount(api.owner, { reseller: account })
  const shared = await openSession(api.owner, sharee)
  assert.equal((await api.call('GET', `/group_stats/${id}`, { as: shared })).status, 404)
  await share(api.owner, id, sharee)
  assert.deepEqual(await stats(shared), { group_id: id, ...named('own', zero), ...named('shared', count) })
  const found = await api.call('POST', '/group_stats/search', {
    as,
    body: {
      filters: { own_failure_services: [{ type: 'greater_than', argument: 0 }] },
      fields: ['group_id'],
      embed: ['group.name'],
    },
  })
  assert.deepEqual(found.body, [{ group_id: id, group: { name: 'Counted' } }])
})

async function otherCategory(): Promise<string> {
  const [found] = await api.owner.query(sql<{ id: string }>`select id from dictionary_entry
where dictionary = 'service_type_categories' and id <> 'default' order by id limit 1`)
  return found?.id ?? ''
}
