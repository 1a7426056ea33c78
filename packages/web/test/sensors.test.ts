import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, NetworkError } from '@wachta/client'
import { formatDiagnostic } from '../src/features/diagnostics/answer-text.ts'
import { toDiagnosedHost } from '../src/features/diagnostics/diagnosed-host.ts'
import { getResultPollInterval } from '../src/features/diagnostics/poll-interval.ts'
import { parseResults, toResultsText } from '../src/features/diagnostics/results-search.ts'
import { createPrivateSensor, emptySensorValues } from '../src/features/sensors/create-sensor.ts'
import {
  buildInstallCommand,
  compareHealth,
  getSensorHealth,
  healthMarks,
  listServicesOfSensor,
} from '../src/features/sensors/health.ts'
import {
  countAssignedSensors,
  listOfferedSensors,
  listSelectable,
  pickChangedSensors,
} from '../src/features/services/sensor-settings.ts'
import { createAnsweredClient } from './support/answered-client.ts'

const well = {
  online: true,
  last_seen: '2026-11-15T12:00:00Z',
  version: '0.1.0',
  clock_offset_ms: 3,
  lag_ms: 20,
  self_check: true,
  running: 4,
  waiting: 0,
  browser_able: true,
  browser_reason: null,
  quarantined: false,
  reason: null,
  hosts: 1,
}

test('of a sensor the worst is said', () => {
  assert.equal(getSensorHealth(true, well), 'well')
  assert.equal(
    getSensorHealth(true, { ...well, self_check: null }),
    'well',
    'one without a self-test has not failed it',
  )
  assert.equal(getSensorHealth(true, { ...well, lag_ms: 1500 }), 'overloaded')
  assert.equal(getSensorHealth(true, { ...well, waiting: 5000 }), 'overloaded')
  assert.equal(getSensorHealth(true, { ...well, lag_ms: 1500, self_check: false }), 'cutOff')
  assert.equal(getSensorHealth(true, { ...well, quarantined: true, self_check: false }), 'quarantined')
  assert.equal(getSensorHealth(true, { ...well, online: false, quarantined: true }), 'silent')
  assert.equal(getSensorHealth(true, { ...well, online: false, last_seen: null }), 'never')
  assert.equal(getSensorHealth(false, well), 'inactive')
})

test('on the map, the problems of sensors look different', () => {
  assert.equal(new Set([healthMarks.silent, healthMarks.cutOff, healthMarks.overloaded, healthMarks.well]).size, 4)
})

test('sensors that need attention come first, and switched-off ones last', () => {
  const healths = ['well', undefined, 'inactive', 'overloaded', 'never', 'quarantined', 'cutOff', 'silent'] as const
  const inOrder = ['silent', 'cutOff', 'quarantined', 'overloaded', 'never', 'well', 'inactive', undefined]
  // Array.sort moves undefined by itself, so the values are wrapped.
  const sorted = healths.map((health) => ({ health })).toSorted((one, other) => compareHealth(one.health, other.health))
  assert.deepEqual(
    sorted.map(({ health }) => health),
    inOrder,
  )
})

test('a sensor is used by who names it, and by who names none in a group that does', () => {
  const service = (id: number, sensor_ids: number[] | null, type_id = 'http') => ({
    id,
    name: `s${id}`,
    type_id,
    group_id: 1,
    sensor_ids,
  })
  const groups = new Map([[1, { assigned_sensor_ids: { default: [7], browser: [8] } }]])
  const types = new Map([
    ['http', { category_id: 'default' }],
    ['scenario', { category_id: 'browser' }],
  ])
  const services = [service(1, [7, 9]), service(2, [9]), service(3, null), service(4, null, 'scenario'), service(5, [])]
  const category_ids = ['default', 'browser']
  const users = (id: number) =>
    listServicesOfSensor({ id, category_ids }, services, { groups, types }).map((each) => each.id)
  assert.deepEqual(users(7), [1, 3, 5])
  assert.deepEqual(users(8), [4])
  assert.deepEqual(users(9), [1, 2])
})

test('without sensors for a category, those of the default ones check it that are able to', () => {
  const service = { id: 1, name: 'shop', type_id: 'scenario', group_id: 1, sensor_ids: null }
  const types = new Map([['scenario', { category_id: 'browser' }]])
  const isUsed = (category_ids: string[], assigned_sensor_ids: Record<string, number[]>) =>
    listServicesOfSensor({ id: 7, category_ids }, [service], { groups: new Map([[1, { assigned_sensor_ids }]]), types })
      .length > 0
  assert.ok(isUsed(['default', 'browser'], { default: [7, 8] }))
  assert.ok(isUsed(['default', 'browser'], { default: [7], browser: [] }))
  assert.ok(!isUsed(['default'], { default: [7] }), 'it cannot run such checks')
  assert.ok(!isUsed(['default', 'browser'], { default: [7], browser: [8] }))
  assert.ok(!isUsed(['default', 'browser'], {}))
})

test('the command has all that a sensor needs to introduce itself', () => {
  assert.match(
    buildInstallCommand('https://w.example.com', 'abc'),
    /URL=https:\/\/w\.example\.com \\\nSENSOR_TOKEN=abc \\\n/,
  )
})

test('an answer is text; a route is written as traceroute writes it', () => {
  const dns = { id: '', sensor_id: 1, settings: { dns_server: '', address: '', record_type: 'A' as const } }
  assert.equal(formatDiagnostic({ ...dns, status: 'pending', results: null }, ''), null)
  assert.equal(formatDiagnostic({ ...dns, status: 'completed', results: 'a. 1 IN A 1.2.3.4' }, ''), 'a. 1 IN A 1.2.3.4')
  const route = { id: '', sensor_id: 1, settings: { address: '' }, status: 'completed' as const, message: null }
  const results = [
    { hop: 1, address: '192.0.2.1', name: 'gw', times: [1.24, null] },
    { hop: 10, address: null, name: null, times: [null, null] },
  ]
  assert.equal(formatDiagnostic({ ...route, results }, ''), ' 1  gw (192.0.2.1)  1.2 ms  *\n10  *  *  *')
  assert.equal(formatDiagnostic({ ...route, results: [] }, 'none'), 'none')
  assert.equal(formatDiagnostic({ ...route, results: [], message: 'no route' }, 'none'), 'no route')
})

test('of sensors on offer the own ones stand first, and one that was chosen stays until it is taken out', () => {
  const sensor = (id: number, owner_id: number | null = null) => ({ id, name: `s${id}`, location: '', owner_id })
  const available = [sensor(1), sensor(2, 7), sensor(3)]
  const ids = (former?: number[]) =>
    listOfferedSensors(available, former, new Map([[4, sensor(4, 7)]])).map(({ id, name }) => `${id} ${name}`)
  assert.deepEqual(ids(), ['2 s2', '1 s1', '3 s3'])
  assert.deepEqual(ids([3, 4, 5]), ['2 s2', '4 s4', '1 s1', '3 s3', '5 #5'])
})

test('of the sensors that check a service, those are selected that the form can show', () => {
  assert.deepEqual(listSelectable([3, 9, 1], [{ id: 1 }, { id: 2 }, { id: 3 }]), [3, 1])
})

test('a choice of sensors is sent where it changed, and none is that of the group', () => {
  for (const [before, after] of [
    [null, null],
    [[], null],
    [null, []],
    [
      [1, 2],
      [2, 1],
    ],
  ] as const)
    assert.deepEqual(pickChangedSensors(before, after), {})
  assert.deepEqual(pickChangedSensors(null, [3]), { sensor_ids: [3] })
  assert.deepEqual(pickChangedSensors([3], [3, 1]), { sensor_ids: [3, 1] })
  assert.deepEqual(pickChangedSensors([3], []), { sensor_ids: null })
  assert.deepEqual(pickChangedSensors([3], null), { sensor_ids: null })
})

test('the sensors of a service are its own, those of its group for its category, or the usual ones', () => {
  const count = (sensor_ids: number[] | null, assigned_sensor_ids: Record<string, number[]>, category_id = 'default') =>
    countAssignedSensors({ sensor_ids, group: { assigned_sensor_ids }, type: { category_id } })
  assert.equal(count([1, 2], {}), 2)
  assert.equal(count(null, {}), 0)
  assert.equal(count([], { default: [] }), 0)
  assert.equal(count(null, { default: [1, 2, 3] }), 3)
  assert.equal(count(null, { mail: [1] }), 0, 'sensors for mail do not check web sites')
  assert.equal(count(null, { default: [1, 2], mail: [1] }, 'mail'), 1)
  assert.equal(count(null, { default: [1, 2] }, 'mail'), null, 'it depends on what those are able to do')
  const mail = { sensor_ids: null, group: { assigned_sensor_ids: { default: [1, 2] } }, type: { category_id: 'mail' } }
  const known = [
    { id: 1, category_ids: ['default', 'mail'] },
    { id: 2, category_ids: ['default'] },
  ]
  assert.equal(countAssignedSensors(mail, known), 1, 'only one of them can check mail')
  assert.equal(countAssignedSensors(mail, known.slice(0, 1)), null, 'of the other nothing is known')
  assert.equal(countAssignedSensors({ sensor_ids: null }), null, 'without the group nothing is known')
})

test('results of diagnostics are in the address, and anything else there is left out', () => {
  const results = [
    { kind: 'dns', id: 'a'.repeat(40) },
    { kind: 'traceroute', id: '0'.repeat(40) },
  ] as const
  assert.deepEqual(parseResults(toResultsText(results)), results)
  assert.deepEqual(parseResults(`ping:${'a'.repeat(40)},dns:../x,`), [])
  assert.deepEqual(parseResults(), [])
})

test('a diagnostic is proposed for the host of a service', () => {
  assert.equal(toDiagnosedHost('https://shop.example.com:8443/cart?a=1'), 'shop.example.com')
  assert.equal(toDiagnosedHost('mail.example.com:25'), 'mail.example.com')
  assert.equal(toDiagnosedHost('https://[2001:db8::1]/'), '')
  assert.equal(toDiagnosedHost(''), '')
})

test('a sensor is created once, however often its token has to be asked for', async () => {
  let isReachable = false
  const { client, sent } = createAnsweredClient((request) => {
    if (request === 'POST /sensors') return { id: 5 }
    if (request === 'PUT /sensors/5') return undefined
    if (!isReachable) throw new TypeError('the connection is lost')
    return { token: 'abc', expires_at: '2026-11-20T12:00:00Z' }
  })
  const created = {}
  const values = { ...emptySensorValues, name: 'Office', country_code: 'pl', ip_addresses: '192.0.2.1, 192.0.2.2' }
  const data = {
    ...{ name: 'Office', location: '', country_code: 'PL', latitude: null, longitude: null },
    ip_addresses: ['192.0.2.1', '192.0.2.2'],
  }
  await assert.rejects(createPrivateSensor(client, { values, owner: 9 }, created))
  await assert.rejects(createPrivateSensor(client, { values, owner: 9 }, created))
  isReachable = true
  assert.equal(await createPrivateSensor(client, { values: { ...values, name: 'Attic' }, owner: 9 }, created), 'abc')
  const token = ['POST /sensors/5/enrolment', undefined]
  assert.deepEqual(sent, [
    ['POST /sensors', { ...data, owner_id: 9 }],
    token,
    token,
    ['PUT /sensors/5', { ...data, name: 'Attic' }],
    token,
  ])
})

test('degrees are typed with a comma or a point, and what is neither is not lost', async () => {
  for (const [latitude, expected] of [
    ['52,23', 52.23],
    [' -33.9 ', -33.9],
    ['7', 7],
    ['', null],
    ['52°23', '52°23'],
    ['1e3', '1e3'],
  ] as const) {
    const { client, sent } = createAnsweredClient(() => ({ id: 5, token: 'abc' }))
    await createPrivateSensor(client, { values: { ...emptySensorValues, name: 'Office', latitude }, owner: 9 }, {})
    const [[, body] = []] = sent
    assert.deepEqual((body as { latitude: unknown }).latitude, expected, latitude)
  }
})

test('a result is asked for until it is there, or is found to be gone', () => {
  const refused = (status: number, error: string) =>
    new ApiError({ status, errors: [{ code: 1000, error, message: 'In the words of the API.' }] })
  assert.equal(getResultPollInterval(undefined, null), 1500)
  assert.equal(getResultPollInterval('in_progress', null), 1500)
  assert.equal(getResultPollInterval('pending', new NetworkError(new Error('lost'))), 1500)
  assert.equal(getResultPollInterval('completed', null), false)
  assert.equal(getResultPollInterval(undefined, refused(404, 'not_found')), false)
  assert.equal(getResultPollInterval(undefined, refused(429, 'too_many_requests')), 1500)
})
