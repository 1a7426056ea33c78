import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listStreamNames, openBus } from '@wachta/bus'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { startApi } from '@wachta/testing/api/start-api'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'

/** A planner, an analyst, a reporter and three sensors as separate processes. */
const cell = `watch-${randomUUID().slice(0, 8)}`
const nats = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const folder = await mkdtemp(join(tmpdir(), 'wachta-watching-'))
const api = await startApi({ objects: `file://${folder}/objects` })
const seen: string[] = []
let answer = { status: 200, body: 'All is well.' }
const target = createServer((request, response) => {
  seen.push(request.headers.authorization ?? '')
  response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body)
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const address = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`

await addPackage(api.owner, { interval: 5, sensors: 5 })
const account = await addAccount(api.owner)
const as = await openSession(api.owner, account)
const sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
const centre = {
  DATABASE_URL: api.test.url,
  NATS_URL: nats,
  CELL: cell,
  SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
  OBJECTS_URL: `file://${folder}/objects`,
  NATS_STORE_BYTES: '70000000',
}
const processes = [
  ...['planner', 'analyst', 'reporter'].map((name) => startProcess(name, centre)),
  ...sensors.map((id) =>
    startProcess('sensor', {
      NATS_URL: nats,
      CELL: cell,
      SENSOR_ID: String(id),
      SENSOR_DIRECTORY: join(folder, `sensor-${id}`),
      SENSOR_ANCHORS: 'none',
      SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    }),
  ),
]

after(async () => {
  await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  const bus = await openBus({ url: nats, cell, name: 'cleaning' })
  for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
  await bus[Symbol.asyncDispose]()
  target.close()
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string) => (await api.call('GET', path, { as })).body

const eventually = eventuallyWith(processes, 60)

let service: number

test('a saved service is checked by all its sensors in its next slot', { timeout: 120_000 }, async () => {
  for (const id of sensors)
    await eventually(`sensor ${id}`, async () => ((await get(`/sensors/${id}/status`)).online ? true : undefined))
  service = await createTestService(api, as, { type_id: 'http', address, interval: 5, sensor_ids: sensors })
  const [first] = await eventually('the first analysis', async () => {
    const analyses = await get(`/services/${service}/history/analyses`)
    return analyses.length > 0 ? analyses : undefined
  })
  assert.deepEqual(
    [first.ok_checks_count, first.error_checks_count, first.unknown_checks_count, first.failure, first.error_tolerance],
    [3, 0, 0, false, 51],
  )
  const checks = await get(`/services/${service}/history/analyses/${first.analysis_id}/checks`)
  assert.deepEqual(
    checks.map(({ sensor_id, result }: { sensor_id: number; result: string }) => [sensor_id, result]),
    sensors.map((id) => [id, 'ok']),
  )
  for (const { response_time, data_size } of checks) {
    assert.ok(response_time >= 0 && response_time < 5000)
    assert.equal(data_size, 12)
  }
  const status = await eventually('the status ok', async () => {
    const now = await get(`/service_statuses/${service}`)
    return now.status === 'ok' && now.last_analysis_id !== null ? now : undefined
  })
  assert.deepEqual([status.failing_sensor_ids, status.error_type_id], [[], null])
})

test('a failing service is reported as down, with evidence', { timeout: 120_000 }, async () => {
  answer = { status: 503, body: 'Down for a <b>moment</b>.' }
  // Two of three sensors decide; the third is added when the slot is closed.
  const status = await eventually('the status failure, as all sensors see it', async () => {
    const now = await get(`/service_statuses/${service}`)
    const isSeenByAll = now.failing_sensor_ids.length === sensors.length
    return now.status === 'failure' && now.error_type_id !== null && isSeenByAll ? now : undefined
  })
  assert.deepEqual(status.failing_sensor_ids, sensors)
  const type = await get(`/error_types/${status.error_type_id}`)
  assert.equal(type.id, status.error_type_id)
  const failed = await eventually('evidence', async () => {
    const analyses = await get(`/services/${service}/history/analyses?sort=-time&limit=20`)
    for (const { analysis_id, failure } of analyses as { analysis_id: string; failure: boolean }[]) {
      if (!failure) continue
      const path = `/services/${service}/history/analyses/${analysis_id}/checks/${sensors[0]}`
      if ((await get(`${path}/artifacts`)).length > 0) return path
    }
    return undefined
  })
  const content = await api.call('GET', `${failed}/artifacts/content/plain`, { as })
  assert.equal(content.text, 'Down for a <b>moment</b>.')
  const details = await get(`${failed}/details`)
  assert.equal(details.base_url, address)
  assert.match(details.response_headers, /content-type: text\/plain/i)
  const changes = await get(`/services/${service}/history/status_changes`)
  assert.deepEqual(changes.map(({ status: each }: { status: string }) => each).slice(-2), ['ok', 'failure'])
})

test('a manual check runs immediately, and a diagnostic can be run from a sensor', { timeout: 60_000 }, async () => {
  answer = { status: 200, body: 'All is well.' }
  const { body } = await api.call('POST', `/services/${service}/force_analysis`, { as })
  const analysis = await eventually('the forced analysis', async () => {
    const reply = await api.call('GET', `/services/${service}/history/analyses/${body.analysis_id}`, { as })
    return reply.status === 200 ? reply.body : undefined
  })
  assert.equal(analysis.ok_checks_count, 3)
  const asked = await api.call('POST', '/system/dns_diagnostics', {
    as,
    body: { sensor_id: sensors[0], settings: { dns_server: '127.0.0.1', address: 'example.com', record_type: 'A' } },
  })
  const done = await eventually('the answer', async () => {
    const now = await get(`/system/dns_diagnostics/${asked.body.id}`)
    return now.status === 'completed' ? now : undefined
  })
  assert.equal(typeof done.results, 'string')
  const status = await get(`/sensors/${sensors[0]}/status`)
  assert.equal(status.online, true)
  assert.ok(Math.abs(status.clock_offset_ms) < 1000)
})

test('stored results are removed from the spools of sensors', { timeout: 60_000 }, async () => {
  await api.call('PUT', `/services/${service}`, { as, body: { is_active: false } })
  await eventually('an empty spool', async () => {
    const rows = await api.owner.pool.query(`select bool_and((report->>'spooled')::int = 0) as empty from sensor_state`)
    return rows.rows[0].empty === true ? true : undefined
  })
  assert.equal((await get(`/service_statuses/${service}`)).status, 'paused')
})
