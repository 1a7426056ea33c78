import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'

let api: TestApi
let owner: Holder
let [one, two, other] = [0, 0, 0]
let shared = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  const group = await addGroup(api.owner, owner)
  shared = await addGroup(api.owner, owner)
  ;[one = 0, two = 0] = await addServices(api.owner, group, 3)
  ;[other = 0] = await addServices(api.owner, shared, 1)
})
after(() => api[Symbol.asyncDispose]())

const put = (id: number, tags: unknown) => api.call('PUT', `/services/${id}`, { as: owner.as, body: { tags } })
const bulk = (body: object, as = owner.as) => api.call('POST', '/services/bulk_tag', { as, body })
const list = async (as = owner.as) => {
  const { body } = await api.call('GET', '/service_tags?sort=service_id', { as })
  return body
}

test('a service is tagged; lists of tags leave out services without any', async () => {
  assert.deepEqual(await list(), [])
  assert.equal((await put(one, ['production', 'Łódź'])).status, 204)
  assert.deepEqual((await api.call('GET', `/services/${one}`, { as: owner.as })).body.tags, ['production', 'Łódź'])
  assert.deepEqual(await list(), [{ service_id: one, tags: ['production', 'Łódź'] }])
  const search = { fields: ['service_id'], embed: ['service.name'] }
  const found = await api.call('POST', '/service_tags/search', { as: owner.as, body: search })
  assert.equal(found.body[0].service_id, one)
  assert.equal((await put(one, [])).status, 204)
  assert.deepEqual(await list(), [])
})

test('too many, too long, empty and repeated tags are rejected', async () => {
  assert.equal((await put(one, ['x'.repeat(51)])).status, 400)
  assert.equal((await put(one, [''])).status, 400)
  assert.equal((await put(one, ['a', 'a'])).status, 400)
  for (const tag of ['a,b', ' a', 'a ', ',']) assert.equal((await put(one, [tag])).status, 400, tag)
  const many = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  assert.equal((await put(one, [...many, 'one more'])).status, 400)
  assert.equal((await put(one, many)).status, 204)
  const reply = await bulk({ ids: [two, one], add: ['one more'] })
  assert.deepEqual(listErrors(reply), [['too_many_items', 'data.ids.1']])
  assert.match(reply.body[0].message, /\b20\b/, 'the message names the limit')
  assert.deepEqual((await api.call('GET', `/services/${two}`, { as: owner.as })).body.tags, [], 'all or none')
})

test('tags are added to many services and removed from them, and every change is in the audit log', async () => {
  await put(one, ['old', 'production'])
  const reply = await bulk({ ids: [one, two], add: ['production', 'new'], remove: ['old', 'never there'] })
  assert.equal(reply.status, 204, reply.text)
  assert.deepEqual(await list(), [
    { service_id: one, tags: ['production', 'new'] },
    { service_id: two, tags: ['production', 'new'] },
  ])
  const path = '/accounts/my_account/logs/audit?filter.operation=bulk_tag_services'
  const { body } = await api.call('GET', path, { as: owner.as })
  assert.deepEqual(
    body.map(({ object_id }: { object_id: string }) => Number(object_id)).toSorted(),
    [one, two].toSorted(),
  )
  assert.equal((await bulk({ ids: [one, two], add: ['new'] })).status, 204)
  assert.equal((await api.call('GET', path, { as: owner.as })).body.length, 2, 'nothing changed')
})

test('strangers neither see nor change tags; those with whom a group is shared see those of the group', async () => {
  const stranger = await addHolder(api.owner)
  const sharee = await addHolder(api.owner)
  await shareGroup(api.owner, shared, sharee, false)
  await put(other, ['mine'])
  assert.deepEqual(await list(stranger.as), [])
  assert.deepEqual(await list(sharee.as), [{ service_id: other, tags: ['mine'] }])
  assert.equal((await bulk({ ids: [other], add: ['x'] }, stranger.as)).status, 422)
  assert.notEqual((await bulk({ ids: [other], add: ['x'] }, sharee.as)).status, 204)
})

test('tags are part of a declared configuration', async () => {
  const service = { external_id: 'shop', type_id: 'ping', name: 'Shop', address: 'shop.example.com', tags: ['eu'] }
  const apply = (services: object[]) => api.call('POST', '/apply', { as: owner.as, body: { services, dry_run: false } })
  const reply = await apply([service])
  assert.equal(reply.status, 200, reply.text)
  const tagged = async () =>
    (await list()).find(({ tags }: { tags: string[] }) => tags[0] !== 'production' && tags[0] !== 'mine')
  assert.deepEqual((await tagged())?.tags, ['eu'])
  await apply([{ ...service, tags: ['us', 'eu'] }])
  assert.deepEqual((await tagged())?.tags, ['us', 'eu'])
})
