import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { openBus } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { allowPublicOnly, createGuard } from '@wachta/egress'
import { jobNames } from '@wachta/queue'
import { addRawJob, deleteAllJobs, setAttempts } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { createDeadMansSwitch, type DeadMansSwitchOptions, readPipelineState } from '../src/dead-mans-switch.ts'
import { createProcessMetrics } from '../src/process-metrics.ts'
import { openWorld } from './support/world.ts'

const url = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const world = await openWorld()
const database = openDatabase(world.url, { connections: 2 })
const bus = await openBus({ url, cell: 'deadman', name: 'test' })

let [asked, status] = [0, 200]
const outside = createServer((_request, response) => {
  asked += 1
  response.writeHead(status).end()
})
outside.listen(0, '127.0.0.1')
await once(outside, 'listening')
after(async () => {
  outside.close()
  await bus[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const metrics = new Registry()
const said: unknown[] = []
const options: DeadMansSwitchOptions = {
  database,
  bus,
  log: { info: (line: unknown) => said.push(line), warn: (line: unknown) => said.push(line) },
  processMetrics: createProcessMetrics(metrics),
  url: `http://127.0.0.1:${(outside.address() as AddressInfo).port}/v3/heartbeats/word`,
  guard: createGuard({ allow: ['127.0.0.0/8'] }),
}
const deadman = createDeadMansSwitch(options)
const look = deadman.checkPipeline

const figure = async (series: string) =>
  Number(
    (await metrics.metrics())
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )

/** Runs once, and returns whether the external monitor got a request. */
async function isTold(): Promise<boolean> {
  const before = asked
  await look()
  return asked > before
}

const sensor = await world.addSensor()
const service = await world.addService([sensor])

/** Adds a message that is not sent yet and will be retried later, or one that is sent. */
const addMessage = ({ age = '', channel = 'email_dedicated', sent = '' }) =>
  world.db.query(sql`insert into notification (account_id, style, kind, channel_id, address, language_id, status, created_at, sent_at, next_attempt_at, step)
values (${world.account}, 'c', 'start', ${channel}, 'a', 'en', ${sent === '' ? 'pending' : 'sent'}, now() - ${age}::interval,
  now() - ${sent || null}::interval, now() + interval '8 minutes', gen_random_uuid())`)

/** Sets up a healthy pipeline, except for the given values. */
async function set({
  analysis = '1 minute',
  known = '1 minute',
  attempts = 0,
  disk_fault = false,
  heard = '5 seconds',
  lost = '1 hour',
  waitingMs = 0,
  mail = '',
  days = 3,
} = {}): Promise<void> {
  await world.db.query(sql`delete from evidence_loss`)
  await world.db.query(sql`insert into evidence_loss (minute, artifacts) values (now() - ${lost}::interval, 3)`)
  await world.db.query(sql`delete from notification`)
  if (mail !== '') await addMessage({ age: mail })
  await world.db.query(sql`insert into service_state (service_id, status, since, last_time, last_ok_time)
values (${service}, 'ok', now(), now() - ${analysis}::interval, now() - ${known}::interval)
on conflict (service_id) do update set last_time = excluded.last_time, last_ok_time = excluded.last_ok_time`)
  await world.db.query(sql`insert into sensor_state (sensor_id, last_seen, report) values (${sensor}, now() - ${heard}::interval, ${JSON.stringify({ disk_fault })}::jsonb)
on conflict (sensor_id) do update set last_seen = excluded.last_seen, report = excluded.report`)
  await deleteAllJobs(world.db)
  if (waitingMs > 0) await addRawJob(world.db, jobNames.notify, { delayMs: -waitingMs })
  if (attempts > 0) {
    await addRawJob(world.db, jobNames.notify, { delayMs: 3_600_000 })
    await setAttempts(world.db, attempts)
  }
  await world.db.query(sql`select drop_partitions('analysis', '2200-01-01')`)
  await world.db.query(
    sql`select partition_days(array(select ((now() at time zone 'UTC')::date + n)::date from generate_series(0, ${days}::int) n))`,
  )
}

test('while the whole pipeline works, the external monitor gets requests', async () => {
  await set()
  assert.deepEqual(await readPipelineState(options), {
    ...{ watched: 1, late: 0, sensors: 1, heard: 1, unnotified_ms: 0, undelivered_ms: 0, days_ahead: 3, broker: true },
    ...{ clock_offset_ms: 0, shards: [{ watched: 1, unknown: 0 }], disk_faults: 0, failing_jobs: 0, exhausted_jobs: 0 },
    lost_evidence: 0,
  })
  assert.ok(await isTold())
  assert.deepEqual([await figure('wachta_planner_flow_well'), said.length], [1, 0])
})

for (const [what, state, fault] of [
  ['analyses are late', { analysis: '4 minutes' }, 'analyses_late'],
  ['no sensor is heard', { heard: '2 minutes' }, 'no_sensor_heard'],
  ['analyses come and know nothing', { known: '4 minutes' }, 'mostly_unknown'],
  ['the disk of a sensor takes nothing', { disk_fault: true }, 'sensor_disk'],
  ['evidence was lost lately', { lost: '14 minutes' }, 'evidence_lost'],
  ['a job fails again and again', { attempts: 5 }, 'jobs_failing'],
  ['a job was given up', { attempts: 25 }, 'jobs_exhausted'],
  ['something waits to be told', { waitingMs: 180_000 }, 'nobody_told'],
  ['no mail gets away', { mail: '20 minutes' }, 'nobody_reached'],
  ['there is no room for tomorrow', { days: 0 }, 'no_room_ahead'],
] as const)
  test(`while ${what}, no request reports that all is well`, async () => {
    await set(state)
    assert.equal(await isTold(), false)
    assert.equal(await figure('wachta_planner_flow_well'), 0)
    assert.deepEqual(said.at(-1), { faults: [fault] })
    assert.equal(await figure(`wachta_planner_flow_fault{fault="${fault}"}`), 1)
    await assert.rejects(deadman.assertHealthy(), new RegExp(fault), 'readiness reports it')
    await set()
    assert.ok(await isTold(), 'and as soon as it is over, they are')
    assert.equal(await figure(`wachta_planner_flow_fault{fault="${fault}"}`), 0)
    await deadman.assertHealthy()
  })

test('while the pipeline is being checked, the metric keeps its last value', async () => {
  await set()
  assert.ok(await isTold())
  const checking = look()
  assert.equal(await figure('wachta_planner_flow_well'), 1)
  await checking
})

test('private sensors that are off or lose evidence are no problem of the pipeline', async () => {
  await set()
  const own = await world.addSensor()
  await world.db.query(sql`update sensor set owner_id = ${world.account} where id = ${own}`)
  const unknown = await Promise.all([[own], [own], [sensor, own]].map((sensors) => world.addService(sensors)))
  await world.db.query(sql`insert into service_state (service_id, status, since, last_time, last_ok_time)
select id, 'unknown', now(), now() - interval '1 minute', now() - interval '1 day' from unnest(${unknown}::bigint[]) id`)
  await world.db.query(
    sql`insert into evidence_loss (minute, artifacts, private_artifacts) values (now() - interval '2 minutes', 0, 500)`,
  )
  assert.ok(await isTold(), JSON.stringify(said.at(-1)))
  assert.deepEqual((await readPipelineState(options)).shards, [{ watched: 1, unknown: 0 }])
  await world.db.query(sql`delete from service_state where service_id = any(${unknown})`)
  await world.db.query(sql`update service_revision set effective_to = now() where service_id = any(${unknown})`)
})

test('a report of a sensor that cannot be read does not silence the switch', async () => {
  await set()
  await world.db.query(sql`update sensor_state set report = '{"disk_fault": "garbage"}' where sensor_id = ${sensor}`)
  assert.ok(await isTold())
  await set()
})

test("one bad mailbox or a customer's webhook is no problem of the pipeline, a failed mail server is", async () => {
  await set({ mail: '3 hours' })
  await addMessage({ age: '2 hours', channel: 'email', sent: '119 minutes' })
  await addMessage({ age: '5 hours', channel: 'json_post' })
  assert.ok(await isTold())
  await addMessage({ age: '14 minutes' })
  assert.ok(await isTold(), 'for some minutes a server may let us wait')
  await addMessage({ age: '16 minutes' })
  assert.equal(await isTold(), false)
  assert.deepEqual(said.at(-1), { faults: ['nobody_reached'] })
  await set()
})

test('while the clock of this machine is wrong, no request is sent', async () => {
  await set()
  const before = asked
  await createDeadMansSwitch({ ...options, clockOffset: () => 11_000 }).checkPipeline()
  assert.equal(asked, before)
  assert.deepEqual(said.at(-1), { faults: ['clock_off'] })
})

test('without the broker, no request is sent', async () => {
  const gone = await openBus({ url, cell: 'deadman', name: 'test' })
  await gone[Symbol.asyncDispose]()
  const before = asked
  await createDeadMansSwitch({ ...options, bus: gone }).checkPipeline()
  assert.equal(asked, before)
})

test('without the database, no request is sent', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { connections: 1 })
  const before = asked
  await assert.rejects(createDeadMansSwitch({ ...options, database: away }).checkPipeline())
  assert.deepEqual([asked, await figure('wachta_planner_flow_well')], [before, 0])
  await away[Symbol.asyncDispose]()
})

test('what is not taken, or may not be asked, is counted and said', async () => {
  status = 500
  await look()
  status = 200
  const before = asked
  await createDeadMansSwitch({ ...options, guard: allowPublicOnly }).checkPipeline()
  assert.equal(asked, before, 'the guard has not let it out')
  assert.equal(await figure('wachta_planner_deadman_total{outcome="failed"}'), 2)
  assert.ok(!JSON.stringify(said).includes('heartbeats/word'), 'the address is a secret')
})
