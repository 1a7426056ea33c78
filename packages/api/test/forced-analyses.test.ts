import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseAnalysisId } from '@wachta/domain'
import { createVault, type Vault } from '@wachta/runtime/vault'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService, listErrors, share } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let account: number
let as: string
let sensors: number[]
let custom: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 10_000, sensors: 2 })
  custom = await addPackage(api.owner, { services: 10_000, sensors: 2 })
  await api.owner.query(sql`update package set can_force_custom_analyses = true where id = ${custom}`)
  account = await addAccount(api.owner, { packageId: custom })
  as = await openSession(api.owner, account)
  sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

interface Row {
  readonly time: Date
  readonly kind: string
  readonly sensor_ids: number[]
  readonly revision: number
  readonly error_tolerance: number
  readonly timeout_ms: number
  readonly start_time: Date
  readonly configuration: {
    address: string
    extended_settings: Record<string, unknown>
    secrets: Record<string, string>
  }
}
const rowsOf = (id: number) =>
  api.owner.query(sql<Row>`select time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time, configuration
from forced_analysis where service_id = ${id} order by time`)
const watched = (more: object = {}) =>
  createTestService(api, as, {
    type_id: 'http',
    address: 'http://example.com/',
    sensor_ids: sensors.slice(0, 2),
    ...more,
  })

test('a manual check uses the sensors of the service, and its id is not a slot of the service', async () => {
  const id = await watched()
  const reply = await api.call('POST', `/services/${id}/force_analysis`, { as })
  assert.equal(reply.status, 200, reply.text)
  const [row] = await rowsOf(id)
  assert.ok(row)
  assert.equal(parseAnalysisId(reply.body.analysis_id), row.time.getTime())
  assert.deepEqual([row.kind, row.sensor_ids, row.revision, row.configuration], ['f', sensors.slice(0, 2), 1, null])
  const again = await Promise.all([1, 2, 3].map(() => api.call('POST', `/services/${id}/force_analysis`, { as })))
  const ids = [reply, ...again].map(({ body }) => body.analysis_id)
  assert.equal(new Set(ids).size, 4)
})

test('a bulk manual check orders all analyses or none', async () => {
  const ids = [await watched(), await watched()]
  const reply = await api.call('POST', '/services/bulk_force_analysis', { as, body: { ids } })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    reply.body.analyses.map(({ service_id }: { service_id: number }) => service_id),
    ids,
  )
  const lonely = await watched({ sensor_ids: null })
  const refused = await api.call('POST', '/services/bulk_force_analysis', { as, body: { ids: [...ids, lonely] } })
  assert.deepEqual([refused.status, listErrors(refused)], [422, [['nothing_to_check_with']]])
  assert.equal((await rowsOf(ids[0] ?? 0)).length, 1)
})

test('custom settings are validated like a change and sealed, and do not change the service', async () => {
  const id = await watched({ extended_settings: { username: 'u', password: 'correct horse' } })
  const before = (await api.call('GET', `/services/${id}`, { as })).body
  const body = { extended_settings: { timeout: 1234, error_tolerance: 0 }, sensor_ids: sensors.slice(1) }
  const reply = await api.call('POST', `/services/${id}/force_custom_analysis`, { as, body })
  assert.equal(reply.status, 200, reply.text)
  const [row] = await rowsOf(id)
  assert.ok(row)
  assert.deepEqual([row.kind, row.sensor_ids, row.error_tolerance, row.timeout_ms], ['c', sensors.slice(1), 0, 1234])
  assert.equal(row.configuration.address, 'http://example.com/')
  assert.ok(!JSON.stringify(row.configuration).includes('correct horse'))
  assert.ok(row.configuration.secrets['password'])
  assert.deepEqual((await api.call('GET', `/services/${id}`, { as })).body, before)

  const elsewhere = await api.call('POST', `/services/${id}/force_custom_analysis`, {
    as,
    body: { address: 'http://evil.example/' },
  })
  assert.deepEqual(listErrors(elsewhere), [['secret_needed_again', 'data.extended_settings.password']])
  const wrong = await api.call('POST', `/services/${id}/force_custom_analysis`, {
    as,
    body: { address: 'ftp://x', extended_settings: { timeout: 'soon' }, sensor_ids: sensors },
  })
  assert.equal(wrong.status, 422, wrong.text)
  const other = { ...body, address: 'http://other.example/', extended_settings: { password: 'battery staple' } }
  const given = await api.call('POST', `/services/${id}/force_custom_analysis`, { as, body: other })
  assert.equal(given.status, 200, given.text)
  const vault: Vault = api.interface.context.vault
  const sealed = (await rowsOf(id)).at(-1)?.configuration.secrets['password'] ?? ''
  assert.equal(vault.open(sealed, ['service', String(account), String(id), 'password']), 'battery staple')
  assert.throws(() => createVault(`x:${Buffer.alloc(32).toString('base64')}`).open(sealed, []))
})

test('a manual check in a browser has time beyond its limit, as a scheduled one has', async () => {
  const browser = await addSensor(api.owner, { categories: ['browser'] })
  const id = await watched({ type_id: 'fullpage', sensor_ids: [browser] })
  await api.call('POST', `/services/${id}/force_analysis`, { as })
  const body = { extended_settings: { timeout: 5_000 } }
  const custom = await api.call('POST', `/services/${id}/force_custom_analysis`, { as, body })
  assert.equal(custom.status, 200, custom.text)
  assert.deepEqual(
    (await rowsOf(id)).map(({ timeout_ms }) => timeout_ms),
    [45_000, 20_000],
  )
})

test('a custom analysis can be scheduled within the next 24 hours', async () => {
  const id = await watched()
  const at = async (start_time: string) =>
    api.call('POST', `/services/${id}/schedule_custom_analysis`, { as, body: { start_time } })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const start = inHours(2)
  const reply = await at(start)
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await rowsOf(id))[0]?.start_time.toISOString(), start)
  for (const time of [inHours(-0.01), inHours(24.01)])
    assert.deepEqual(listErrors(await at(time)), [['start_out_of_range', 'data.start_time']])
  assert.equal((await at(inHours(25))).body[0].message, 'Choose a time within the next 24 hours.')
})

test('manual checks need the share flag, and custom ones the package too', async () => {
  const plain = await addAccount(api.owner)
  const session = await openSession(api.owner, plain)
  const own = await createTestService(api, session, {
    type_id: 'http',
    address: 'http://example.com/',
    sensor_ids: [sensors[0]],
  })
  const refused = await api.call('POST', `/services/${own}/force_custom_analysis`, { as: session, body: {} })
  assert.deepEqual([refused.status, listErrors(refused)], [422, [['custom_analyses_not_in_package']]])

  const id = await watched()
  const { group_id } = (await api.call('GET', `/services/${id}`, { as })).body
  const force = () => api.call('POST', `/services/${id}/force_analysis`, { as: session })
  assert.equal((await force()).status, 404)
  await share(api.owner, group_id, plain)
  assert.equal((await force()).status, 403)
  await api.owner.query(sql`update group_share set can_force_analyses = true where group_id = ${group_id}`)
  assert.equal((await force()).status, 200)
})

test('a sharee with permission for manual checks cannot direct the sensors at another target', async () => {
  const id = await watched()
  const service = (await api.call('GET', `/services/${id}`, { as })).body
  const guest = await addAccount(api.owner)
  const session = await openSession(api.owner, guest)
  await share(api.owner, service.group_id, guest)
  await api.owner.query(sql`update group_share set can_force_analyses = true where group_id = ${service.group_id}`)
  const custom = async (body: object, at = 'force_custom_analysis') =>
    (await api.call('POST', `/services/${id}/${at}`, { as: session, body })).status
  assert.equal(await custom({ address: 'http://192.168.0.1/' }), 403)
  assert.equal(await custom({ extended_settings: { http_method: 'POST' } }), 403)
  assert.equal(await custom({ sensor_ids: [sensors[1]] }), 403)
  const start_time = new Date(Date.now() + 60_000).toISOString()
  assert.equal(await custom({ address: 'http://192.168.0.1/', start_time }, 'schedule_custom_analysis'), 403)
  assert.notEqual(await custom({ address: service.address }), 403, 'the service itself')
  await api.owner.query(sql`update group_share set can_modify_services = true where group_id = ${service.group_id}`)
  assert.notEqual(await custom({ address: 'http://192.0.2.1/' }), 403)
})

test('archived services, and those of a type that no sensor can run, cannot be checked manually', async () => {
  const id = await watched()
  await api.call('POST', `/services/${id}/archive`, { as })
  assert.deepEqual(listErrors(await api.call('POST', `/services/${id}/force_analysis`, { as })), [
    ['service_is_archived'],
  ])
  const job = await createTestService(api, as, { type_id: 'heartbeat', address: 'backup', interval: 3600 })
  assert.deepEqual(listErrors(await api.call('POST', `/services/${job}/force_analysis`, { as })), [
    ['nothing_to_check_with'],
  ])
})

test('an account has an hourly limit of manual checks', async () => {
  const id = await watched()
  await api.owner.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
select ${id}, now() - n * interval '1 second', 'f', '{}', 1, 51, 1, now() from generate_series(1, 1000) n`)
  const refused = await api.call('POST', `/services/${id}/force_analysis`, { as })
  assert.deepEqual([refused.status, listErrors(refused)], [429, [['too_many_for_now']]])
  await api.owner.query(sql`update forced_analysis set requested_at = now() - interval '61 minutes'`)
  assert.equal((await api.call('POST', `/services/${id}/force_analysis`, { as })).status, 200)
})
