import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorTypes } from '@wachta/checks'
import { toAnalysisId } from '@wachta/domain'
import { addPackage } from '@wachta/testing/api/accounts'
import {
  addMonitoringRevision,
  addSensors,
  addStatusChanges,
  buildCheck,
  storeAnalyses,
} from '@wachta/testing/api/history'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

const minute = 60_000
const now = Date.UTC(2026, 2, 10, 12)
const at = (minutes: number) => now + minutes * minute
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')

let api: TestApi
let owner: Holder
let guest: Holder
let modifier: Holder
let stranger: Holder
let service: number
let other: number
let sensors: number[]
let changes: number[]
let events: number[]

before(async () => {
  api = await startApi()
  api.clock = new Date(now)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  ;[guest, modifier, stranger] = [await addHolder(api.owner), await addHolder(api.owner), await addHolder(api.owner)]
  const group = await addGroup(api.owner, owner)
  await shareGroup(api.owner, group, guest, false)
  await shareGroup(api.owner, group, modifier, true)
  ;[service = 0, other = 0] = await addServices(api.owner, group, 2)
  sensors = await addSensors(api.owner, 3)
  const [one = 0, two = 0, three = 0] = sensors
  await addMonitoringRevision(api.owner, service, sensors, new Date(at(-2000)))
  await storeAnalyses(api.owner, service, sensors, [
    { time: at(-2000), checks: sensors.map((id) => buildCheck(id)) },
    {
      time: at(-30),
      checks: [
        buildCheck(one, {
          started: 250,
          response_time: 120,
          data_size: 5000,
          timings: { lookup: 3, connect: 8, tls: 21, first_byte: 55 },
        }),
        buildCheck(two, {
          started: 3333,
          result: 'error',
          error_type_id: errorTypes[0]?.id ?? 0,
          response_time: 900,
          path_step: 2,
        }),
      ],
    },
    {
      time: at(-20),
      checks: [
        buildCheck(one, { result: 'error', error_type_id: errorTypes[0]?.id ?? 0, response_time: null }),
        buildCheck(two, { result: 'error', error_type_id: errorTypes[1]?.id ?? 0, response_time: null }),
        buildCheck(three, { result: 'unknown', reason: 'clock', response_time: null }),
      ],
    },
    { time: at(-10), checks: sensors.map((id) => buildCheck(id)) },
    { time: at(-5) + 7, kind: 'c', checks: [buildCheck(one, { response_time: 1 })] },
  ])
  const steps = JSON.stringify([
    { step: 1, response_time: 40, data_size: 100 },
    { step: 2, response_time: 861, data_size: null },
  ])
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, base_url, content_type, response_headers, metrics, step_data)
values (${service}, ${new Date(at(-30))}, ${two}, 'no such text', 'http://example.com/', 'text/html', 'Server: x', '{"status_code": 200, "cumulative_layout_shift": 0.123}', ${steps}),
  (${service}, ${new Date(at(-30))}, ${one}, null, null, null, null, null, '[{"step": 1, "response_time": 60, "data_size": 300}]')`)
  await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${new Date(at(-30))}, ${two}, 'har', 'k1', 'application/json', 'x.har', 1, false, now()),
  (${service}, ${new Date(at(-30))}, ${two}, 'content', 'k2', 'text/html', 'x.html', 1, false, now())`)
  changes = await addStatusChanges(api.owner, service, [
    { status: 'ok', start: new Date(at(-2000)), end: new Date(at(-20)) },
    { status: 'failure', start: new Date(at(-20)), end: new Date(at(-10)) },
    { status: 'ok', start: new Date(at(-10)), end: null },
  ])
  const added = await api.owner.query(
    sql<{
      id: number
    }>`insert into event (owner_id, name) values (${owner.id}, 'Down'), (${owner.id}, 'Slow') returning id`,
  )
  events = added.map(({ id }) => id)
})
after(() => api[Symbol.asyncDispose]())

const get = (path: string, as = owner.as, headers = {}) => api.call('GET', path, { as, headers })
const history = (path: string, as = owner.as) => get(`/services/${service}/history/${path}`, as)
const ids = ({ body }: Reply) => body.map(({ analysis_id }: { analysis_id: string }) => analysis_id)
const errors = ({ body }: Reply) => body.map(({ error, field }: { error: string; field?: string }) => [error, field])
const id = toAnalysisId

test('analyses of the last day are listed in order, without custom ones', async () => {
  const reply = await history('analyses')
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers['x-total-count'], '3')
  assert.deepEqual(ids(reply), [at(-30), at(-20), at(-10)].map(id))
  assert.deepEqual(reply.body[0], {
    service_id: service,
    analysis_id: id(at(-30)),
    time: iso(at(-30)),
    failure: false,
    ok_checks_count: 1,
    error_checks_count: 1,
    unknown_checks_count: 1,
    error_tolerance: 51,
    error_type_id: errorTypes[0]?.id,
  })
  assert.equal(reply.body[2].error_type_id, null)
  assert.equal((await history(`analyses/${id(at(-20))}`)).body.error_type_id, errorTypes[0]?.id)
  const failed = await history('analyses?failure=true')
  assert.deepEqual([ids(failed), failed.headers['x-total-count']], [[id(at(-20))], '1'])
  assert.deepEqual(ids(await history('analyses?failure=false')), [at(-30), at(-10)].map(id))
  assert.equal((await history('analyses?failure=yes')).status, 400)
  const paged = await history('analyses?limit=1&offset=1&sort=-time')
  assert.deepEqual([ids(paged), paged.headers['x-total-count']], [[id(at(-20))], '3'])
  const from = encodeURIComponent(iso(at(-2000)))
  assert.deepEqual(ids(await history(`analyses?from=${from}`)), [at(-2000), at(-30), at(-20), at(-10)].map(id))
  const to = encodeURIComponent('2026-03-10T12:40:00+01:00')
  assert.deepEqual(ids(await history(`analyses?to=${to}`)), [id(at(-30))], 'the end is not included')
})

test('a history returns the requested fields and rejects unknown ones', async () => {
  const list = (path: string) => api.call('GET', `/services/${service}/history/${path}`, { as: owner.as })
  const whole = (await list('analyses')).body
  const { body, headers } = await list('analyses?fields=analysis_id,failure&limit=2')
  assert.deepEqual(
    body,
    whole.slice(0, 2).map(({ analysis_id, failure }: Record<string, unknown>) => ({ analysis_id, failure })),
  )
  assert.equal(headers['x-total-count'], String(whole.length))
  for (const fields of ['secret', 'time,', 'time,secret', ''])
    assert.equal((await list(`analyses?fields=${fields}`)).status, 400, fields)
  const changed = (await list('status_changes?fields=status')).body
  assert.ok(changed.length > 0 && changed.every((row: object) => Object.keys(row).join() === 'status'))
})

test('an analysis, also a custom one, can be read by its id; other ids are not found', async () => {
  assert.equal((await history(`analyses/${id(at(-20))}`)).body.failure, true)
  assert.equal((await history(`analyses/${id(at(-5) + 7)}`)).status, 200)
  for (const unknown of [id(at(-21)), '260230000000000', '1', 'x', `${id(at(-20))}0`])
    assert.equal((await history(`analyses/${unknown}`)).status, 404, unknown)
  assert.equal((await get(`/services/${other}/history/analyses/${id(at(-20))}`)).status, 404)
})

test('a custom analysis has the checks of its own sensors, also after its manual check is deleted', async () => {
  const [one = 0, two = 0] = sensors
  const time = new Date(at(-5) + 7)
  const list = async () =>
    (await history(`analyses/${id(time.getTime())}/checks`)).body.map(
      ({ sensor_id, result }: { sensor_id: number; result: string }) => [sensor_id, result],
    )
  await api.owner.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
values (${service}, ${time}, 'c', ${[one, two]}, 1, 51, 10000, ${time})`)
  assert.deepEqual(await list(), [
    [one, 'ok'],
    [two, 'unknown'],
  ])
  await api.owner.query(sql`delete from forced_analysis where service_id = ${service}`)
  assert.deepEqual(await list(), [[one, 'ok']])
})

test('a time range that is empty, too long or malformed is rejected', async () => {
  const fault = async (query: string) => {
    const reply = await history(`analyses?${query}`)
    return [reply.status, errors(reply)]
  }
  assert.deepEqual(await fault('from=2026-03-02T00:00:00Z&to=2026-03-02T00:00:00Z'), [
    422,
    [['wrong_window', 'query.to']],
  ])
  assert.deepEqual(await fault('from=2026-01-01T00:00:00Z'), [422, [['range_too_long', 'query.from']]])
  assert.deepEqual(await fault('from=yesterday'), [400, [['wrong_format', 'query.from']]])
  assert.deepEqual(await fault('limit=1001'), [400, [['too_large', 'query.limit']]])
  assert.deepEqual(await fault('sort=failure'), [400, [['not_an_allowed_value', 'query.sort']]])
  assert.deepEqual(await fault('sensor=1'), [400, [['unknown_field', 'query.sensor']]])
})

test('an analysis has one check per expected sensor, also for one that sent no result', async () => {
  const [one, two, three] = sensors
  const { body, headers } = await history(`analyses/${id(at(-30))}/checks`)
  assert.equal(headers['x-total-count'], '3')
  const common = { service_id: service, analysis_id: id(at(-30)), error_type_id: null, error_message: null }
  assert.deepEqual(body, [
    {
      ...common,
      sensor_id: one,
      time: iso(at(-30)).replace('00Z', '00.25Z'),
      result: 'ok',
      path_step: null,
      response_time: 120,
      data_size: 5000,
      har_available: false,
    },
    {
      ...common,
      sensor_id: two,
      time: iso(at(-30)).replace('00Z', '03.333Z'),
      result: 'error',
      error_type_id: errorTypes[0]?.id ?? 0,
      error_message: 'no such text',
      path_step: 2,
      response_time: 900,
      data_size: null,
      har_available: true,
    },
    {
      ...common,
      sensor_id: three,
      time: iso(at(-30)),
      result: 'unknown',
      error_message: 'The sensor sent no result.',
      path_step: null,
      response_time: null,
      data_size: null,
      har_available: false,
    },
  ])
  const path = `/services/${service}/history/analyses/${id(at(-30))}/checks`
  assert.deepEqual((await get(`${path}/${two}`)).body, body[1])
  assert.deepEqual((await get(`${path}?limit=1&offset=1`)).body, [body[1]])
  assert.equal((await get(`${path}/999999`)).status, 404)
  const polish = await get(`/services/${service}/history/analyses/${id(at(-20))}/checks/${three}`, owner.as, {
    'accept-language': 'pl',
  })
  assert.equal(polish.body.error_message, 'Zegar sensora był rozregulowany.')
})

test('the pages of checks in a range together contain all checks of its analyses', async () => {
  const whole = await history('checks?limit=1000')
  assert.equal(whole.headers['x-total-count'], '9')
  const byAnalysis = await Promise.all([-30, -20, -10].map((minutes) => history(`analyses/${id(at(minutes))}/checks`)))
  assert.deepEqual(
    whole.body,
    byAnalysis.flatMap(({ body }) => body),
  )
  for (const size of [1, 2, 4, 5, 9]) {
    const pages: unknown[] = []
    for (let offset = 0; offset < 9; offset += size) {
      const page = await history(`checks?limit=${size}&offset=${offset}`)
      assert.equal(page.headers['x-total-count'], '9')
      pages.push(...page.body)
    }
    assert.deepEqual(pages, whole.body, `pages of ${size}`)
  }
  assert.deepEqual((await history('checks?limit=1000&sort=-time')).body, whole.body.toReversed())
  const beyond = await history('checks?offset=100')
  assert.deepEqual([beyond.body, beyond.headers['x-total-count']], [[], '9'])
  const none = await history('checks?limit=0')
  assert.deepEqual([none.body, none.headers['x-total-count']], [[], '9'])
})

test('a check has details, and its metrics remain after the details are deleted', async () => {
  const [one, two, three] = sensors
  const details = async (sensor?: number) => (await history(`analyses/${id(at(-30))}/checks/${sensor}/details`)).body
  const common = { service_id: service, analysis_id: id(at(-30)) }
  assert.deepEqual(await details(two), {
    ...common,
    sensor_id: two,
    base_url: 'http://example.com/',
    content_available: true,
    content_type: 'text/html',
    file_name: null,
    metrics: [
      { metric_type_id: 'status_code', value: 200 },
      { metric_type_id: 'cumulative_layout_shift', value: 0.123 },
    ],
    response_headers: 'Server: x',
    step_data: [
      { step: 1, response_time: 40, data_size: 100 },
      { step: 2, response_time: 861, data_size: null },
    ],
  })
  assert.deepEqual((await details(one)).metrics, [
    { metric_type_id: 'lookup_time', value: 3 },
    { metric_type_id: 'connect_time', value: 8 },
    { metric_type_id: 'tls_time', value: 21 },
    { metric_type_id: 'first_byte_time', value: 55 },
    { metric_type_id: 'total_time', value: 120 },
  ])
  const nothing = { base_url: null, content_type: null, file_name: null, response_headers: null, step_data: null }
  assert.deepEqual(await details(three), {
    ...common,
    ...nothing,
    sensor_id: three,
    content_available: false,
    metrics: null,
  })
})

test('steps of an analysis are summed up over its sensors', async () => {
  const { body } = await history(`analyses/${id(at(-30))}/steps_summary`)
  assert.deepEqual(body, [
    {
      step: 1,
      name: null,
      checks_count: 2,
      error_checks_count: 0,
      minimum_response_time: 40,
      average_response_time: 50,
      maximum_response_time: 60,
      average_data_size: 200,
    },
    {
      step: 2,
      name: null,
      checks_count: 1,
      error_checks_count: 1,
      minimum_response_time: 861,
      average_response_time: 861,
      maximum_response_time: 861,
      average_data_size: null,
    },
  ])
  assert.deepEqual((await history(`analyses/${id(at(-10))}/steps_summary`)).body, [])
  assert.equal((await history(`analyses/${id(at(-11))}/steps_summary`)).status, 404)
})

test('the error of an analysis is that of most sensors, as in the status of the service', async () => {
  const [frequent, single] = errorTypes.map(({ id: errorType }) => errorType)
  const group = await addGroup(api.owner, owner)
  const [failing = 0] = await addServices(api.owner, group, 1)
  await addMonitoringRevision(api.owner, failing, sensors, new Date(at(-2000)))
  const checks = sensors.map((sensor, index) =>
    buildCheck(sensor, { result: 'error', error_type_id: (index === 0 ? single : frequent) ?? 0, response_time: null }),
  )
  await storeAnalyses(api.owner, failing, sensors, [{ time: at(-20), checks }])
  const path = `/services/${failing}/history/analyses`
  assert.equal((await get(path)).body[0].error_type_id, frequent)
  assert.equal((await get(`${path}/${id(at(-20))}`)).body.error_type_id, frequent)
})

test('detected error types are listed with their names, the most frequent first', async () => {
  const { body } = await history('detected_error_types')
  const counts = body.map((one: Record<string, unknown>) => [one['error_type_id'], one['checks_count']])
  assert.deepEqual(counts, [
    [errorTypes[0]?.id, 2],
    [errorTypes[1]?.id, 1],
  ])
  assert.equal(body[0].name, errorTypes[0]?.name.en)
})

test('the summary of a range shows its data and its sensors', async () => {
  const info = (await history('time_range_info')).body
  assert.deepEqual(info, {
    from: iso(at(-1440)),
    to: iso(now),
    is_available: true,
    first_analysis_time: iso(at(-30)),
    last_analysis_time: iso(at(-10)),
  })
  const empty = (await history('time_range_info?from=2025-11-01T00:00:00Z&to=2025-11-02T00:00:00Z')).body
  assert.deepEqual([empty.is_available, empty.first_analysis_time, empty.last_analysis_time], [false, null, null])
  const used = await history('used_sensors')
  assert.deepEqual([used.body.map((one: { id: number }) => one.id), used.headers['x-total-count']], [sensors, '3'])
  assert.deepEqual((await get(`/services/${service}/charts/performance/used_sensors`)).body, used.body)
  assert.deepEqual((await history('used_sensors?to=2026-02-01T00:00:00Z')).body, [])
})

test('status changes that overlap the range are listed with their corrections', async () => {
  const { body, headers } = await history('status_changes')
  assert.equal(headers['x-total-count'], '3')
  assert.deepEqual(body[0], {
    id: changes[0],
    service_id: service,
    status: 'ok',
    start_time: iso(at(-2000)),
    end_time: iso(at(-20)),
    description: '',
    error_type_id: null,
    corrected: false,
  })
  assert.deepEqual((await history(`status_changes/${changes[2]}`)).body, body[2])
  assert.equal(body[2].end_time, null)
  const late = await history(`status_changes?from=${iso(at(-15))}&to=${iso(at(-10))}`)
  assert.deepEqual(late.body, [body[1]])
  await api.owner.query(sql`insert into correction (service_id, start_time, end_time, status)
values (${service}, ${new Date(at(-18))}, ${new Date(at(-17))}, 'ok')`)
  const corrected = (await history('status_changes?sort=-start_time')).body
  assert.deepEqual(
    corrected.map((one: { corrected: boolean }) => one.corrected),
    [false, true, false],
  )
  await api.owner.query(sql`delete from correction`)
  assert.equal((await get(`/services/${other}/history/status_changes/${changes[0]}`)).status, 404)
  assert.equal((await history('status_changes/0')).status, 404)
})

test('the checks within a status change are counted', async () => {
  const stats = async (change?: number) => (await history(`status_changes/${change}/stats`)).body
  const counts = (analyses: number, failures: number, ok: number, error: number, unknown: number) => ({
    analyses_count: analyses,
    failure_analyses_count: failures,
    ok_checks_count: ok,
    error_checks_count: error,
    unknown_checks_count: unknown,
  })
  assert.deepEqual(await stats(changes[0]), counts(2, 0, 4, 1, 1))
  assert.deepEqual(await stats(changes[1]), counts(1, 1, 0, 2, 1))
  assert.deepEqual(await stats(changes[2]), counts(1, 0, 3, 0, 0))
})

test('only the description of a status change can be changed', async () => {
  const [one = 0, two = 0, three = 0] = changes
  const path = `/services/${service}/history/status_changes`
  const put = (change: number, body: unknown, as = owner.as) => api.call('PUT', `${path}/${change}`, { as, body })
  const bulk = (body: unknown, as = owner.as) => api.call('POST', `${path}/bulk_update`, { as, body })
  const said = async () => (await get(path)).body.map((change: { description: string }) => change.description)

  const record = (await get(`${path}/${two}`)).body
  assert.equal((await put(two, { ...record, description: 'Power cut' })).status, 204)
  assert.deepEqual(await said(), ['', 'Power cut', ''])
  assert.deepEqual(errors(await put(two, { status: 'ok' })), [['read_only_field', 'data.status']])
  assert.equal((await put(two, { description: 'a'.repeat(1001) })).status, 400)
  assert.equal((await put(two, { description: 'By share' }, modifier.as)).status, 204)
  assert.equal((await put(two, { description: 'x' }, guest.as)).status, 403)
  assert.equal((await put(two, { description: 'x' }, stranger.as)).status, 404)
  assert.equal((await put(999_999, { description: 'x' })).status, 404)

  assert.equal((await bulk({ ids: [one, three], description: 'Known' })).status, 204)
  assert.deepEqual(await said(), ['Known', 'By share', 'Known'])
  assert.deepEqual(errors(await bulk({ ids: [one, 999_999], description: 'x' })), [['unknown_reference', 'data.ids.1']])
  const [foreign = 0] = await addStatusChanges(api.owner, other, [{ status: 'ok', start: new Date(at(-9)), end: null }])
  assert.deepEqual(errors(await bulk({ ids: [foreign], description: 'x' })), [['unknown_reference', 'data.ids.0']])
  assert.equal((await bulk({ ids: [one] })).status, 400)
  assert.equal((await bulk({ ids: [one], description: 'x' }, guest.as)).status, 403)
  assert.deepEqual(await said(), ['Known', 'By share', 'Known'])
  const written = await api.owner.query(
    sql<{ object_id: string }>`select object_id from audit where resource = 'status_change' order by id`,
  )
  assert.deepEqual(
    written.map(({ object_id }) => Number(object_id)),
    [two, two, one, three],
  )
  const flags = async (as: string) => (await get(`${path}/${one}/permissions`, as)).body
  assert.deepEqual(await flags(owner.as), { delete: false, own: true, read: true, update: true })
  assert.deepEqual(await flags(guest.as), { delete: false, own: false, read: true, update: false })
})

test('the log of an account lists the status changes of all its services, for callers who may read it', async () => {
  const log = (as: string, account = owner.id) => get(`/accounts/${account}/logs/status_changes`, as)
  const { body, headers } = await log(owner.as)
  assert.equal(headers['x-total-count'], '4')
  assert.deepEqual(new Set(body.map((one: { service_id: number }) => one.service_id)), new Set([service, other]))
  assert.equal((await log(guest.as)).status, 404)
  assert.deepEqual((await log(guest.as, guest.id)).body, [])
})

test('sharees of a service can read its history, other accounts cannot', async () => {
  const paths = [
    'analyses',
    `analyses/${id(at(-20))}`,
    `analyses/${id(at(-20))}/checks`,
    `analyses/${id(at(-20))}/checks/${sensors[0]}`,
    `analyses/${id(at(-20))}/checks/${sensors[0]}/details`,
    `analyses/${id(at(-20))}/steps_summary`,
    'checks',
    'detected_error_types',
    'service_level',
    'status_changes',
    `status_changes/${changes[0]}`,
    `status_changes/${changes[0]}/stats`,
    'time_range_info',
    'used_sensors',
  ]
  for (const path of paths) {
    assert.equal((await history(path, guest.as)).status, 200, path)
    assert.equal((await history(path, stranger.as)).status, 404, path)
  }
})

test('an alert rule has a history, and unknown time where it was not evaluated', async () => {
  const [down = 0, slow = 0] = events
  const of = (event: number, path: string, as = owner.as) =>
    get(`/services/${service}/event_history/${event}/${path}`, as)
  const level = await of(down, 'service_level')
  assert.deepEqual(level.body, {
    from: iso(at(-1440)),
    to: iso(now),
    inactive_seconds: 0,
    active_seconds: 0,
    disabled_seconds: 0,
    unknown_seconds: 86_400,
    service_level: null,
  })
  const add = (status: string, from: number, to: number | null) =>
    api.owner.query(sql<{
      id: number
    }>`insert into event_status_change (service_id, event_id, status, start_time, end_time, analysis_time)
values (${service}, ${down}, ${status}, ${new Date(at(from))}, ${to === null ? null : new Date(at(to))}, ${new Date(at(from))}) returning id`)
  await add('inactive', -80, -20)
  const [active] = await add('active', -20, -15)
  await add('disabled', -15, -10)
  await add('inactive', -10, null)
  const { body } = await of(down, 'service_level')
  assert.deepEqual([body.inactive_seconds, body.active_seconds, body.disabled_seconds], [70 * 60, 300, 300])
  assert.equal(body.service_level, 87.5)
  const list = await of(down, 'status_changes')
  assert.deepEqual([list.body.length, list.headers['x-total-count']], [4, '4'])
  const one = { status: 'active', analysis_id: id(at(-20)), start_time: iso(at(-20)), end_time: iso(at(-15)), note: '' }
  const whole = { id: active?.id, service_id: service, event_id: down, ...one }
  assert.deepEqual((await of(down, `status_changes/${active?.id}`)).body, whole)
  assert.equal((await of(slow, `status_changes/${active?.id}`)).status, 404)
  assert.deepEqual((await of(slow, 'status_changes')).body, [])
  assert.equal((await of(down, 'status_changes', guest.as)).status, 404, 'rules are the own business of an account')
  const log = await get(`/accounts/${owner.id}/logs/event_status_changes`)
  assert.equal(log.headers['x-total-count'], '4')

  const chart = (await get(`/services/${service}/event_charts/${down}/availability`)).body
  assert.equal(chart.points.length, 288)
  assert.equal(chart.points.at(-4).service_level, 0, 'the five minutes in which it occurred')
  const range = async (event: number) =>
    (await get(`/services/${service}/event_charts/${event}/availability/range`)).body
  assert.equal((await range(down)).from, iso(at(-80)))
  assert.deepEqual(await range(slow), { from: null, to: null })
})
