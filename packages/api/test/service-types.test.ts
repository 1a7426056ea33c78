import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildSettingsSchema, checkTypes, settingsFormats } from '@wachta/checks'
import { compileSchema } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService, findDefaultGroup } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let account: number
let as: string

before(async () => {
  api = await startApi()
  const small = await addPackage(api.owner, { types: ['http', 'ping', 'dns'] })
  account = await addAccount(api.owner, { packageId: small })
  as = await openSession(api.owner, account)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const ids = (reply: { body: { id: unknown }[] }) => reply.body.map(({ id }) => id)

test('every type is listed to everybody, in their language', async () => {
  const reply = await api.call('GET', '/service_types?limit=1000')
  assert.deepEqual(ids(reply).toSorted(), checkTypes.map(({ id }) => id).toSorted())
  for (const type of checkTypes) {
    const [english, polish] = await Promise.all(
      ['en', 'pl'].map((language) =>
        api.call('GET', `/service_types/${type.id}`, { headers: { 'accept-language': language } }),
      ),
    )
    assert.deepEqual(english?.body, {
      id: type.id,
      name: type.name.en,
      description: type.description.en,
      category_id: type.category,
      address_format: type.addressFormat.en,
      default_interval: type.defaultInterval,
      supports_steps: type.supportsSteps,
      artifact_type_ids: type.artifactTypes,
    })
    assert.equal(polish?.body.name, type.name.pl)
  }
  assert.equal((await api.call('GET', '/service_types/nonsense')).status, 404)
  const found = await api.call('POST', '/service_types/search', { body: { query: 'ICMP' } })
  assert.deepEqual(ids(found), ['ping'])
})

test('the published formats are those that settings are held against', async () => {
  for (const type of checkTypes) {
    const { body, headers } = await api.call('GET', `/service_types/${type.id}/extended_setting_formats`)
    const properties =
      (buildSettingsSchema(type) as { properties?: Record<string, Record<string, unknown>> }).properties ?? {}
    assert.deepEqual(
      body.map(({ key }: { key: string }) => key),
      Object.keys(properties),
    )
    assert.equal(headers['x-total-count'], String(body.length))
    const validate = compileSchema(buildSettingsSchema(type), settingsFormats)
    for (const format of body) {
      const schema = properties[format.key] ?? {}
      assert.ok([schema['type']].flat().includes(format.type), `${type.id}.${format.key}`)
      const complaints = (value: unknown) =>
        validate({ [format.key]: value }, 'data').filter(({ field }) => field?.startsWith(`data.${format.key}`))
      if (format.default !== null) assert.deepEqual(complaints(format.default), [], `default of ${format.key}`)
      if (format.type === 'integer' && format.maximum !== null) {
        assert.deepEqual(complaints(format.maximum), [])
        assert.equal(complaints(format.maximum + 1).length, 1, 'beyond the published bound')
        assert.equal(complaints(format.minimum - 1).length, 1)
      }
      if (format.enum) assert.equal(complaints('nonsense').length, 1)
      for (const { value, name } of format.presets) {
        assert.deepEqual(complaints(format.type === 'array' ? [value] : value), [], `${format.key}: ${value} is taken`)
        assert.ok(name)
      }
    }
  }
  assert.equal((await api.call('GET', '/service_types/nonsense/extended_setting_formats')).status, 404)
})

test('all types are offered to an account whose package has all of them', async () => {
  const whole = await openSession(api.owner, await addAccount(api.owner, { packageId: await addPackage(api.owner) }))
  const reply = await api.call('GET', '/accounts/my_account/available_service_types?limit=1000', { as: whole })
  assert.deepEqual(ids(reply).toSorted(), checkTypes.map(({ id }) => id).toSorted())
  assert.equal(reply.body.length, 21)
})

test('only types that can be run and that the package has are offered', async () => {
  const group = await findDefaultGroup(api.owner, account)
  const offered = async () => {
    const [ofAccount, ofGroup] = await Promise.all([
      api.call('GET', '/accounts/my_account/available_service_types', { as }),
      api.call('GET', `/groups/${group}/available_service_types`, { as }),
    ])
    assert.deepEqual(ofAccount?.body, ofGroup?.body)
    return ids(ofAccount).toSorted()
  }
  await api.owner.query(sql`update service_type set is_runnable = false`)
  assert.deepEqual(await offered(), [])
  await api.owner.query(sql`update service_type set is_runnable = true where id in ('ping', 'dns', 'https')`)
  assert.deepEqual(await offered(), ['dns', 'ping'], 'https runs, but is not in the package')
  await api.owner.query(
    sql`update package set available_service_types = available_service_types || '[{"service_type_id": "https", "maximum_services": 1, "minimum_interval": null}]'`,
  )
  assert.deepEqual(await offered(), ['dns', 'https', 'ping'])
})

test('sensors are offered as far as the account may use them and they can do it', async () => {
  const other = await addAccount(api.owner)
  const open = await addSensor(api.owner, { categories: ['default'] })
  const own = await addSensor(api.owner, { owner: account, categories: ['default'] })
  await addSensor(api.owner, { owner: other })
  await addSensor(api.owner, { active: false })
  const [category] = (
    await api.owner.query(
      sql<{
        id: string
      }>`select id from dictionary_entry where dictionary = 'service_type_categories' and id <> 'default' limit 1`,
    )
  ).map(({ id }) => id)
  const special = await addSensor(api.owner, { categories: [category ?? ''] })
  const group = await findDefaultGroup(api.owner, account)
  const service = await createTestService(api, as, { sensor_ids: [open] })
  const offered = async (path: string, session = as) => ids(await api.call('GET', path, { as: session })).toSorted()
  const all = [open, own, special].toSorted()
  assert.deepEqual(await offered('/accounts/my_account/available_sensors'), all)
  assert.deepEqual(await offered(`/groups/${group}/available_sensors`), all)
  assert.deepEqual(await offered(`/groups/${group}/available_sensors/by_service_type/ping`), [open, own])
  assert.deepEqual(await offered(`/groups/${group}/available_sensors/by_service_type/nonsense`), [])
  assert.deepEqual(await offered(`/services/${service}/available_sensors`), [open, own])

  const user = await openSession(api.owner, await addAccount(api.owner, { parent: account }))
  assert.deepEqual(await offered('/accounts/my_account/available_sensors', user), all, 'of the account it acts for')
  const stranger = await openSession(api.owner, other)
  for (const path of [`/groups/${group}/available_sensors`, `/services/${service}/available_sensors`])
    assert.equal((await api.call('GET', path, { as: stranger })).status, 404)

  assert.deepEqual(await offered(`/services/${service}/monitoring_sensors`), [], 'announced, but not in force yet')
  await api.owner.query(sql`update service_revision set effective_from = effective_from - interval '1 minute'`)
  assert.deepEqual(await offered(`/services/${service}/monitoring_sensors`), [open])
})
