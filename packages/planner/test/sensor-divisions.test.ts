import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFullShare, type Division } from '@wachta/domain'
import { sql } from 'kysely'
import { SensorDivisions } from '../src/sensor-divisions.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

const divide = (host: string): Division => ({
  hosts: [{ host, capacity: 5_000, aheadMs: 0, buckets: createFullShare() }],
  freed: [],
})

test('a division that cannot be read is left out, and those of other sensors are taken', async () => {
  const good = await world.addSensor()
  const former = new SensorDivisions(world.db, 1)
  former.keep(good, divide('a'))
  await former.getPendingWrite(good)
  const { hosts } = divide('a')
  const bad: number[] = []
  for (const json of [
    '"garbage"',
    'null',
    '{}',
    JSON.stringify({ hosts }),
    JSON.stringify({ hosts: hosts.map((host) => ({ ...host, capacity: 0 })), freed: [] }),
    JSON.stringify({ hosts, freed: [{ bucket: 64, host: 'a', own: 0, from: 0 }] }),
  ]) {
    const sensor = await world.addSensor()
    await world.db.query(
      sql`insert into sensor_division (sensor_id, epoch, division) values (${sensor}, 1, ${json}::jsonb)`,
    )
    bad.push(sensor)
  }
  const taken = await new SensorDivisions(world.db, 2).take()
  assert.deepEqual(taken.get(good), divide('a'))
  assert.deepEqual(
    bad.filter((sensor) => taken.has(sensor)),
    [],
  )
})

test('what a planner keeps is there for the next one, and then it keeps nothing more', async () => {
  const [sensor, other] = [await world.addSensor(), await world.addSensor()]
  const former = new SensorDivisions(world.db, 1)
  assert.equal(former.getPendingWrite(sensor), undefined)
  for (const host of ['a', 'b', 'c']) former.keep(sensor, divide(host))
  former.keep(other, divide('d'))
  await Promise.all([former.getPendingWrite(sensor), former.getPendingWrite(other)])
  assert.equal(former.getPendingWrite(sensor), undefined)
  const next = new SensorDivisions(world.db, 2)
  const taken = await next.take()
  assert.deepEqual([taken.get(sensor), taken.get(other)], [divide('c'), divide('d')])
  former.keep(sensor, divide('e'))
  await assert.rejects(async () => await former.getPendingWrite(sensor), /another planner/)
  next.keep(sensor, divide('f'))
  await next.getPendingWrite(sensor)
  const last = await new SensorDivisions(world.db, 3).take()
  assert.deepEqual(last.get(sensor), divide('f'))
})
