import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  const [service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const other = await addHolder(api.owner)
  const [foreign = 0] = await addServices(api.owner, await addGroup(api.owner, other), 1)
  const hour = (of: number, sensor: number, hoursAgo: number, median: number | null) =>
    api.owner.query(sql`insert into rollup (service_id, size, start, sensor_id, analyses, failures, below_quorum, ok_checks, error_checks, unknown_checks,
  response_count, response_sum, response_p50)
values (${of}, 'h', date_trunc('hour', now()) - ${hoursAgo} * interval '1 hour', ${sensor}, 60, 0, 0, 60, 0, 0, 60, 6000, ${median})`)
  for (const [hoursAgo, median] of [100, 120, 900].entries()) await hour(service, 7, hoursAgo + 1, median)
  await hour(service, 7, 30, 5000)
  await hour(service, 8, 1, 40)
  await hour(service, 9, 1, null)
  // Sensor 0 means all sensors together.
  await hour(service, 0, 1, 80)
  await hour(foreign, 8, 1, 7000)
})
after(() => api[Symbol.asyncDispose]())

const list = (as: string, account: unknown = 'my_account') =>
  api.call('GET', `/accounts/${account}/sensor_latencies`, { as })

test('each sensor has the median of the last day over the services of the account alone', async () => {
  const reply = await list(owner.as)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body, [
    { sensor_id: 7, median_response_time: 120, check_count: 180 },
    { sensor_id: 8, median_response_time: 40, check_count: 60 },
  ])
})

test('strangers see nothing of it', async () => {
  const stranger = await addHolder(api.owner)
  assert.deepEqual((await list(stranger.as)).body, [])
  assert.deepEqual(listErrors(await list(stranger.as, owner.id)), [['not_found']])
  assert.deepEqual(listErrors(await api.call('GET', '/accounts/my_account/sensor_latencies')), [
    ['authentication_required'],
  ])
})
