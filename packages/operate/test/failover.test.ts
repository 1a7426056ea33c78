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
import { sql } from 'kysely'

/** A planner, an analyst and two sensors as separate processes. */
const cell = `failover-${randomUUID().slice(0, 8)}`
const nats = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const folder = await mkdtemp(join(tmpdir(), 'wachta-failover-'))
const api = await startApi()
const target = createServer((_, response) => response.end('All is well.')).listen(0, '127.0.0.1')
await once(target, 'listening')
const address = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`

await addPackage(api.owner, { interval: 5, sensors: 5 })
const as = await openSession(api.owner, await addAccount(api.owner))
const [chosen, other] = [await addSensor(api.owner), await addSensor(api.owner)]
const centre = {
  DATABASE_URL: api.test.url,
  NATS_URL: nats,
  CELL: cell,
  SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
  OBJECTS_URL: `file://${folder}/objects`,
  NATS_STORE_BYTES: '70000000',
}
const startSensor = (id: number) =>
  startProcess('sensor', {
    NATS_URL: nats,
    CELL: cell,
    SENSOR_ID: String(id),
    SENSOR_DIRECTORY: join(folder, `sensor-${id}`),
    SENSOR_ANCHORS: 'none',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
  })
const first = startSensor(chosen)
const processes = [...['planner', 'analyst'].map((name) => startProcess(name, centre)), startSensor(other)]

after(async () => {
  await Promise.all([first, ...processes].map((each) => each[Symbol.asyncDispose]()))
  const bus = await openBus({ url: nats, cell, name: 'cleaning' })
  for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
  await bus[Symbol.asyncDispose]()
  target.close()
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string) => (await api.call('GET', path, { as })).body
const eventually = eventuallyWith(processes, 120)

/** Returns the sensors with a known result in the newest analysis. */
async function knownIn(service: number): Promise<number[]> {
  const [newest] = await get(`/services/${service}/history/analyses?sort=-time&limit=1`)
  if (newest === undefined) return []
  const checks: { sensor_id: number; result: string }[] = await get(
    `/services/${service}/history/analyses/${newest.analysis_id}/checks`,
  )
  return checks.filter(({ result }) => result !== 'unknown').map(({ sensor_id }) => sensor_id)
}

const sensorsOf = async (service: number) => {
  const [row] = await api.owner.query(
    sql<{
      sensor_ids: number[]
    }>`select sensor_ids from service_revision where service_id = ${service} order by revision desc limit 1`,
  )
  return row?.sensor_ids ?? []
}

test('a service is checked by a failover sensor only while its own sensor is offline', {
  timeout: 400_000,
}, async () => {
  const service = await createTestService(api, as, { type_id: 'http', address, interval: 5, sensor_ids: [chosen] })
  const alone = await createTestService(api, as, {
    ...{ type_id: 'http', address, interval: 5, sensor_ids: [chosen] },
    extended_settings: { sensors_failover: false },
  })
  await eventually('a check by the sensor that was chosen', async () =>
    (await knownIn(service)).includes(chosen) ? true : undefined,
  )
  await first[Symbol.asyncDispose]()
  await eventually('a check by the failover sensor', async () =>
    (await knownIn(service)).includes(other) ? true : undefined,
  )
  assert.deepEqual(await sensorsOf(service), [chosen, other])
  const status = await get(`/service_statuses/${service}`)
  assert.equal(status.status, 'ok')
  assert.deepEqual((await get(`/services/${service}/monitoring_sensors`)).map(({ id }: { id: number }) => id).sort(), [
    chosen,
    other,
  ])
  assert.deepEqual(await sensorsOf(alone), [chosen], 'a service without failover gets no failover sensor')
  // A change of the service keeps the failover sensor.
  assert.equal((await api.call('PUT', `/services/${service}`, { as, body: { interval: 6 } })).status, 204)
  assert.deepEqual(await sensorsOf(service), [chosen, other])
  processes.push(startSensor(chosen))
  await eventually('the failover sensor to be removed', async () =>
    (await sensorsOf(service)).includes(other) ? undefined : true,
  )
  assert.deepEqual(await sensorsOf(service), [chosen])
  const rows = await api.owner.query(sql`select from sensor_absence where service_id = ${service}`)
  assert.equal(rows.length, 0)
})
