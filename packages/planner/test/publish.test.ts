import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Bus, computeStreamLimits, ensureStreams, listStreamNames, openBus } from '@wachta/bus'
import { AssignmentTable } from '../src/assignment-table.ts'
import { planAssignments } from '../src/desired.ts'
import { publishDue, readPublishedAssignments } from '../src/publish.ts'
import type { StoredRevision } from '../src/revisions.ts'

const { signal } = new AbortController()
let bus: Bus
before(async () => {
  const cell = `plan-${randomUUID().slice(0, 8)}`
  bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
  await ensureStreams(bus, computeStreamLimits(1e7))
})
after(async () => {
  for (const name of listStreamNames(bus.cell)) await bus.manager.streams.delete(name)
  await bus[Symbol.asyncDispose]()
})

const revision = (service_id: number): StoredRevision => ({
  ...{ service_id, revision: 1, owner_id: 1, type_id: 'http', is_active: true, sensor_ids: [1] },
  ...{ effective_from: new Date(0), effective_to: null, interval_ms: 60_000, phase_ms: 0, timeout_ms: 1, spread_ms: 0 },
  configuration: { address: 'http://127.0.0.1/', extended_settings: {}, secrets: {} },
})

async function publishAll(board: AssignmentTable): Promise<number> {
  const onFailure = (error: Error) => assert.fail(error)
  let count = 0
  for (let sent = 1; sent > 0; count += sent)
    sent = await publishDue({ bus, assignmentTable: board, seal: () => null, onFailure })
  return count
}

test('a planner that starts reads what was published and removed', async () => {
  const first = new AssignmentTable()
  for (const id of [7, 8]) first.setDesired(id, planAssignments(id, [revision(id)]))
  assert.equal(await publishAll(first), 2)
  first.setDesired(8, [])
  assert.equal(await publishAll(first), 1)

  const second = new AssignmentTable()
  await readPublishedAssignments(bus, second, { signal })
  assert.deepEqual(second.digest(1), first.digest(1))
  second.setDesired(7, planAssignments(7, [revision(7)]))
  assert.equal(await publishAll(second), 0, 'all of it is known')
})

test('a planner starts with a stream full of garbage, and publishes correct assignments', async () => {
  const first = new AssignmentTable()
  for (const id of [20, 21]) first.setDesired(id, planAssignments(id, [revision(id)]))
  await publishAll(first)
  const acknowledgement = '{"stream":"RESULTS_LIVE_MAIN", "seq":5}'
  const garbage = [acknowledgement, '', '{}', '\u0000', '{"v":1}', '{"v":2,"service_id":20}', 'x'.repeat(100_000)]
  for (const [index, body] of garbage.entries())
    await bus.jetstream.publish(bus.subjects.assignment(1, 30 + index), body)
  await bus.jetstream.publish(bus.subjects.assignment(1, 20), acknowledgement)
  for (const subject of ['x.y', '-1.5', '1', `${2 ** 60}.1`])
    await bus.jetstream.publish(`asg.${bus.cell}.${subject}`, 'x')

  const second = new AssignmentTable()
  assert.equal(await readPublishedAssignments(bus, second, { signal }), garbage.length + 5)
  for (const id of [7, 20, 21]) second.setDesired(id, planAssignments(id, [revision(id)]))
  assert.equal(await publishAll(second), garbage.length + 1, 'one is told again, the others are taken back')
  const third = new AssignmentTable()
  assert.equal(
    await readPublishedAssignments(bus, third, { signal }),
    4,
    'an assignment that cannot be published stays',
  )
  assert.deepEqual(third.digest(1), second.digest(1))
})

test('a stream that cannot be opened is reported, and opened again', async () => {
  const errors: unknown[] = []
  let isBroken = true
  const streams = new Proxy(bus.manager.streams, {
    get: (target, key) => {
      if (key === 'info' && isBroken) return () => Promise.reject(new Error('no leader'))
      const member: unknown = Reflect.get(target, key)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const manager = { ...bus.manager, streams, consumers: bus.manager.consumers }
  const onRetry = (error: unknown) => {
    errors.push(error)
    isBroken = false
  }
  const options = { signal: AbortSignal.timeout(10_000), onRetry }
  await readPublishedAssignments({ ...bus, manager }, new AssignmentTable(), options)
  assert.deepEqual(errors, [new Error('no leader')])
})
