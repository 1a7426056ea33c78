import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { planFailover } from '../src/plan-failover.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
const { db } = world
after(() => world[Symbol.asyncDispose]())

interface SensorFacts {
  readonly country?: string
  readonly owner?: number
  readonly isOnline?: boolean
  readonly categories?: readonly string[]
}

async function addSensor({ country = 'PL', owner, isOnline = true, categories = ['default'] }: SensorFacts = {}) {
  const id = await world.addSensor()
  await db.query(
    sql`update sensor set country_code = ${country}, owner_id = ${owner ?? null}, category_ids = ${categories} where id = ${id}`,
  )
  await db.query(
    sql`insert into sensor_state (sensor_id, last_seen) values (${id}, now() - ${isOnline ? 1 : 60} * interval '1 second')`,
  )
  return id
}

async function addService(sensors: readonly number[], failover = true): Promise<number> {
  const extended_settings = { sensors_failover: failover }
  const id = await world.addService(sensors, { address: 'http://127.0.0.1/', extended_settings, secrets: {} })
  await db.query(
    sql`update service set sensor_ids = ${sensors}, extended_settings = ${JSON.stringify(extended_settings)} where id = ${id}`,
  )
  return id
}

const lose = (service: number, sensor: number) =>
  db.query(sql`insert into sensor_absence (service_id, sensor_id, absent_since) values (${service}, ${sensor}, now())`)

const sensorsOf = async (service: number) => {
  const [row] = await db.query(
    sql<{
      sensor_ids: number[]
    }>`select sensor_ids from service_revision where service_id = ${service} order by revision desc limit 1`,
  )
  return row?.sensor_ids
}

/** Plans at a time when everything that was checked before is due again. */
const plan = (minutes = 0) => planFailover(db, new Date(Date.now() + minutes * 61_000))

const online = (sensors: readonly number[], minutes: number) =>
  db.query(
    sql`update sensor_state set last_seen = now() + ${minutes * 61} * interval '1 second' where sensor_id = any(${sensors})`,
  )

test('a failover sensor has the same category, owner and, if possible, country; it stays until the sensor returns', async () => {
  const silent = await addSensor({ isOnline: false })
  const [german, polish] = [await addSensor({ country: 'DE' }), await addSensor()]
  await addSensor({ isOnline: false })
  await addSensor({ categories: ['mail'] })
  const own = await addSensor({ owner: world.account })
  const service = await addService([silent])
  const unwilling = await addService([silent], false)
  const inside = await addService([own])
  for (const id of [service, unwilling]) await lose(id, silent)
  await lose(inside, own)
  await plan()
  assert.deepEqual(await sensorsOf(service), [silent, polish])
  assert.deepEqual(await sensorsOf(unwilling), [silent])
  assert.deepEqual(await sensorsOf(inside), [own], 'a public sensor never stands in for a private one')

  assert.equal(await plan(), 0, 'what was just planned is left alone')
  await online([german, polish], 1)
  assert.equal(await plan(1), 0, 'nothing has changed')
  // The failover sensor does not report either, so the next one is used.
  await lose(service, polish)
  await plan(1)
  assert.deepEqual(
    await sensorsOf(service),
    [silent, german].sort((one, other) => one - other),
  )

  await db.query(
    sql`update sensor_absence set returned_at = now() where service_id = ${service} and sensor_id = ${silent}`,
  )
  assert.equal(await plan(1), 1)
  assert.deepEqual(await sensorsOf(service), [silent])
})

test('a sensor that returns while failover is planned loses its failover sensor too', async () => {
  const [silent, usable] = [await addSensor({ isOnline: false, country: 'EE' }), await addSensor({ country: 'EE' })]
  const service = await addService([silent])
  await lose(service, silent)
  await plan()
  assert.deepEqual(await sensorsOf(service), [silent, usable])
  await online([usable], 2)
  const planning = await db.transaction(async (tx) => {
    // Planning reads the services and then waits for this lock, to read the sensors.
    await tx.query(sql`lock table sensor in access exclusive mode`)
    const running = plan(2)
    const countWaiting = async () =>
      (await db.query(sql`select from pg_locks where relation = 'sensor'::regclass and not granted`)).length
    while ((await countWaiting()) === 0) await wait(10)
    await db.query(sql`update sensor_absence set returned_at = now() where service_id = ${service}`)
    return { running }
  })
  await planning.running
  await plan(2)
  assert.deepEqual(await sensorsOf(service), [silent])
})

test('a setting that cannot be read does not prevent failover of other services', async () => {
  const [silent, usable] = [await addSensor({ isOnline: false, country: 'LT' }), await addSensor({ country: 'LT' })]
  const [bad, service] = [await addService([silent]), await addService([silent])]
  for (const id of [bad, service]) await lose(id, silent)
  await db.query(sql`update service set extended_settings = '{"sensors_failover": "garbage"}' where id = ${bad}`)
  await plan()
  assert.deepEqual(await sensorsOf(service), [silent, usable])
})

test('absences of deleted services and of sensors no longer used are deleted', async () => {
  const [silent, other] = [await addSensor({ isOnline: false }), await addSensor()]
  const service = await addService([other])
  await lose(service, silent)
  await lose(999_999_999, silent)
  await plan()
  const left = () =>
    db.query(sql<{ service_id: number }>`select service_id from sensor_absence where sensor_id = ${silent}`)
  assert.deepEqual(await left(), [{ service_id: service }], 'it may have stood in: it is not asked again at once')
  await plan(61)
  assert.deepEqual(await left(), [])
})
