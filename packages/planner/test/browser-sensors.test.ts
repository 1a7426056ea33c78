import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SensorHeartbeat } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { AssignmentTable } from '../src/assignment-table.ts'
import { BrowserReports } from '../src/browser-reports.ts'
import { SensorHeartbeats } from '../src/sensor-heartbeats.ts'
import { storeBrowserAbility } from '../src/store-browser-ability.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
const { db } = world
await db.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids, is_runnable)
values ('fullpage', 2, '{}', '{}', 'browser', '{}', 600, false, '{}', true)`)
/** With only the rights of the planner process. */
const planner = openDatabase(world.url, { role: 'wachta_planner', connections: 2 })
after(async () => {
  await planner[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const able = { able: true, reason: null }
const jailed = { able: false, reason: 'bwrap: No permissions to create new namespace' }

const heartbeat = (more: Partial<SensorHeartbeat>): SensorHeartbeat => ({
  ...{ v: 1, host: 'a', version: '0.1.0', sent: 0, clock_offset_ms: 0, lag_ms: 0, self_check: null },
  ...{ digest: { count: 0, hash: '' }, reference_networks: 3, running: 0, spooled: 0, spooled_bytes: 0 },
  ...{ complete_until: null, dropped_artifacts: 0, disk_fault: false },
  ...more,
})

/** A sensor that reports to a planner, in simulated time. */
async function openSensor() {
  const sensor = await world.addSensor()
  const heartbeats = new SensorHeartbeats(new AssignmentTable())
  await heartbeats.store(planner)
  let now = Date.now()
  return {
    sensor,
    /** Reports for this many seconds, and does the planner's work every second. */
    async report(more: Partial<SensorHeartbeat>, seconds = 15) {
      for (let second = 0; second <= seconds; second += 1) {
        if (second % 5 === 0) heartbeats.answer(sensor, heartbeat(more), () => now)
        await heartbeats.store(planner)
        for (const change of heartbeats.findBrowserChanges(now))
          await storeBrowserAbility(planner, change, new Date(now))
        now += 1_000
      }
      return stateOf(sensor)
    },
  }
}

async function stateOf(sensor: number) {
  const [row] = await db.query(sql<{ category_ids: string[]; browser_able: boolean; browser_reason: string }>`
select s.category_ids, t.browser_able, t.browser_reason from sensor s join sensor_state t on t.sensor_id = s.id where s.id = ${sensor}`)
  return [row?.category_ids.includes('browser'), row?.browser_able, row?.browser_reason]
}

/** Adds a page that is watched by these sensors, or by the sensors of its own group. */
async function addPage({ own = null, assigned = {} }: { own?: number[] | null; assigned?: object }): Promise<number> {
  const [row] = await db.query(sql<{ id: number }>`with g as (
  insert into service_group (owner_id, name, assigned_sensor_ids) values (${world.account}, 'G', ${JSON.stringify(assigned)}) returning id)
insert into service (owner_id, group_id, type_id, name, address, interval, sensor_ids)
select ${world.account}, g.id, 'fullpage', 'Shop', 'http://shop.example/', 600, ${own}::bigint[] from g returning id`)
  return row?.id ?? 0
}

const sensorsOf = async (service: number) =>
  (
    await db.query(
      sql<{
        ids: number[]
      }>`select sensor_ids as ids from service_revision where service_id = ${service} order by revision`,
    )
  ).map(({ ids }) => ids)

test('a sensor has the category while it reports that it can run a browser, and services follow', async () => {
  const { sensor, report } = await openSensor()
  const other = await world.addSensor()
  const ofDefault = await addPage({ assigned: { default: [sensor, other] } })
  const ofCategory = await addPage({ assigned: { browser: [sensor] } })
  const own = await addPage({ own: [other, sensor] })
  const elsewhere = await addPage({ own: [other] })
  const http = await world.addService([sensor])

  assert.deepEqual(await report({ browser: able }), [true, true, null])
  for (const page of [ofDefault, ofCategory, own]) assert.deepEqual(await sensorsOf(page), [[sensor]])
  assert.deepEqual(await report({ browser: able }), [true, true, null])
  assert.equal((await sensorsOf(own)).length, 1, 'nothing has changed')

  assert.deepEqual(await report({ browser: jailed }), [false, false, jailed.reason])
  for (const page of [ofDefault, ofCategory, own]) assert.deepEqual(await sensorsOf(page), [[sensor], []])
  const other_reason = { able: false, reason: 'no chromium' }
  assert.deepEqual(await report({ browser: other_reason }), [false, false, 'no chromium'])
  assert.equal((await sensorsOf(own)).length, 2, 'only the reason has changed')
  assert.deepEqual(await sensorsOf(elsewhere), [], 'the service of another sensor is not touched')
  assert.equal((await sensorsOf(http)).length, 1, 'nor is one of another category')
})

test('a sensor that is still trying stays as it was, and an older one is unable', async () => {
  const { report } = await openSensor()
  assert.deepEqual(await report({ browser: able }), [true, true, null])
  assert.deepEqual(await report({ browser: null }, 120), [true, true, null])
  assert.deepEqual(await report({ browser: able }), [true, true, null])
  assert.deepEqual(await report({}), [false, false, null])
})

test('the other categories of a sensor stay', async () => {
  const { sensor, report } = await openSensor()
  const categories = async () => (await db.query(sql`select category_ids from sensor where id = ${sensor}`))[0]
  assert.deepEqual(await categories(), { category_ids: ['default', 'mail'] })
  await report({ browser: able })
  assert.deepEqual(await categories(), { category_ids: ['default', 'mail', 'browser'] })
  await report({ browser: jailed })
  assert.deepEqual(await categories(), { category_ids: ['default', 'mail'] })
})

test('all hosts of a sensor must be able, for 15 seconds', () => {
  const reports = new BrowserReports()
  const at = (second: number) => second * 1_000
  reports.addReport(1, { host: 'a', browser: able }, at(0))
  assert.equal(reports.getSettled(1, at(14)), undefined, 'another host may be different')
  assert.deepEqual(reports.getSettled(1, at(15)), able)
  reports.addReport(1, { host: 'b', browser: null }, at(16))
  assert.equal(reports.getSettled(1, at(60)), undefined, 'it is still trying')
  reports.addReport(1, { host: 'b', browser: jailed }, at(61))
  reports.addReport(1, { host: 'a', browser: able }, at(62))
  assert.deepEqual(reports.getSettled(1, at(76)), jailed)
  // A host that is gone no longer counts.
  reports.addReport(1, { host: 'a', browser: able }, at(122))
  assert.deepEqual(reports.getSettled(1, at(137)), able)
  assert.equal(reports.getSettled(2, at(137)), undefined)
})

test('a sensor that keeps changing its mind changes nothing, and many hosts take no memory', () => {
  const reports = new BrowserReports()
  for (let second = 0; second < 600; second += 5) {
    reports.addReport(1, { host: 'a', browser: second % 2 === 0 ? able : jailed }, second * 1_000)
    assert.equal(reports.getSettled(1, second * 1_000), undefined)
  }
  for (let host = 0; host < 1_000; host += 1) reports.addReport(2, { host: `h${host}`, browser: jailed }, 0)
  for (let host = 0; host < 8; host += 1) reports.addReport(2, { host: `h${host}`, browser: able }, 1)
  assert.deepEqual(reports.getSettled(2, 20_000), able, 'only the last eight are remembered')
})
