import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { Registry } from '@prometheus-io/client'
import { encodeSensorHeartbeat, openBus } from '@wachta/bus'
import { createFullShare } from '@wachta/domain'
import type { Log } from '@wachta/runtime'
import { answerSensorHeartbeats } from '../src/answer-heartbeats.ts'
import { AssignmentTable } from '../src/assignment-table.ts'
import { createProcessMetrics } from '../src/process-metrics.ts'
import { SensorDivisions } from '../src/sensor-divisions.ts'
import { SensorHeartbeats } from '../src/sensor-heartbeats.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
const url = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const bus = await openBus({ url, cell: `answer-${randomUUID().slice(0, 8)}`, name: 'test' })
const stop = new AbortController()
after(async () => {
  stop.abort()
  await bus[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const sensor = await world.addSensor()
const heartbeats = new SensorHeartbeats(new AssignmentTable())
await heartbeats.store(world.db)
const warnings: string[] = []
const settle = answerSensorHeartbeats(heartbeats, {
  ...{ bus, divisions: new SensorDivisions(world.db, 1), leadership: { epoch: 1, isLeading: () => true } },
  ...{ sendCommand: () => undefined, now: Date.now, processMetrics: createProcessMetrics(new Registry()) },
  log: { warn: (_: object, message: string) => warnings.push(message) } as unknown as Log,
  stopping: stop.signal,
})

test('a division that cannot be stored is kept for the next heartbeat, also if this one cannot be answered', async () => {
  const next = new SensorDivisions(world.db, 2)
  next.keep(sensor, { hosts: [], freed: [] })
  await next.getPendingWrite(sensor)
  const heartbeat = encodeSensorHeartbeat({
    ...{ host: 'a', version: '0.1.0', sent: Date.now(), clock_offset_ms: 0, lag_ms: 0, self_check: null },
    ...{ digest: { count: 0, hash: '0'.repeat(64) }, reference_networks: 3, running: 0, spooled: 0, spooled_bytes: 0 },
    ...{ complete_until: null, dropped_artifacts: 0, disk_fault: false },
    share: { capacity: 5_000, isLeaving: false, buckets: createFullShare() },
  })
  // Without a reply subject. A rejected write that nobody handles would end the process.
  bus.connection.publish(bus.subjects.heartbeat(sensor), heartbeat)
  for (let tries = 0; tries < 200 && warnings.length === 0; tries += 1) await wait(20)
  assert.match(warnings.join(), /^could not store which host/)
  assert.ok(heartbeats.takeUnsaved(sensor))
})

test('a planner that leads for months does not remember each time that it settled shares', async () => {
  const times = 300
  await settle()
  const before = queryObjects(Promise, { format: 'count' })
  for (let time = 0; time < times; time += 1) await settle()
  const added = queryObjects(Promise, { format: 'count' }) - before
  assert.ok(added < times / 2, `${added} promises`)
})
