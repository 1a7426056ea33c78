import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { listStreamNames, openBus } from '@wachta/bus'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { sendQueuedMails } from '@wachta/testing/api/mailbox'
import { startApi } from '@wachta/testing/api/start-api'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openCollector } from './support/collector.ts'
import { startPrometheus } from './support/prometheus.ts'

/** From a target that goes down to the notification and the recovery, with all parts as separate processes. */
const cell = `tell-${randomUUID().slice(0, 8)}`
const nats = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const folder = await mkdtemp(join(tmpdir(), 'wachta-telling-'))
const secrets = `test:${randomBytes(32).toString('base64')}`
const api = await startApi({ objects: `file://${folder}/objects`, keys: secrets })

const mails: Email[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, callback) {
    void buffer(stream)
      .then((message) => PostalMime.parse(message))
      .then((mail) => {
        mails.push(mail)
        callback()
      }, callback)
  },
})
mailServer.listen(0, '127.0.0.1')
await once(mailServer.server, 'listening')

let status = 200
const hooks: { readonly id: string; readonly body: Record<string, unknown> }[] = []
const web = createServer((request, response) => {
  if (request.url !== '/hook') return void response.writeHead(status, { 'content-type': 'text/plain' }).end('Seen.')
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    hooks.push({ id: String(request.headers['wachta-id']), body: JSON.parse(Buffer.concat(parts).toString()) })
    response.writeHead(200).end()
  })
})
web.listen(0, '127.0.0.1')
await once(web, 'listening')
const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`

await addPackage(api.owner, { interval: 5, sensors: 5 })
const account = await addAccount(api.owner)
const as = await openSession(api.owner, account)
const sensors = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
const collector = await openCollector()
const centre = {
  DATABASE_URL: api.test.url,
  NATS_URL: nats,
  CELL: cell,
  SECRET_KEYS: secrets,
  OBJECTS_URL: `file://${folder}/objects`,
  NATS_STORE_BYTES: '70000000',
  PUBLIC_URL: 'https://wachta.test',
  SMTP_URL: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'Wachta <duty@wachta.test>',
  EGRESS_ALLOW: '127.0.0.0/8',
}
const processes = [
  startProcess('planner', centre),
  ...['analyst', 'notifier'].map((name) => startProcess(name, { ...centre, ...collector.environment })),
  ...sensors.map((id, index) =>
    startProcess('sensor', {
      // Only one of them sends spans.
      ...(index === 0 && collector.environment),
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
  web.close()
  collector[Symbol.dispose]()
  mailServer.close()
  await api[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const eventually = eventuallyWith(processes, 120)

const make = async (path: string, body: object): Promise<number> => {
  const reply = await api.call('POST', path, { as, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

let [service, event, contact] = [0, 0, 0]

/** Opens the consent link in the mail. */
async function agree(): Promise<void> {
  const [mail] = await sendQueuedMails(api.database)
  assert.equal(mail?.to, 'duty@example.com')
  const path = /\/confirm\/[0-9a-f]{32}/.exec(mail?.text ?? '')?.[0] ?? ''
  const { body } = await api.app.inject({ method: 'POST', url: path })
  assert.match(body, /Address confirmed/)
}

test('a failure is notified by e-mail and webhook', { timeout: 300_000 }, async () => {
  service = await createTestService(api, as, {
    type_id: 'http',
    name: 'Sklep żółty',
    address: `${origin}/`,
    interval: 5,
    sensor_ids: sensors,
    notification_mode_id: 'off',
  })
  contact = await make('/contacts', { name: 'Duty', language_id: 'pl' })
  await make('/contact_addresses', { contact_id: contact, channel_id: 'email', address: 'duty@example.com' })
  await agree()
  await make('/contact_addresses', { contact_id: contact, channel_id: 'json_post', address: `${origin}/hook` })
  event = await make('/events', { name: 'Awaria', kind: 'failure' })
  await make('/escalations', { event_id: event, name: 'Duty', contact_ids: [contact] })
  await eventually('the status ok', async () => {
    const { body } = await api.call('GET', `/service_statuses/${service}`, { as })
    return body.status === 'ok' ? true : undefined
  })
  assert.deepEqual([mails.length, hooks.length], [0, 0], 'no notifications while all is well')
  status = 503
  const mail = await eventually('the mail', () => mails[0])
  const hook = await eventually('the request', () => hooks[0])
  assert.match(mail.subject ?? '', /^Awaria: Sklep żółty/)
  // Two of three sensors decide; whether the third has reported by then depends on timing.
  assert.match(mail.text ?? '', /dotyczy sensorów: [23] z 3 /)
  assert.equal(mail.to?.[0]?.address, 'duty@example.com')
  assert.equal(hook.body['kind'], 'start')
  assert.ok(JSON.stringify(hook.body).includes('Sklep żółty'))
})

test('one click in the message acknowledges the alert, and opening the page does not', {
  timeout: 300_000,
}, async () => {
  const word = /\/acknowledge\/([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1]
  const url = `/acknowledge/${word}`
  const eventStatus = async () => (await api.call('GET', `/services/${service}/event_statuses/${event}`, { as })).body
  const page = await api.app.inject({ method: 'GET', url, headers: { 'accept-language': 'pl' } })
  assert.equal(page.statusCode, 200)
  assert.ok(page.body.includes('Sklep żółty'))
  assert.equal((await eventStatus()).status, 'active')
  const done = await api.app.inject({ method: 'POST', url, headers: { 'accept-language': 'pl' } })
  assert.equal(done.statusCode, 200)
  assert.equal((await eventStatus()).status, 'disabled')
})

test('the recovery is notified to the recipients of the failure', { timeout: 300_000 }, async () => {
  status = 200
  const mail = await eventually('the mail', () => mails[1])
  const hook = await eventually('the request', () => hooks[1])
  assert.match(mail.subject ?? '', /^Działa: Sklep żółty/)
  assert.equal(hook.body['kind'], 'end')
  assert.deepEqual([mails.length, hooks.length], [2, 2])
})

test('the history explains both', { timeout: 300_000 }, async () => {
  const log = await eventually('the record of all four', async () => {
    const { body } = await api.call('GET', `/accounts/${account}/logs/contact_notifications?limit=100&status=all`, {
      as,
    })
    const found = body as Record<string, unknown>[]
    return found.length === 4 && found.every((each) => each['status'] === 'sent') ? found : undefined
  })
  for (const each of log) {
    assert.deepEqual(
      [each['service_id'], each['event_id'], each['contact_id'], each['status']],
      [service, event, contact, 'sent'],
    )
    assert.ok(String(each['content']).includes('Sklep żółty'))
  }
  assert.deepEqual(log.map((each) => `${each['channel_id']} ${each['kind']}`).toSorted(), [
    'email end',
    'email start',
    'json_post end',
    'json_post start',
  ])
  const { body: statuses } = await api.call('GET', `/services/${service}/event_statuses/${event}`, { as })
  assert.equal(statuses.status, 'inactive')
})

test('one trace leads from the checks to the notifications about them', { timeout: 60_000 }, async () => {
  const names = ['sensor check', 'slot', 'analyst commit', 'notifier notify', 'notifier deliver']
  const spans = await eventually('the trace', () => {
    const traces = Map.groupBy(collector.spans, ({ traceId }) => traceId)
    return [...traces.values()].find((all) => names.every((name) => all.some((span) => span.name === name)))
  })
  const [whole, ...others] = spans.filter(({ name }) => name === 'slot')
  assert.ok(whole && others.length === 0, 'the slot is closed once')
  assert.equal(whole.parentSpanId ?? '', '')
  for (const span of spans) if (span !== whole) assert.equal(span.parentSpanId, whole.spanId, span.name)
  assert.equal(spans.filter(({ name }) => name === 'sensor check').length, 1)
  assert.ok(spans.filter(({ name }) => name === 'notifier deliver').length >= 2)
  const begin = (...names: string[]) => Math.min(...spans.filter(({ name }) => names.includes(name)).map(beginOf))
  // A failure is notified when its slot is decided, which may be before it is closed.
  const stored = begin('analyst decision', 'analyst commit')
  // Each process records its own time; they differ by some milliseconds, more on a busy machine.
  const clocks = 500_000_000
  const [checked, sent] = [begin('sensor check'), begin('notifier deliver')]
  assert.ok(checked <= stored + clocks && stored <= sent + clocks, 'in the order of the flow')
  assert.doesNotMatch(
    JSON.stringify(collector.spans),
    /duty@example\.com|Sklep|\/hook/,
    "nothing that is the customer's",
  )
})

const beginOf = ({ startTimeUnixNano }: { readonly startTimeUnixNano: string }) => Number(startTimeUnixNano)

test('a real Prometheus scrapes every process, and our rules work there', { timeout: 60_000 }, async () => {
  const ports: Record<string, string> = {}
  for (const [index, name] of ['planner', 'analyst', 'notifier', 'sensor'].entries())
    ports[name] = await eventually('its port', () => processes[index]?.metricsPort())
  await using prometheus = await startPrometheus(join(folder, 'prometheus'), ports)
  const figure = async (expr: string) => (await prometheus.query(expr))[0]?.value
  await eventually('all four are scraped', async () => ((await figure('sum(up)')) === 4 ? true : undefined), 30)
  for (const [expr, least] of [
    ['wachta_planner_leading', 1],
    ['wachta_planner_assignments', 3],
    ['sum(wachta_sensor_results_total{type="http",result="error"})', 1],
    ['sum(wachta_sensor_slot_lag_seconds_count)', 2],
    ['sum(wachta_analyst_shard_held) == max(wachta_analyst_shards)', 1],
    ['sum(wachta_analyst_events_total{change="started"})', 1],
    ['sum(wachta_analyst_close_lag_seconds_count)', 2],
    ['wachta_notifier_attempts_total{channel="json_post",outcome="sent"}', 2],
    ['wachta_notifier_job_wait_seconds_count{task="tell"}', 2],
  ] as const) {
    const value = await eventually(expr, () => figure(expr), 10)
    assert.ok(value >= least, `${expr} is ${value}`)
  }
  for (const expr of ['sum(wachta_analyst_analyses_overdue)', 'max(wachta_notifier_queue_jobs)'])
    await eventually(`${expr} is 0`, async () => ((await figure(expr)) === 0 ? true : undefined), 30)
  // Only approximately, because some slots are open, and a new service is not counted immediately. The test of the
  // metrics compares exactly.
  const difference =
    'abs(sum(wachta_analyst_analyses_closed_total{kind="scheduled"}) - sum(wachta_analyst_analyses_expected_total)) <= 6'
  await eventually('as many analyses as are due', () => figure(difference), 20)
  assert.deepEqual(await prometheus.query('wachta_sensor_no_such_thing'), [], 'the control')
  const unwell = await eventually('all rules are worked out', async () => {
    const rules = await prometheus.rules()
    return rules.length > 30 && rules.every(({ health }) => health !== 'unknown') ? rules : undefined
  })
  assert.deepEqual(
    unwell.filter(({ health }) => health !== 'ok'),
    [],
  )
})
