import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { addMonitoringRevision, addSensors, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'

const from = Date.parse('2026-03-01T00:00:00Z')
const range = 'from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'

let api: TestApi
let owner: Holder
let stranger: Holder
let service: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  const [id = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  service = id
  const sensors = await addSensors(api.owner, 2)
  await addMonitoringRevision(api.owner, service, sensors, new Date(from))
  const checks = sensors.map((sensor) => buildCheck(sensor))
  await storeAnalyses(api.owner, service, sensors, [{ time: from, checks }])
})
after(() => api[Symbol.asyncDispose]())

const get = async (path: string, as: string) =>
  (await api.call('GET', `/services/${service}/history/${path}?${range}`, { as })).status

test('the account can list analyses and checks of a service that it has deleted, and no other account can', async () => {
  const before = await api.call('GET', `/services/${service}/history/checks?${range}`, { as: owner.as })
  assert.equal(before.body.length, 2)
  assert.equal((await api.call('DELETE', `/services/${service}`, { as: owner.as })).status, 204)
  const since = await api.call('GET', `/services/${service}/history/checks?${range}`, { as: owner.as })
  assert.deepEqual(since.body, before.body)
  assert.equal(await get('analyses', owner.as), 200)
  for (const path of ['analyses', 'checks']) assert.equal(await get(path, stranger.as), 404)
  for (const path of ['status_changes', 'service_level']) assert.equal(await get(path, owner.as), 404)
})

test('an API key that is limited to groups can list them only in these', async () => {
  const other = await addGroup(api.owner, owner)
  const body = { name: 'Script', scopes: ['services:read'], group_ids: [other] }
  const { key } = (await api.call('POST', '/api_keys', { as: owner.as, body })).body
  assert.equal(await get('checks', `Bearer ${key}`), 404)
})
