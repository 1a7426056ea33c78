import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import fc from 'fast-check'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let services: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  services = await addServices(api.owner, await addGroup(api.owner, owner), 3)
  await api.owner.query(sql`update service set status_since = '2026-03-01T00:00:00Z'`)
})
after(() => api[Symbol.asyncDispose]())

const read = async (id?: number) => (await api.call('GET', `/service_statuses/${id}`, { as: owner.as })).body
const change = (id: number | undefined, columns: ReturnType<typeof sql>) =>
  api.owner.query(sql`update service set ${columns} where id = ${id}`)

test('a service that was never analysed is unknown', async () => {
  assert.deepEqual(await read(services[0]), {
    service_id: services[0],
    status: 'unknown',
    since: '2026-03-01T00:00:00Z',
    last_analysis_id: null,
    last_analysis_time: null,
    last_ok_time: null,
    last_error_time: null,
    average_response_time: null,
    failing_sensor_ids: [],
    error_type_id: null,
    is_suspended: false,
    is_silenced: false,
    unchecked_reason: null,
  })
})

test('what its analyses came to is shown, and paused where it is paused or suspended', async () => {
  const [, id] = services
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, last_ok_time, last_error_time, response_time,
  failing_sensor_ids, error_type_id)
values (${id}, 'failure', '2026-03-02T10:00:00Z', '2026-03-02T10:05:00.25Z', '2026-03-02T09:59:00Z', '2026-03-02T10:05:00.25Z', 321, '{3,5}', 7)`)
  const failing = await read(id)
  assert.deepEqual(failing, {
    service_id: id,
    status: 'failure',
    since: '2026-03-02T10:00:00Z',
    last_analysis_id: '260302100500250',
    last_analysis_time: '2026-03-02T10:05:00.25Z',
    last_ok_time: '2026-03-02T09:59:00Z',
    last_error_time: '2026-03-02T10:05:00.25Z',
    average_response_time: 321,
    failing_sensor_ids: [3, 5],
    error_type_id: 7,
    is_suspended: false,
    is_silenced: false,
    unchecked_reason: null,
  })
  await change(id, sql`is_silenced = true`)
  assert.deepEqual(await read(id), { ...failing, is_silenced: true })
  await change(id, sql`is_suspended = true`)
  assert.equal((await read(id)).status, 'paused')
  await change(id, sql`is_suspended = false, is_silenced = false`)
  assert.deepEqual(await read(id), failing)

  await change(id, sql`is_active = false`)
  const paused = await read(id)
  assert.equal(paused.status, 'paused')
  assert.ok(Date.parse(paused.since) > Date.parse(failing.since))
  await change(id, sql`is_active = true`)
  assert.equal((await read(id)).status, 'unknown', 'until its next analysis, whatever was seen before the pause')
  await api.owner.query(
    sql`update service_state set status = 'ok', since = now() + interval '1 second' where service_id = ${id}`,
  )
  assert.equal((await read(id)).status, 'ok')
})

test('the published status is that of the newer row, whatever is written in whatever order', async () => {
  const [, , id] = services
  const statuses = ['ok', 'failure', 'unknown'] as const
  const start = Date.parse('2026-03-01T00:00:00Z')
  /** Writes an analysis like the analyst; without `publishes`, like an amendment during a pause. */
  const analyse = (status: string, minute: number, publishes: boolean) =>
    api.owner.transaction(async (tx) => {
      const since = new Date(start + minute * 60_000)
      await tx.query(sql`insert into service_state (service_id, status, since) values (${id}, ${status}, ${since})
on conflict (service_id) do update set status = excluded.status, since = excluded.since`)
      if (publishes)
        await tx.query(sql`update service set status = ${status}, status_since = ${since}
where id = ${id} and status <> ${status} and is_active and not is_suspended`)
    })
  const step = fc.oneof(
    fc.boolean().map((value) => () => change(id, sql`is_active = ${value}`)),
    fc.boolean().map((value) => () => change(id, sql`is_suspended = ${value}`)),
    fc.tuple(fc.constantFrom(...statuses), fc.nat({ max: 10 }), fc.boolean()).map(
      ([status, minute, publishes]) =>
        () =>
          analyse(status, minute, publishes),
    ),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      await api.owner.query(sql`delete from service_state where service_id = ${id}`)
      await change(
        id,
        sql`is_active = true, is_suspended = false, status = 'unknown', status_since = ${new Date(start)}`,
      )
      for (const each of steps) await each()
      const [row] = await api.owner.query(sql<{ shown: string; newer: string }>`select r.status as shown,
  case when v.status = 'paused' or v.is_suspended then 'paused' when s.since >= v.status_since then s.status else v.status end as newer
from service v join service_status_record r on r.id = v.id left join service_state s on s.service_id = v.id where v.id = ${id}`)
      assert.equal(row?.shown, row?.newer)
    }),
    { numRuns: 60 },
  )
  await api.owner.query(sql`delete from service_state where service_id = ${id}`)
  await change(id, sql`is_active = true, is_suspended = false, status = 'unknown', status_since = ${new Date(start)}`)
})

test('statuses are searched by what they say', async () => {
  const [, , id] = services
  await api.owner.query(
    sql`insert into service_state (service_id, status, since, response_time) values (${id}, 'failure', now(), 900)`,
  )
  const search = async (filters: object) => {
    const { body } = await api.call('POST', '/service_statuses/search', {
      as: owner.as,
      body: { filters, fields: ['service_id'] },
    })
    return body.map((one: { service_id: number }) => one.service_id)
  }
  assert.deepEqual(await search({ status: ['failure'] }), [id])
  assert.deepEqual(await search({ average_response_time: [{ type: 'greater_than', argument: 500 }] }), [id])
  assert.deepEqual(await search({ last_analysis_id: [{ type: 'is_null', argument: true }] }), [services[0], id])
})

test('a service whose type no assigned sensor can run says so', async () => {
  const group = await addGroup(api.owner, owner)
  const plain = await addSensor(api.owner)
  const assign = (sensors: number[]) =>
    api.call('PUT', `/groups/${group}`, { as: owner.as, body: { assigned_sensor_ids: { default: sensors } } })
  await assign([plain])
  const page = { group_id: group, type_id: 'fullpage', address: 'http://shop.example.com/' }
  const id = await createTestService(api, owner.as, page)
  const ping = await createTestService(api, owner.as, { group_id: group })
  const job = await createTestService(api, owner.as, {
    group_id: group,
    type_id: 'heartbeat',
    address: 'backup',
    interval: 3600,
  })
  const reason = async (service: number) => {
    const { status, unchecked_reason } = await read(service)
    return [status, unchecked_reason]
  }
  assert.deepEqual(await reason(id), ['unknown', 'no_able_sensor'])
  assert.deepEqual(await reason(ping), ['unknown', null])
  assert.deepEqual(await reason(job), ['unknown', null], 'no sensor has to')
  const found = await api.call('POST', '/service_statuses/search', {
    as: owner.as,
    body: { filters: { unchecked_reason: ['no_able_sensor'] }, fields: ['service_id'] },
  })
  assert.deepEqual(found.body, [{ service_id: id }])

  // Even with an earlier status, the service cannot be checked now.
  await api.owner.query(sql`insert into service_state (service_id, status, since) values (${id}, 'ok', now())`)
  assert.deepEqual(await reason(id), ['ok', 'no_able_sensor'])
  await change(id, sql`is_active = false`)
  assert.deepEqual(await reason(id), ['paused', null])
  await change(id, sql`is_active = true`)
  await assign([plain, await addSensor(api.owner, { categories: ['default', 'browser'] })])
  assert.deepEqual(await reason(id), ['unknown', null])
})
