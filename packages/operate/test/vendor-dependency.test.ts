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

/** A shop that fails while its payment provider reports an outage, with all parts as separate processes. */
const cell = `vendor-${randomUUID().slice(0, 8)}`
const nats = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const folder = await mkdtemp(join(tmpdir(), 'wachta-vendor-'))
const secrets = `test:${randomBytes(32).toString('base64')}`
const api = await startApi({ objects: `file://${folder}/objects`, keys: secrets })

/** The shop, the status page of its payment provider, and the receiver of notifications. */
const state = { shop: 200, page: 200, indicator: 'none' }
const hooks: { readonly service: string; readonly kind: string }[] = []
const web = createServer((request, response) => {
  if (request.url === '/shop') return void response.writeHead(state.shop).end('Shop')
  if (request.url === '/api/v2/summary.json') return void response.writeHead(state.page).end(writePage())
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString())
    hooks.push({ service: body.values.service_name, kind: body.kind })
    response.writeHead(200).end()
  })
})
web.listen(0, '127.0.0.1')
await once(web, 'listening')
const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`

const writePage = () =>
  JSON.stringify({
    status: { indicator: state.indicator, description: 'As published' },
    components: [],
    incidents:
      state.indicator === 'none'
        ? []
        : [
            {
              ...{ name: 'Card payments fail', status: 'identified', created_at: '2026-05-01T10:00:00Z' },
              incident_updates: [{ body: 'A bank does not answer.', created_at: '2026-05-01T10:05:00Z' }],
            },
          ],
  })

await addPackage(api.owner, { interval: 5, sensors: 5 })
const as = await openSession(api.owner, await addAccount(api.owner))
const sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
const centre = {
  DATABASE_URL: api.test.url,
  NATS_URL: nats,
  CELL: cell,
  SECRET_KEYS: secrets,
  OBJECTS_URL: `file://${folder}/objects`,
  NATS_STORE_BYTES: '70000000',
  PUBLIC_URL: 'https://wachta.test',
  EGRESS_ALLOW: '127.0.0.0/8',
}
const processes = [
  ...['planner', 'analyst', 'notifier'].map((name) => startProcess(name, centre)),
  ...sensors.map((id) =>
    startProcess('sensor', {
      ...{ NATS_URL: nats, CELL: cell, SENSOR_ID: String(id), SENSOR_DIRECTORY: join(folder, `sensor-${id}`) },
      ...{ SENSOR_ANCHORS: 'none', SENSOR_ALLOWED_RANGES: '127.0.0.0/8' },
    }),
  ),
]

after(async () => {
  await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  const bus = await openBus({ url: nats, cell, name: 'cleaning' })
  for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
  await bus[Symbol.asyncDispose]()
  web.close()
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const eventually = eventuallyWith(processes, 120)

async function make(path: string, body: object): Promise<number> {
  const reply = await api.call('POST', path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const statusOf = async (service: number) => (await api.call('GET', `/service_statuses/${service}`, { as })).body.status
const reaches = (service: number, status: string) =>
  eventually(`the status ${status}`, async () => ((await statusOf(service)) === status ? true : undefined))

/** The timeline of the newest incident of a service. */
async function timelineOf(service: number) {
  const { status, text, body } = await api.call('POST', '/incidents/search', {
    as,
    body: { filters: { service_id: [service] }, fields: ['id'], sort: [{ field: 'start_time', order: 'descending' }] },
  })
  assert.equal(status, 200, text)
  if (body.length === 0) return undefined
  return (await api.call('GET', `/incidents/${body[0].id}/timeline`, { as })).body
}

let [shop, provider] = [0, 0]

test('a failure of ours is not notified while the vendor reports an outage, and the timeline says why', {
  timeout: 300_000,
}, async () => {
  const usual = { interval: 5, sensor_ids: sensors, notification_mode_id: 'off' }
  shop = await createTestService(api, as, { ...usual, type_id: 'http', name: 'Shop', address: `${origin}/shop` })
  provider = await createTestService(api, as, { ...usual, type_id: 'vendor_status', name: 'Payments', address: origin })
  const contact = await make('/contacts', { name: 'Duty' })
  await make('/contact_addresses', { contact_id: contact, channel_id: 'json_post', address: `${origin}/hook` })
  const scope = (id: number) => ({ all_services: false, group_ids: [], service_ids: [id] })
  const vendorDown = await make('/events', { name: 'Provider down', scope: scope(provider) })
  const shopDown = await make('/events', {
    ...{ name: 'Shop down', scope: scope(shop), condition_event_ids: [vendorDown] },
  })
  for (const event_id of [vendorDown, shopDown])
    await make('/escalations', { event_id, name: 'Duty', contact_ids: [contact] })
  await reaches(shop, 'ok')
  await reaches(provider, 'ok')
  state.indicator = 'major'
  await reaches(provider, 'failure')
  await eventually('the notification about the vendor', () => hooks[0])
  state.shop = 503
  const timeline = await eventually('the suppressed notification', async () => {
    const found = await timelineOf(shop)
    return found?.notifications.length > 0 ? found : undefined
  })
  const [notification] = timeline.notifications
  assert.deepEqual([notification.status, notification.reason], ['suppressed', 'condition'])
  const [cause] = timeline.causes
  assert.deepEqual([cause.service_id, cause.event_name, cause.end_time], [provider, 'Provider down', null])
  assert.equal(
    cause.error_message,
    'the vendor reports major, “As published”. Newest incident: “Card payments fail”: “A bank does not answer.”',
  )
  assert.deepEqual(hooks, [{ service: 'Payments', kind: 'start' }])
})

test('the notification goes out when the vendor has recovered and ours still fails', { timeout: 300_000 }, async () => {
  state.indicator = 'none'
  await eventually('the notification about the shop', () => hooks.find(({ service }) => service === 'Shop'))
  const timeline = await timelineOf(shop)
  assert.deepEqual(
    timeline.notifications.map(({ status }: { status: string }) => status),
    ['suppressed', 'sent'],
  )
  assert.notEqual(timeline.causes[0].end_time, null)
  state.shop = 200
  await reaches(shop, 'ok')
})

test('a status page that cannot be read suppresses nothing', { timeout: 300_000 }, async () => {
  await reaches(provider, 'ok')
  state.page = 500
  await reaches(provider, 'failure')
  hooks.length = 0
  state.shop = 503
  await eventually('the notification about the shop', () =>
    hooks.find(({ service, kind }) => service === 'Shop' && kind === 'start'),
  )
  assert.deepEqual((await timelineOf(shop)).causes, [])
})
