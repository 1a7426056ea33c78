import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFullShare, type Division } from '@wachta/domain'
import { SensorDivisions } from '../src/sensor-divisions.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

const divide = (host: string): Division => ({
  hosts: [{ host, capacity: 5_000, aheadMs: 0, buckets: createFullShare() }],
  freed: [],
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
