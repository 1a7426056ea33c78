import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listStreamNames, openBus } from '@wachta/bus'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { type Networks, openNetworks } from './networks.ts'

export interface SceneOptions {
  readonly cutMs: number
  /** `SENSOR_ANCHORS` of each sensor that is cut off; undefined for the default. */
  readonly referenceTargets: readonly (string | undefined)[]
}

/** The record of the services that one affected sensor checks together with two unaffected ones. */
export interface SensorRecord {
  readonly analyses: number
  readonly failures: number
  readonly unknown_checks: number
  readonly sensor_lost: number
  readonly service_levels: readonly (number | null)[]
}

export interface SceneResult {
  readonly bySensor: readonly SensorRecord[]
  readonly notifications: number
  readonly mails: number
}

const servicesPerSensor = 4
const interval_s = 5
/** The time before and after, for checks in progress. */
const marginMs = 8_000

/**
 * Runs real processes in real time: some sensors lose their uplink, and with it the services, their reference targets
 * and the centre, and get it back. No service has a problem, and one error of three results is enough for a failure.
 */
export async function play({ cutMs, referenceTargets }: SceneOptions): Promise<SceneResult> {
  await using stack = new AsyncDisposableStack()
  const stage = await openStage(stack, referenceTargets.length)
  const { api, networks } = stage
  const fixture = await addFixture(api, referenceTargets.length)
  const processes = startAll(stage, fixture, referenceTargets)
  for (const each of processes) stack.use(each)
  const eventually = eventuallyWith(processes, 180)
  await eventually('an analysis of each service that all its sensors took part in', async () => {
    const rows = await api.owner.query(sql`select from analysis where service_id = any(${fixture.services.flat()})
group by service_id having bool_or(ok_checks_count = 3)`)
    return rows.length === fixture.services.flat().length ? true : undefined
  })
  await wait(marginMs)
  const from = Date.now()
  const sensorNumbers = referenceTargets.map((_, index) => fixture.unaffected.length + 1 + index)
  await Promise.all(sensorNumbers.map(networks.cut))
  await wait(cutMs)
  await Promise.all(sensorNumbers.map(networks.mend))
  // Their backlog arrives up to half a minute after the connection is back, and amends earlier decisions.
  await eventually('the results of the time without a connection', async () => {
    const rows = await api.owner.query(sql`select from sensor_state where sensor_id = any(${fixture.affected})
  and last_seen > now() - interval '6 seconds' and (report->>'spooled')::int < ${3 * servicesPerSensor}`)
    return rows.length === fixture.affected.length ? true : undefined
  })
  await wait(marginMs)
  const bySensor = await collect(api, fixture, { from, to: Date.now() - marginMs / 2 })
  const [row] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from notification`)
  return { bySensor, notifications: row?.count ?? 0, mails: stage.mails() }
}

interface Stage {
  readonly api: TestApi
  readonly networks: Networks
  readonly folder: string
  readonly cell: string
  readonly centre: Readonly<Record<string, string>>
  readonly mails: () => number
}

/** Opens the API, a mail server and the networks: everything but the processes. */
async function openStage(stack: AsyncDisposableStack, affectedCount: number): Promise<Stage> {
  const cell = `cut-${randomUUID().slice(0, 8)}`
  const nats = new URL(process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222')
  const folder = await mkdtemp(join(tmpdir(), 'wachta-cut-off-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const keys = `test:${randomBytes(32).toString('base64')}`
  const api = stack.use(await startApi({ objects: `file://${folder}/objects`, keys }))
  stack.defer(() => deleteStreams(nats.href, cell))
  const mail = await startMailServer()
  stack.defer(mail.close)
  const broker = { host: nats.hostname, port: Number(nats.port || 4222) }
  const networks = stack.use(await openNetworks({ places: 2 + affectedCount, folder, broker }))
  const centre = {
    DATABASE_URL: api.test.url,
    NATS_URL: nats.href,
    CELL: cell,
    SECRET_KEYS: keys,
    OBJECTS_URL: `file://${folder}/objects`,
    NATS_STORE_BYTES: '70000000',
    PUBLIC_URL: 'https://wachta.test',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    EGRESS_ALLOW: '127.0.0.0/8',
  }
  return { api, networks, folder, cell, centre, mails: mail.count }
}

interface Fixture {
  readonly as: string
  readonly unaffected: readonly number[]
  readonly affected: readonly number[]
  /** For each sensor that is cut off, the services that it checks together with the unaffected ones. */
  readonly services: readonly (readonly number[])[]
  /** The alert rule about lost sensors, without recipients; the rule about failures has one. */
  readonly lost: number
}

async function addFixture(api: TestApi, count: number): Promise<Fixture> {
  await addPackage(api.owner, { interval: interval_s, sensors: 5 })
  const as = await openSession(api.owner, await addAccount(api.owner))
  const add = async (path: string, body: object): Promise<number> => {
    const reply = await api.call('POST', path, { as, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.body.id
  }
  const unaffected = [await addSensor(api.owner), await addSensor(api.owner)]
  const affected: number[] = []
  const services: number[][] = []
  for (let index = 0; index < count; index += 1) {
    const id = await addSensor(api.owner)
    affected.push(id)
    services.push(await addServices(api, as, [...unaffected, id]))
  }
  const contact = await add('/contacts', { name: 'Duty' })
  await add('/contact_addresses', { contact_id: contact, channel_id: 'email', address: 'duty@example.com' })
  await api.owner.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select distinct owner_id, 'email', address, now() from contact_address where channel_id like 'email%' on conflict do nothing`)
  const failure = await add('/events', { name: 'Failure', kind: 'failure' })
  await add('/escalations', { event_id: failure, name: 'Duty', contact_ids: [contact] })
  const lost = await add('/events', { name: 'Sensor lost', kind: 'sensor_lost' })
  return { as, unaffected, affected, services, lost }
}

async function addServices(api: TestApi, as: string, sensor_ids: readonly number[]): Promise<number[]> {
  const services: number[] = []
  for (let index = 0; index < servicesPerSensor; index += 1)
    services.push(
      await createTestService(api, as, {
        type_id: 'http',
        name: `Service ${sensor_ids.at(-1)} ${index}`,
        address: `http://203.0.113.1:8080/${sensor_ids.at(-1)}/${index}`,
        interval: interval_s,
        sensor_ids,
        extended_settings: { error_tolerance: 1 },
        notification_mode_id: 'off',
      }),
    )
  return services
}

function startAll(
  { networks, folder, cell, centre }: Stage,
  fixture: Fixture,
  referenceTargets: SceneOptions['referenceTargets'],
): StartedProcess[] {
  const startSensor = (id: number, index: number) => {
    const ownTargets = referenceTargets[index - fixture.unaffected.length]
    const environment = {
      NATS_URL: 'nats://10.215.0.1:4222',
      CELL: cell,
      SENSOR_ID: String(id),
      SENSOR_DIRECTORY: join(folder, `sensor-${id}`),
      SENSOR_ALLOWED_RANGES: '203.0.113.0/24',
      ...(ownTargets !== undefined && { SENSOR_ANCHORS: ownTargets }),
    }
    return startProcess('sensor', environment, networks.getCommandPrefix(index + 1))
  }
  return [
    ...['planner', 'analyst', 'notifier'].map((name) => startProcess(name, centre)),
    ...[...fixture.unaffected, ...fixture.affected].map(startSensor),
  ]
}

/** The record of that time, for each sensor that was cut off. */
async function collect(
  api: TestApi,
  fixture: Fixture,
  { from, to }: { from: number; to: number },
): Promise<SensorRecord[]> {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const records: SensorRecord[] = []
  for (const [index, sensor_id] of fixture.affected.entries()) {
    const serviceIds = fixture.services[index] ?? []
    const [counts] = await api.owner.query(sql<Omit<SensorRecord, 'service_levels'>>`select count(*)::int as analyses,
  (count(*) filter (where failure))::int as failures, sum(unknown_checks_count)::int as unknown_checks,
  (select count(*) from occurrence where event_id = ${fixture.lost} and sensor_id = ${sensor_id})::int as sensor_lost
from analysis where service_id = any(${serviceIds}) and time >= ${new Date(from)} and time < ${new Date(to)}`)
    assert.ok(counts !== undefined)
    const replies = await Promise.all(
      serviceIds.map((id) => api.call('GET', `/services/${id}/history/service_level?${range}`, { as: fixture.as })),
    )
    records.push({ ...counts, service_levels: replies.map(({ body }) => body.service_level) })
  }
  return records
}

async function startMailServer() {
  let mails = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, callback) {
      mails += 1
      stream.resume().on('end', callback)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return { port: (server.server.address() as AddressInfo).port, count: () => mails, close: () => server.close() }
}

async function deleteStreams(url: string, cell: string): Promise<void> {
  await using bus = await openBus({ url, cell, name: 'cleaning' })
  for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
}
