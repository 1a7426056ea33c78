import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

const window = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T11:30:00Z' }
const minute = (day_of_week: number, hour: number, at = 0) => ({ day_of_week, hour, minute: at })
const night = { start_minute: minute(6, 22), end_minute: minute(7, 2) }
const absent = 900_000_000

let api: TestApi
let owner: Holder
let readOnlyUser: Holder
let modifier: Holder
let reader: Holder
let stranger: Holder
let group: number
let service: number
let other: number
let foreign: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  readOnlyUser = await addHolder(api.owner, { parent: owner.id, readOnly: true })
  modifier = await addHolder(api.owner)
  reader = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  await shareGroup(api.owner, group, modifier, true)
  await shareGroup(api.owner, group, reader, false)
  ;[service = 0, other = 0] = await addServices(api.owner, group, 2)
  ;[foreign = 0] = await addServices(api.owner, await addGroup(api.owner, stranger), 1)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const post = (path: string, body: unknown, as = owner.as) => api.call('POST', path, { as, body })
const put = (path: string, body: unknown, as = owner.as) => api.call('PUT', path, { as, body })
const get = (path: string, as = owner.as) => api.call('GET', path, { as })
const remove = (path: string, as = owner.as) => api.call('DELETE', path, { as })
const errors = ({ body }: Reply) => body.map(({ error, field }: { error: string; field?: string }) => [error, field])
const result = (reply: Reply) => [reply.status, errors(reply)]
const ids = ({ body }: Reply): number[] => body.map(({ id }: { id: number }) => id)

async function create(path: string, body: object): Promise<number> {
  const created = await post(path, body)
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(Object.keys(created.body), ['id'])
  return created.body.id
}

test('a suspension is created, read, changed in part, sent back whole and deleted', async () => {
  const id = await create('/suspensions', { service_id: service, ...window })
  const path = `/suspensions/${id}`
  const record = { id, service_id: service, description: '', ...window, only_notifications: false }
  assert.deepEqual((await get(path)).body, record)

  assert.equal((await put(path, { description: 'Wymiana dysku', only_notifications: true })).status, 204)
  const changed = { ...record, description: 'Wymiana dysku', only_notifications: true }
  assert.deepEqual((await get(path)).body, changed)
  assert.equal((await put(path, changed)).status, 204, 'the whole object, unchanged')
  const later = { ...changed, end_time: '2026-03-01T12:00:00Z' }
  assert.equal((await put(path, later)).status, 204, 'the whole object, with one change')
  assert.deepEqual((await get(path)).body, later)
  assert.deepEqual(result(await put(path, { ...later, service_id: other })), [
    400,
    [['read_only_field', 'data.service_id']],
  ])

  assert.equal((await get(`${path}/service`)).body.id, service)
  assert.deepEqual((await get(`/services/${service}/suspensions`)).body, [later])
  assert.deepEqual((await get(`/services/${other}/suspensions`)).body, [])
  assert.equal((await remove(path)).status, 204)
  assert.deepEqual([(await get(path)).status, (await remove(path)).status], [404, 404])
})

test('a maintenance window without a start time begins now', async () => {
  api.clock = new Date('2026-05-05T08:00:00Z')
  try {
    const session = await post('/suspensions', { service_id: service, end_time: '2026-05-05T08:00:01Z' })
    assert.equal(session.status, 201, session.text)
    assert.equal((await get(`/suspensions/${session.body.id}`)).body.start_time, '2026-05-05T08:00:00Z')
    const [made] = ids(
      await post('/suspensions/bulk_create', { service_ids: [service], end_time: '2026-05-05T08:00:01Z' }),
    )
    assert.equal((await get(`/suspensions/${made}`)).body.start_time, '2026-05-05T08:00:00Z')
    assert.deepEqual(result(await post('/suspensions', { service_id: service, end_time: '2026-05-05T08:00:00Z' })), [
      422,
      [['wrong_window', 'data.end_time']],
    ])
  } finally {
    api.clock = null
  }
})

test('invalid maintenance windows are rejected', async () => {
  const attempt = (more: object) => post('/suspensions', { service_id: service, ...window, ...more })
  assert.deepEqual(errors(await post('/suspensions', {})).sort(), [
    ['missing_field', 'data.end_time'],
    ['missing_field', 'data.service_id'],
  ])
  assert.deepEqual(result(await attempt({ description: 'a'.repeat(256) })), [400, [['too_long', 'data.description']]])
  assert.deepEqual(result(await attempt({ only_notifications: 1 })), [400, [['wrong_type', 'data.only_notifications']]])
  assert.deepEqual(result(await attempt({ owner_id: 1 })), [400, [['unknown_field', 'data.owner_id']]])
  assert.deepEqual(result(await attempt({ service_id: absent })), [422, [['unknown_reference', 'data.service_id']]])
  const wrong = [422, [['wrong_window', 'data.end_time']]]
  assert.deepEqual(result(await attempt({ end_time: window.start_time })), wrong)
  const path = `/suspensions/${await create('/suspensions', { service_id: service, ...window })}`
  assert.deepEqual(result(await put(path, { start_time: window.end_time })), wrong)
  assert.deepEqual(result(await put(path, { end_time: '2026-03-01T09:00:00Z' })), wrong)
  assert.equal((await put(path, { start_time: '2026-03-02T00:00:00Z', end_time: '2026-03-03T00:00:00Z' })).status, 204)
})

test('scheduled suspensions and suspensions are two views of the same rows', async () => {
  const id = await create('/scheduled_suspensions', { service_id: service, ...window, description: 'Old way' })
  const record = { id, service_id: service, description: 'Old way', ...window }
  assert.deepEqual((await get(`/scheduled_suspensions/${id}`)).body, record)
  assert.deepEqual((await get(`/suspensions/${id}`)).body, { ...record, only_notifications: false })

  assert.equal((await put(`/suspensions/${id}`, { only_notifications: true })).status, 204)
  assert.deepEqual((await get(`/scheduled_suspensions/${id}`)).body, record, 'it is still shown')
  const changed = { ...record, description: 'Changed the old way' }
  assert.equal((await put(`/scheduled_suspensions/${id}`, changed)).status, 204)
  assert.deepEqual((await get(`/suspensions/${id}`)).body, { ...changed, only_notifications: true })
  assert.deepEqual(result(await put(`/scheduled_suspensions/${id}`, { only_notifications: false })), [
    400,
    [['unknown_field', 'data.only_notifications']],
  ])
  assert.deepEqual(result(await put(`/scheduled_suspensions/${id}`, { end_time: window.start_time })), [
    422,
    [['wrong_window', 'data.end_time']],
  ])
  assert.equal((await get(`/scheduled_suspensions/${id}/service`)).body.id, service)
  assert.ok(ids(await get(`/services/${service}/scheduled_suspensions?limit=1000`)).includes(id))
  assert.ok(ids(await post('/scheduled_suspensions/search', { query: 'changed OLD' })).includes(id))

  assert.equal((await remove(`/scheduled_suspensions/${id}`)).status, 204)
  assert.equal((await get(`/suspensions/${id}`)).status, 404)

  const bulk = { service_ids: [service, other], ...window }
  const made = ids(await post('/scheduled_suspensions/bulk_create', bulk))
  assert.deepEqual(
    (await Promise.all(made.map((one) => get(`/suspensions/${one}`)))).map(({ body }) => body.service_id),
    [service, other],
  )
  assert.equal((await post('/scheduled_suspensions/bulk_create', { ...bulk, only_notifications: true })).status, 400)
  assert.equal((await post('/suspensions/bulk_delete', { ids: made.slice(0, 1) })).status, 204)
  assert.deepEqual(result(await post('/scheduled_suspensions/bulk_delete', { ids: made })), [
    422,
    [['unknown_reference', 'data.ids.0']],
  ])
  assert.equal((await post('/scheduled_suspensions/bulk_delete', { ids: made.slice(1) })).status, 204)
  assert.equal((await get(`/suspensions/${made[1]}`)).status, 404)
})

test('all operations of the legacy view are deprecated, and none of the current one', () => {
  const marks = (path: string) =>
    api.interface.operations
      .filter((operation) => operation.path.split('/').includes(path) && !/contacts|escalations/.test(operation.path))
      .map(({ deprecated }) => deprecated)
  assert.deepEqual(marks('scheduled_suspensions'), Array(11).fill(true))
  assert.deepEqual(marks('suspensions'), Array(11).fill(undefined))
})

test('a weekly suspension is created, read, changed in part, sent back whole and deleted', async () => {
  const id = await create('/weekly_suspensions', { service_id: service, ...night })
  const path = `/weekly_suspensions/${id}`
  const record = { id, service_id: service, description: '', ...night, only_notifications: false }
  assert.deepEqual((await get(path)).body, record)
  assert.equal((await put(path, record)).status, 204, 'the whole object, unchanged')
  assert.equal((await put(path, { end_minute: minute(1, 4, 30) })).status, 204, 'over the end of the week')
  const wrapped = { ...record, end_minute: minute(1, 4, 30) }
  assert.deepEqual((await get(path)).body, wrapped)
  assert.equal((await put(path, { ...wrapped, only_notifications: true, description: 'Weekend' })).status, 204)
  assert.deepEqual((await get(path)).body, { ...wrapped, only_notifications: true, description: 'Weekend' })
  assert.equal((await put(path, { end_minute: night.start_minute })).status, 204, 'the whole week')
  assert.deepEqual(result(await put(path, { service_id: other })), [400, [['read_only_field', 'data.service_id']]])
  assert.equal((await get(`${path}/service`)).body.id, service)
  assert.deepEqual(ids(await get(`/services/${service}/weekly_suspensions`)), [id])
  assert.equal((await remove(path)).status, 204)
  assert.equal((await get(path)).status, 404)
})

test('a minute of the week is an object of three whole numbers within their bounds', async () => {
  const attempt = (start_minute: unknown) =>
    post('/weekly_suspensions', { service_id: service, ...night, start_minute })
  const faults: [value: unknown, fault: string, at: string][] = [
    [minute(0, 0), 'too_small', '.day_of_week'],
    [minute(8, 0), 'too_large', '.day_of_week'],
    [minute(1, -1), 'too_small', '.hour'],
    [minute(1, 24), 'too_large', '.hour'],
    [minute(1, 0, -1), 'too_small', '.minute'],
    [minute(1, 0, 60), 'too_large', '.minute'],
    [minute(1, 0, 0.5), 'wrong_type', '.minute'],
    [{ day_of_week: 1, hour: 1 }, 'missing_field', '.minute'],
    [{ ...minute(1, 1), second: 0 }, 'unknown_field', '.second'],
    [1320, 'wrong_type', ''],
    ['1 22:00', 'wrong_type', ''],
    [null, 'wrong_type', ''],
  ]
  for (const [value, fault, at] of faults)
    assert.deepEqual(result(await attempt(value)), [400, [[fault, `data.start_minute${at}`]]], JSON.stringify(value))
  assert.deepEqual(errors(await post('/weekly_suspensions', { service_id: service })).sort(), [
    ['missing_field', 'data.end_minute'],
    ['missing_field', 'data.start_minute'],
  ])
  for (const edge of [minute(1, 0), minute(7, 23, 59)]) {
    const path = `/weekly_suspensions/${(await attempt(edge)).body.id}`
    assert.deepEqual((await get(path)).body.start_minute, edge)
    await remove(path)
  }
})

test('weekly maintenance windows can be sorted by their minutes, but not filtered', async () => {
  const starts = [minute(7, 1), minute(1, 23, 59), minute(2, 0), minute(1, 0)]
  const made: number[] = []
  for (const start_minute of starts)
    made.push(await create('/weekly_suspensions', { service_id: other, ...night, start_minute }))
  const sorted = [made[3], made[1], made[2], made[0]]
  const sort = (order: string) => ({ filters: { service_id: [other] }, sort: [{ field: 'start_minute', order }] })
  assert.deepEqual(ids(await post('/weekly_suspensions/search', sort('ascending'))), sorted)
  assert.deepEqual(ids(await post('/weekly_suspensions/search', sort('descending'))), sorted.toReversed())
  assert.deepEqual(ids(await get(`/services/${other}/weekly_suspensions?sort=-start_minute`)), sorted.toReversed())
  for (const name of ['start_minute', 'end_minute']) {
    const byBody = await post('/weekly_suspensions/search', { filters: { [name]: [1320] } })
    assert.deepEqual(result(byBody), [400, [['unknown_field', `data.filters.${name}`]]])
    assert.equal((await get(`/weekly_suspensions?filter.${name}=1320`)).status, 400)
  }
  assert.equal((await get('/weekly_suspensions?filter.only_notifications=false')).status, 200)
  for (const id of made) await remove(`/weekly_suspensions/${id}`)
})

test('a service shows its weekly maintenance windows in the legacy fields too', async () => {
  const hours = async () => {
    const { silent_hours, suspension_hours } = (await get(`/services/${service}`)).body
    return { silent_hours, suspension_hours }
  }
  assert.deepEqual(await hours(), { silent_hours: [], suspension_hours: [] })
  const wrapping = { start_minute: minute(7, 23), end_minute: minute(1, 5) }
  await create('/weekly_suspensions', { service_id: service, ...wrapping })
  const id = await create('/weekly_suspensions', { service_id: service, ...night })
  const early = { start_minute: minute(3, 4), end_minute: minute(3, 5) }
  await create('/weekly_suspensions', { service_id: service, ...early, only_notifications: true })
  assert.deepEqual(await hours(), { silent_hours: [early], suspension_hours: [night, wrapping] })
  await put(`/weekly_suspensions/${id}`, { only_notifications: true })
  assert.deepEqual(await hours(), { silent_hours: [early, night], suspension_hours: [wrapping] })
  const whole = (await get(`/services/${service}`)).body
  assert.equal((await put(`/services/${service}`, whole)).status, 204, 'sent back with the service, they stay')
})

const kinds: [path: string, body: object][] = [
  ['suspensions', window],
  ['scheduled_suspensions', window],
  ['weekly_suspensions', night],
]
for (const [kind, body] of kinds)
  test(`${kind}: a share that lets services be modified allows them, one to look at does not, a stranger sees nothing`, async () => {
    const id = await create(`/${kind}`, { service_id: service, ...body })
    const path = `/${kind}/${id}`
    const statuses = async ({ as }: Holder) =>
      (
        await Promise.all([
          post(`/${kind}`, { service_id: service, ...body }, as),
          get(path, as),
          get(`${path}/permissions`, as),
          get(`${path}/service`, as),
          get(`/services/${service}/${kind}`, as),
          put(path, { description: `by ${as.slice(-4)}` }, as),
        ])
      ).map(({ status }) => status)
    assert.deepEqual(await statuses(modifier), [201, 200, 200, 200, 200, 204])
    assert.deepEqual(await statuses(reader), [403, 200, 200, 200, 200, 403])
    assert.deepEqual(await statuses(readOnlyUser), [403, 200, 200, 200, 200, 403])
    assert.deepEqual(await statuses(stranger), [422, 404, 404, 404, 404, 404])
    assert.deepEqual((await get(`/${kind}`, stranger.as)).body, [])
    const flags = async ({ as }: Holder) => (await get(`${path}/permissions`, as)).body
    assert.deepEqual(await flags(modifier), { delete: true, own: false, read: true, update: true })
    assert.deepEqual(await flags(reader), { delete: false, own: false, read: true, update: false })
    assert.deepEqual(await flags(owner), { delete: true, own: true, read: true, update: true })
    const removals = [reader, readOnlyUser, stranger, modifier]
    const removed: number[] = []
    for (const { as } of removals) removed.push((await remove(path, as)).status)
    assert.deepEqual(removed, [403, 403, 404, 204])
  })

test('a maintenance window is visible to the same accounts as its service', async () => {
  const id = await create('/suspensions', { service_id: service, ...window })
  await api.owner.query(sql`delete from group_share where account_id = ${reader.id}`)
  assert.equal((await get(`/suspensions/${id}`, reader.as)).status, 404)
  await shareGroup(api.owner, group, reader, false)
  assert.equal((await get(`/suspensions/${id}`, reader.as)).status, 200)
})

for (const kind of ['suspension', 'scheduled_suspension'])
  test(`${kind}s of many services at once are all made or none, and each leaves its entry in the audit`, async () => {
    const audit = () =>
      api.owner.query(
        sql<{
          operation: string
          account_id: number
          object_id: string
        }>`select operation, account_id, object_id from audit where resource = ${kind} order by id`,
      )
    const count = async () => Number((await get('/suspensions?limit=0')).headers['x-total-count'])
    const [entries, before] = [(await audit()).length, await count()]
    const body = { service_ids: [other, service, other], ...window, description: 'Both' }
    const created = await post(`/${kind}s/bulk_create`, body)
    assert.equal(created.status, 201, created.text)
    const [first = 0, second = 0, again] = ids(created)
    assert.equal(again, first, 'a service that is named twice gets one')
    assert.equal(await count(), before + 2)
    assert.deepEqual(
      (await Promise.all([first, second].map((id) => get(`/${kind}s/${id}`)))).map(
        ({ body: { service_id } }) => service_id,
      ),
      [other, service],
    )
    const entry = (operation: string) => (id: number) => ({ operation, account_id: owner.id, object_id: String(id) })
    assert.deepEqual((await audit()).slice(entries), [first, second].map(entry(`bulk_create_${kind}s`)))

    const refused = await post(`/${kind}s/bulk_create`, { ...body, service_ids: [service, foreign, other, absent] })
    assert.deepEqual(result(refused), [
      422,
      [
        ['unknown_reference', 'data.service_ids.1'],
        ['unknown_reference', 'data.service_ids.3'],
      ],
    ])
    assert.deepEqual(result(await post(`/${kind}s/bulk_create`, { ...body, end_time: window.start_time })), [
      422,
      [['wrong_window', 'data.end_time']],
    ])
    assert.equal((await post(`/${kind}s/bulk_create`, { ...body, service_ids: Array(1001).fill(1) })).status, 400)
    assert.equal((await post(`/${kind}s/bulk_create`, { ...body, ids: [1] })).status, 400)
    assert.deepEqual(result(await post(`/${kind}s/bulk_create`, { ...body, service_ids: [other] }, reader.as)), [
      403,
      [['forbidden', 'data.service_ids.0']],
    ])

    const remaining = await count()
    assert.deepEqual(result(await post(`/${kind}s/bulk_delete`, { ids: [first, absent, second] })), [
      422,
      [['unknown_reference', 'data.ids.1']],
    ])
    assert.equal((await post(`/${kind}s/bulk_delete`, { ids: [first, second] }, reader.as)).status, 403)
    assert.equal(await count(), remaining)
    assert.equal((await post(`/${kind}s/bulk_delete`, { ids: [first, second] }, modifier.as)).status, 204)
    assert.equal(await count(), before)
    assert.deepEqual((await audit()).slice(entries + 2), [first, second].map(entry(`bulk_delete_${kind}s`)))
  })
