import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isEmptyWindow } from '../src/platform/window.ts'

const interval = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T11:30:00Z', status: 'ok' }
const absent = 900_000_000
const serviceFields = [
  'address',
  'description',
  'extended_settings',
  'group_id',
  'id',
  'interval',
  'is_active',
  'is_archived',
  'name',
  'notification_channel_ids',
  'notification_condition_ids',
  'notification_mode_id',
  'owner_id',
  'recovery_notification_mode_id',
  'sensor_ids',
  'silent_hours',
  'step_names',
  'suspension_hours',
  'type_id',
]

let api: TestApi
let owner: Holder
let readOnlyUser: Holder
let modifier: Holder
let reader: Holder
let stranger: Holder
let services: number[]
let foreign: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  readOnlyUser = await addHolder(api.owner, { parent: owner.id, readOnly: true })
  modifier = await addHolder(api.owner)
  reader = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  const group = await addGroup(api.owner, owner)
  await shareGroup(api.owner, group, modifier, true)
  await shareGroup(api.owner, group, reader, false)
  services = await addServices(api.owner, group, 5)
  foreign = await addServices(api.owner, await addGroup(api.owner, stranger), 2)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const post = (path: string, body: unknown, as = owner.as) => api.call('POST', path, { as, body })
const put = (path: string, body: unknown, as = owner.as) => api.call('PUT', path, { as, body })
const get = (path: string, as = owner.as) => api.call('GET', path, { as })
const remove = (path: string, as = owner.as) => api.call('DELETE', path, { as })
const errors = ({ body }: Reply) => body.map(({ error, field }: { error: string; field?: string }) => [error, field])
const ids = ({ body }: Reply): number[] => body.map(({ id }: { id: number }) => id)

async function create(more: object = {}): Promise<number> {
  const created = await post('/corrections', { service_id: services[0], ...interval, ...more })
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

const auditOf = async (resource = 'correction') =>
  api.owner.query(
    sql<{
      operation: string
      object_id: string
    }>`select operation, object_id from audit where resource = ${resource} order by id`,
  )

test('a correction is created, read, changed in part, sent back whole and deleted', async () => {
  const created = await post('/corrections', { service_id: services[0], ...interval })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body), ['id'])
  const path = `/corrections/${created.body.id}`

  const { status, body } = await get(path)
  assert.equal(status, 200)
  const { created_at, ...rest } = body
  assert.deepEqual(rest, { id: created.body.id, service_id: services[0], ...interval, description: '' })
  assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 10_000)

  assert.equal((await put(path, { description: 'Planned work', status: 'paused' })).status, 204)
  const changed = { ...body, description: 'Planned work', status: 'paused' }
  assert.deepEqual((await get(path)).body, changed)

  const entries = (await auditOf()).length
  assert.equal((await put(path, changed)).status, 204, 'the whole object, unchanged')
  assert.equal((await put(path, { ...changed, start_time: '2026-03-01T11:00:00+01:00' })).status, 204)
  assert.deepEqual((await get(path)).body, changed)
  assert.equal((await auditOf()).length, entries, 'what changes nothing leaves nothing')
  assert.equal((await put(path, { ...changed, description: 'Repair' })).status, 204)
  assert.equal((await get(path)).body.description, 'Repair')

  const fixed = await put(path, { ...changed, service_id: services[1], created_at: '2020-01-01T00:00:00Z', id: absent })
  assert.equal(fixed.status, 400)
  assert.deepEqual(errors(fixed).sort(), [
    ['read_only_field', 'data.created_at'],
    ['read_only_field', 'data.id'],
    ['read_only_field', 'data.service_id'],
  ])

  assert.deepEqual(ids(await get(`/services/${services[0]}/corrections`)), [created.body.id])
  assert.deepEqual(ids(await get(`/services/${services[1]}/corrections`)), [])
  assert.equal((await remove(path)).status, 204)
  assert.deepEqual([(await get(path)).status, (await remove(path)).status], [404, 404])
})

test('what a correction must have and what it must not have', async () => {
  const attempt = (more: object) => post('/corrections', { service_id: services[0], ...interval, ...more })
  const missing = await post('/corrections', {})
  assert.equal(missing.status, 400)
  assert.deepEqual(
    errors(missing).sort(),
    ['end_time', 'service_id', 'start_time', 'status'].map((name) => ['missing_field', `data.${name}`]),
  )
  for (const [more, fault] of [
    [{ status: 'unknown' }, 'not_an_allowed_value'],
    [{ description: 'a'.repeat(1001) }, 'too_long'],
    [{ start_time: '2026-03-01' }, 'wrong_format'],
    [{ created_at: interval.start_time }, 'unknown_field'],
  ] as const) {
    const reply = await attempt(more)
    assert.deepEqual([reply.status, errors(reply)], [400, [[fault, `data.${Object.keys(more)[0]}`]]])
  }
  await create({ description: 'ż'.repeat(1000) })
})

test('a correction that ends before it begins is refused, when it is created and when it is changed', async () => {
  const wrong = [422, [['wrong_window', 'data.end_time']]]
  const result = (reply: Reply) => [reply.status, errors(reply)]
  for (const end_time of [interval.start_time, '2026-03-01T09:59:59Z', '2026-03-01T11:30:00+02:00'])
    assert.deepEqual(result(await post('/corrections', { service_id: services[0], ...interval, end_time })), wrong)
  const path = `/corrections/${await create()}`
  assert.deepEqual(result(await put(path, { start_time: interval.end_time })), wrong)
  assert.deepEqual(result(await put(path, { end_time: interval.start_time })), wrong)
  assert.equal((await put(path, { start_time: interval.end_time, end_time: '2026-03-01T12:00:00Z' })).status, 204)
})

test('a window that passes is never empty to the database, however fine its times are', async () => {
  const fraction = fc.oneof(
    fc.constantFrom('.001', '.002', '.0019999', '.001999999', '.0020005', '.002000001', '.0025', ''),
    fc.stringMatching(/^\.00[0-3][09]{0,5}[0-9]$/),
  )
  const pairs = fc.sample(fc.tuple(fraction, fraction), 3000)
  const written = pairs.map((pair) => pair.map((digits) => `2026-03-01T10:00:00${digits}Z`) as [string, string])
  const [later] = await api.owner.query(
    sql<{ later: boolean[] }>`select array_agg((p ->> 1)::timestamptz > (p ->> 0)::timestamptz order by n) as later
from jsonb_array_elements(${JSON.stringify(written)}::jsonb) with ordinality as w (p, n)`,
  )
  const breaks = (isEmpty: (start: string, end: string) => boolean) =>
    written.filter(([start, end], index) => !isEmpty(start, end) && later?.later[index] !== true).length
  assert.equal(breaks(isEmptyWindow), 0)
  assert.ok(breaks((start, end) => Date.parse(end) <= Date.parse(start)) > 0, 'milliseconds alone would let some pass')
  assert.ok(written.some(([start, end]) => !isEmptyWindow(start, end)))
})

test('a share that lets services be modified lets them be corrected; one to look at does not; a stranger sees nothing', async () => {
  const body = { service_id: services[0], ...interval }
  const path = `/corrections/${await create()}`
  const statuses = async ({ as }: Holder) =>
    (
      await Promise.all([
        post('/corrections', body, as),
        post('/corrections/bulk_create', { service_ids: [services[0]], ...interval }, as),
        post(`/services/${services[0]}/corrections/bulk_create`, [interval], as),
        get(path, as),
        get(`${path}/permissions`, as),
        get(`/services/${services[0]}/corrections`, as),
        put(path, { description: 'by share' }, as),
      ])
    ).map(({ status }) => status)
  assert.deepEqual(await statuses(modifier), [201, 201, 201, 200, 200, 200, 204])
  assert.deepEqual(await statuses(reader), [403, 403, 403, 200, 200, 200, 403])
  assert.deepEqual(await statuses(readOnlyUser), [403, 403, 403, 200, 200, 200, 403])
  assert.deepEqual(await statuses(stranger), [422, 422, 404, 404, 404, 404, 404])

  const flags = async ({ as }: Holder) => (await get(`${path}/permissions`, as)).body
  const none = { delete: false, own: false, read: true, update: false }
  assert.deepEqual(await flags(owner), { delete: true, own: true, read: true, update: true })
  assert.deepEqual(await flags(modifier), { delete: true, own: false, read: true, update: true })
  assert.deepEqual(await flags(reader), none)
  assert.deepEqual(await flags(readOnlyUser), { ...none, own: true })

  assert.deepEqual(errors(await post('/corrections', body, stranger.as)), [['unknown_reference', 'data.service_id']])
  assert.deepEqual((await get('/corrections', stranger.as)).body, [])
  const bulk = (action: string, as: string) =>
    post(`/corrections/bulk_${action}`, { ids: [Number(path.slice(13))] }, as)
  for (const action of ['update', 'delete']) {
    assert.equal((await bulk(action, reader.as)).status, 403)
    assert.equal((await bulk(action, stranger.as)).status, 422)
  }
  assert.deepEqual([(await remove(path, reader.as)).status, (await remove(path, stranger.as)).status], [403, 404])
  assert.equal((await remove(path, modifier.as)).status, 204)
})

const effectFields = [
  'ok_seconds',
  'failure_seconds',
  'paused_seconds',
  'unknown_seconds',
  'service_level',
  'raw_service_level',
]

test('the effect of a change is told before it is made, and is what comes of it', async () => {
  const [service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`
  await api.owner.query(sql`insert into status_change (service_id, status, start_time, end_time)
values (${service}, 'ok', ${at(0)}, ${at(6)}), (${service}, 'failure', ${at(6)}, ${at(18)}),
  (${service}, 'ok', ${at(18)}, ${at(23)})`)
  const imposed = async (from: number, to: number, status: string) =>
    create({ service_id: service, start_time: at(from), end_time: at(to), status })
  const older = await imposed(5, 9, 'paused')
  const middle = await imposed(8, 12, 'ok')
  await imposed(11, 13, 'failure')
  const range = `from=${at(0)}&to=${at(23)}`
  const level = async () => {
    const { body: figures } = await get(`/services/${service}/history/service_level?${range}`)
    return Object.fromEntries(effectFields.map((field) => [field, figures[field]]))
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(older, middle),
      fc.integer({ min: 0, max: 21 }),
      fc.integer({ min: 1, max: 2 }),
      fc.constantFrom('ok', 'failure', 'paused'),
      async (id, start, length, status) => {
        const change = { start_time: at(start), end_time: at(start + length), status }
        const { body } = await get(`/corrections/${id}/effect?${range}&${new URLSearchParams(change)}`)
        assert.deepEqual(body.before, await level())
        assert.equal((await put(`/corrections/${id}`, change)).status, 204)
        assert.deepEqual(body.after, await level())
      },
    ),
    { numRuns: 40 },
  )
  const { body } = await get(`/corrections/${middle}/effect?${range}`)
  assert.deepEqual(body.after, body.before, 'nothing is changed where nothing is said')
  const empty = await get(`/corrections/${middle}/effect?${range}&start_time=${at(5)}&end_time=${at(5)}`)
  assert.deepEqual(errors(empty), [['wrong_window', 'query.end_time']])
  assert.equal((await get(`/corrections/${middle}/effect?${range}`, stranger.as)).status, 404)
  // A correction of an earlier time counts, although nothing was measured then.
  const wider = `from=2026-03-01T12:00:00Z&to=${at(23)}`
  const earlier = { start_time: '2026-03-01T13:00:00Z', end_time: '2026-03-01T15:00:00Z', status: 'failure' }
  const told = await get(`/corrections/${middle}/effect?${wider}&${new URLSearchParams(earlier)}`)
  assert.equal((await put(`/corrections/${middle}`, earlier)).status, 204)
  const { body: figures } = await get(`/services/${service}/history/service_level?${wider}`)
  assert.deepEqual(told.body.after, Object.fromEntries(effectFields.map((field) => [field, figures[field]])))
})

test('corrections are found by what the service is, and embed it', async () => {
  const id = await create({ service_id: services[2], description: 'Awaria łącza' })
  const search = (body: object) => post('/corrections/search', body)
  const found = await search({
    filters: {
      'service.id': [services[2]],
      'service.name': [{ type: 'starts_with', argument: 'service' }],
      'service.interval': [{ type: 'lower_than', argument: 61 }],
      'service.is_active': [true],
      'service.is_archived': [false],
      'service.owner_id': [owner.id],
      'permissions.update': [true],
      status: ['ok'],
    },
    query: 'LACZA',
    fields: ['id'],
    embed: ['service', 'permissions.delete'],
    sort: [{ field: 'service.name', order: 'descending' }],
  })
  assert.equal(found.status, 200, found.text)
  const [{ service, ...rest }] = found.body
  assert.deepEqual(rest, { id, permissions: { delete: true } })
  const { external_id, tags, service_level_target, ...listed } = service
  const ours = [external_id, tags, service_level_target]
  assert.deepEqual(ours, [null, [], null], 'fields beyond the interface, which cannot be asked for by name')
  assert.deepEqual(Object.keys(listed).sort(), serviceFields)
  const byName = await search({
    filters: { id: [id] },
    fields: ['id'],
    embed: serviceFields.map((name) => `service.${name}`),
  })
  assert.deepEqual(byName.body, [{ id, service: listed }])
  assert.equal((await search({ embed: ['service.external_id'] })).status, 400)
  assert.deepEqual((await search({ filters: { 'service.owner_id': [stranger.id] } })).body, [])
  assert.equal((await search({ filters: { 'service.address': ['x'] } })).status, 400)
})

test('one correction goes to many services, in the order they were named; one named twice gets one', async () => {
  const [one = 0, two = 0, three = 0] = services
  const entries = (await auditOf()).length
  const body = { service_ids: [three, one, three, two], ...interval, description: 'Everywhere' }
  const created = await post('/corrections/bulk_create', body)
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(Object.keys(created.body[0]), ['id'])
  const [first = 0, second = 0, again = 0, third = 0] = ids(created)
  assert.equal(again, first)
  assert.equal(new Set([first, second, third]).size, 3)
  const records = await Promise.all([first, second, third].map((id) => get(`/corrections/${id}`)))
  assert.deepEqual(
    records.map(({ body: { service_id, description, status } }) => [service_id, description, status]),
    [three, one, two].map((service) => [service, 'Everywhere', 'ok']),
  )
  assert.deepEqual(
    (await auditOf()).slice(entries),
    [first, second, third].map((id) => ({ operation: 'bulk_create_corrections', object_id: String(id) })),
  )
  assert.deepEqual((await post('/corrections/bulk_create', { service_ids: [], ...interval })).body, [])
})

test('a bulk that cannot be carried out names every id at fault and does nothing', async () => {
  const count = async () => Number((await get('/corrections?limit=0')).headers['x-total-count'])
  const before = await count()
  const [one = 0] = services
  const body = { service_ids: [one, foreign[0], one, absent, foreign[0]], ...interval }
  const refused = await post('/corrections/bulk_create', body)
  assert.equal(refused.status, 422)
  assert.deepEqual(
    errors(refused),
    [1, 3, 4].map((place) => ['unknown_reference', `data.service_ids.${place}`]),
  )
  assert.deepEqual(errors(await post('/corrections/bulk_create', body, reader.as)), [
    ['forbidden', 'data.service_ids.0'],
    ['unknown_reference', 'data.service_ids.1'],
    ['forbidden', 'data.service_ids.2'],
    ['unknown_reference', 'data.service_ids.3'],
    ['unknown_reference', 'data.service_ids.4'],
  ])
  const empty = await post('/corrections/bulk_create', {
    service_ids: [one],
    ...interval,
    end_time: interval.start_time,
  })
  assert.deepEqual([empty.status, errors(empty)], [422, [['wrong_window', 'data.end_time']]])
  for (const [path, rest] of [
    ['bulk_create', { ...interval, service_ids: Array(1001).fill(one) }],
    ['bulk_update', { ids: Array(1001).fill(1) }],
    ['bulk_delete', { ids: Array.from({ length: 1001 }, (_, index) => index + 1) }],
  ] as const) {
    const reply = await post(`/corrections/${path}`, rest)
    assert.deepEqual([reply.status, errors(reply)[0][0]], [400, 'too_many_items'], path)
  }
  assert.equal((await post('/corrections/bulk_create', { ...body, service_id: one })).status, 400)
  assert.equal((await post('/corrections/bulk_delete', { ids: [1], all: true })).status, 400)
  assert.equal(await count(), before)
})

test('many corrections are changed at once; what is not said stays, and what is not known is passed over', async () => {
  const made = ids(await post('/corrections/bulk_create', { service_ids: services.slice(0, 3), ...interval }))
  const [one = 0, two = 0, three = 0] = made
  await put(`/corrections/${two}`, { status: 'failure', description: 'Mine' })
  const entries = (await auditOf()).length
  const update = (body: object) => post('/corrections/bulk_update', body)
  assert.equal((await update({ ids: [one, two, one], status: 'failure', colour: 'red' })).status, 204)
  const seen = async () =>
    (await Promise.all(made.map((id) => get(`/corrections/${id}`)))).map(({ body }) => [body.status, body.description])
  assert.deepEqual(await seen(), [
    ['failure', ''],
    ['failure', 'Mine'],
    ['ok', ''],
  ])
  assert.deepEqual((await auditOf()).slice(entries), [{ operation: 'bulk_update_corrections', object_id: String(one) }])
  assert.equal((await update({ ids: made, description: 'All' })).status, 204)
  assert.equal((await update({ ids: made })).status, 204)
  assert.deepEqual(await seen(), [
    ['failure', 'All'],
    ['failure', 'All'],
    ['ok', 'All'],
  ])
  assert.equal((await auditOf()).length, entries + 4)
  const wrong = await update({ ids: [absent, three], status: 'unknown', description: 'a'.repeat(1001) })
  assert.equal(wrong.status, 400)
  assert.deepEqual(errors(wrong).sort(), [
    ['not_an_allowed_value', 'data.status'],
    ['too_long', 'data.description'],
  ])

  assert.equal((await post('/corrections/bulk_delete', { ids: [one, three] })).status, 204)
  assert.deepEqual(
    (await Promise.all(made.map((id) => get(`/corrections/${id}`)))).map(({ status }) => status),
    [404, 200, 404],
  )
  assert.deepEqual(
    (await auditOf()).slice(entries + 4),
    [one, three].map((id) => ({ operation: 'bulk_delete_corrections', object_id: String(id) })),
  )
  const repeated = await post('/corrections/bulk_delete', { ids: [two, two] })
  assert.deepEqual([repeated.status, errors(repeated)], [400, [['repeated_item', 'data.ids']]])
})

test('many intervals of one service are corrected at once', async () => {
  const [service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const path = `/services/${service}/corrections/bulk_create`
  const entries = (await auditOf()).length
  const night = { start_time: '2026-03-02T00:00:00Z', end_time: '2026-03-02T01:00:00Z', status: 'paused' }
  const created = await post(path, [interval, { ...night, description: 'Nocne prace' }])
  assert.equal(created.status, 201, created.text)
  const records = await Promise.all(ids(created).map((id) => get(`/corrections/${id}`)))
  assert.deepEqual(
    records.map(({ body: { id: _, created_at: __, ...rest } }) => rest),
    [
      { service_id: service, ...interval, description: '' },
      { service_id: service, ...night, description: 'Nocne prace' },
    ],
  )
  assert.equal((await auditOf()).length, entries + 2)

  const wrong = await post(path, [
    night,
    { ...night, end_time: night.start_time },
    { ...night, end_time: '1999-01-01T00:00:00Z' },
  ])
  assert.deepEqual(
    [wrong.status, errors(wrong)],
    [
      422,
      [
        ['wrong_window', 'data.1.end_time'],
        ['wrong_window', 'data.2.end_time'],
      ],
    ],
  )
  const malformed = await post(path, [night, { status: 'ok', service_id: service }])
  assert.equal(malformed.status, 400)
  assert.deepEqual(errors(malformed).sort(), [
    ['missing_field', 'data.1.end_time'],
    ['missing_field', 'data.1.start_time'],
    ['unknown_field', 'data.1.service_id'],
  ])
  assert.deepEqual(errors(await post(path, { intervals: [night] })), [['wrong_type', 'data']])
  assert.deepEqual(errors(await post(path, Array(1001).fill(night))), [['too_many_items', 'data']])
  assert.deepEqual((await post(path, [])).body, [])
  assert.equal((await get(`/services/${service}/corrections`)).body.length, 2)
  assert.equal((await post('/services/900000000/corrections/bulk_create', [night])).status, 404)
})

test('a thousand corrections are made, changed and deleted in one call each, within five seconds', async (t) => {
  const service_ids = await addServices(api.owner, await addGroup(api.owner, owner), 1000)
  const timed = async (what: string, path: string, body: object): Promise<Reply> => {
    const start = performance.now()
    const reply = await post(path, body)
    const taken = Math.round(performance.now() - start)
    t.diagnostic(`${what} 1,000 corrections: ${taken} ms`)
    assert.ok(reply.status < 300, reply.text)
    assert.ok(taken < 5000, `${what}: ${taken} ms`)
    return reply
  }
  const made = ids(await timed('create', '/corrections/bulk_create', { service_ids, ...interval }))
  assert.equal(made.length, 1000)
  const rows = () =>
    api.owner.query(
      sql<{ service_id: number; status: string }>`select service_id, status from correction where id = any(${made})
order by array_position(${made}::bigint[], id)`,
    )
  assert.deepEqual(
    (await rows()).map((row) => row.service_id),
    service_ids,
  )
  await timed('update', '/corrections/bulk_update', { ids: made, status: 'failure' })
  assert.deepEqual([...new Set((await rows()).map((row) => row.status))], ['failure'])
  await timed('delete', '/corrections/bulk_delete', { ids: made })
  assert.deepEqual(await rows(), [])
  const [audited] = await api.owner.query(
    sql<{ count: number }>`select count(*)::int as count from audit
where resource = 'correction' and object_id = any(${made.map(String)})`,
  )
  assert.equal(audited?.count, 3000)
})
