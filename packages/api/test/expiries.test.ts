import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let [group, other] = [0, 0]
let services: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  other = await addGroup(api.owner, owner)
  services = [...(await addServices(api.owner, group, 4)), ...(await addServices(api.owner, other, 1))]
  await api.owner.query(
    sql`select partition_days(array(select (now() at time zone 'UTC')::date - n from generate_series(0, 1) n))`,
  )
  const [first, second, paused, stale, shared] = services
  await detail(first, { certificate_days_left: 90 }, 900)
  await detail(first, { certificate_days_left: 23, domain_days_left: 300 })
  await detail(first, { certificate_days_left: 24 }, 0, 2)
  await detail(second, { certificate_days_left: -2.5, domain_days_left: 'unknown' })
  await detail(paused, { certificate_days_left: 1 })
  await api.owner.query(sql`update service set is_active = false where id = ${paused}`)
  await detail(stale, { certificate_days_left: 1 }, 3600)
  await detail(shared, { domain_days_left: 7 })
  // A check with other settings, for example another address, says nothing about the service.
  await detail(first, { certificate_days_left: 1 }, -0.001)
  await api.owner.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
select service_id, time, 'c', '{1}', 1, 51, 1000, now() from check_detail where service_id = ${first} order by time desc limit 1`)
})
after(() => api[Symbol.asyncDispose]())

const detail = (service: number | undefined, metrics: object, secondsAgo = 0, sensor = 1) =>
  api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${service}, date_trunc('minute', now()) - ${secondsAgo} * interval '1 second', ${sensor}, ${JSON.stringify(metrics)}::jsonb)`)

const list = (as: string, account: unknown = 'my_account') => api.call('GET', `/accounts/${account}/expiries`, { as })

test('certificates and domains are listed, what expires soonest first', async () => {
  const reply = await list(owner.as)
  assert.equal(reply.status, 200, reply.text)
  const found = reply.body.map((each: { service_id: number; kind: string; days_left: number }) => [
    each.service_id,
    each.kind,
    each.days_left,
  ])
  const [first, second, , , shared] = services
  assert.deepEqual(found, [
    [second, 'certificate', -2.5],
    [shared, 'domain', 7],
    [first, 'certificate', 23],
    [first, 'domain', 300],
  ])
  assert.equal(reply.headers['x-total-count'], '4')
  const [{ service, time }] = reply.body
  assert.deepEqual(Object.keys(service).toSorted(), ['address', 'group_id', 'name'])
  assert.equal(service.group_id, group)
  assert.ok(Math.abs(Date.parse(time) - Date.now()) < 600_000)
})

test('strangers see nothing of it, and those with whom a group is shared see that group', async () => {
  const stranger = await addHolder(api.owner)
  const sharee = await addHolder(api.owner)
  await shareGroup(api.owner, other, sharee, false)
  assert.deepEqual((await list(stranger.as)).body, [])
  assert.deepEqual(listErrors(await list(stranger.as, owner.id)), [['not_found']])
  assert.deepEqual(listErrors(await api.call('GET', '/accounts/my_account/expiries')), [['authentication_required']])
  const seen = (await list(sharee.as)).body
  assert.deepEqual(
    seen.map(({ service_id }: { service_id: number }) => service_id),
    [services[4]],
  )
})
