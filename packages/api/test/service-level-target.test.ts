import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'

let api: TestApi
let owner: Holder
let [group, service, template] = [0, 0, 0]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  ;[service = 0] = await addServices(api.owner, group, 1)
  const body = { name: 'Monthly', section_ids: ['summary'], service_level_target: 99.5 }
  const made = await api.call('POST', '/report_templates', { as: owner.as, body })
  assert.equal(made.status, 201, made.text)
  template = made.body.id
})
after(() => api[Symbol.asyncDispose]())

const put = (path: string, service_level_target: unknown) =>
  api.call('PUT', path, { as: owner.as, body: { service_level_target } })
const targetOf = async (path: string) => (await api.call('GET', path, { as: owner.as })).body.service_level_target

test('services, groups and report templates have a target that is read as it was written', async () => {
  assert.equal(await targetOf(`/report_templates/${template}`), 99.5)
  for (const path of [`/services/${service}`, `/groups/${group}`, `/report_templates/${template}`]) {
    for (const target of [99.9, 99.99999, 0, 100, 0.00001, 57.3, null]) {
      const reply = await put(path, target)
      assert.equal(reply.status, 204, reply.text)
      assert.equal(await targetOf(path), target)
    }
  }
})

test('a target is set when a service or a group is created', async () => {
  const create = async (path: string, body: object) => {
    const reply = await api.call('POST', path, { as: owner.as, body })
    assert.equal(reply.status, 201, reply.text)
    return targetOf(`${path}/${reply.body.id}`)
  }
  assert.equal(await create('/groups', { name: 'Shops', service_level_target: 99.95 }), 99.95)
  assert.equal(await create('/groups', { name: 'Mail' }), null)
  const ping = { type_id: 'ping', name: 'Shop', address: 'shop.example.com', group_id: group }
  assert.equal(await create('/services', { ...ping, service_level_target: 99.9 }), 99.9)
})

test('targets out of bounds, of too many digits or of another type are rejected', async () => {
  const field = 'data.service_level_target'
  const rejected = async (target: unknown) => listErrors(await put(`/services/${service}`, target))
  assert.deepEqual(await rejected(100.1), [['too_large', field]])
  assert.deepEqual(await rejected(-1), [['too_small', field]])
  assert.deepEqual(await rejected(99.999999), [['wrong_format', field]])
  assert.deepEqual(await rejected('99.9'), [['wrong_type', field]])
})

test('targets are part of a declared configuration', async () => {
  const apply = async (target: number | null) => {
    const shop = { type_id: 'ping', name: 'Shop', address: 'shop.example.com', group: 'shops' }
    const body = {
      groups: [{ external_id: 'shops', name: 'Shops', service_level_target: 99.5 }],
      services: [{ external_id: 'shop', ...shop, service_level_target: target }],
      dry_run: false,
    }
    const reply = await api.call('POST', '/apply', { as: owner.as, body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.plan.map(({ action }: { action: string }) => action)
  }
  const declared = async (path: string, name: string) => {
    const { body } = await api.call('GET', path, { as: owner.as })
    return body.find(({ external_id }: { external_id: string | null }) => external_id === name).service_level_target
  }
  await apply(99.9)
  assert.equal(await declared('/groups', 'shops'), 99.5)
  assert.equal(await declared('/services', 'shop'), 99.9)
  assert.ok(!(await apply(99.9)).includes('update'), 'nothing changes when the same is applied again')
  await apply(null)
  assert.equal(await declared('/services', 'shop'), null)
})
