import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { type ForcedSlot, ForcedSlots, isDetached } from '../src/slots/forced-slots.ts'
import { toPlan } from '../src/slots/plan.ts'
import { createServiceSlots } from '../src/slots/service-slots.ts'

const minute = 60_000
const forced = (more: Partial<ForcedSlot> = {}): ForcedSlot => ({
  service_id: 7,
  slot: start + minute + 1,
  kind: 'f',
  revision: 1,
  sensor_ids: [1, 2, 2],
  error_tolerance: 51,
  deadline: start + 2 * minute,
  ...more,
})
const createService = (service_id = 7) =>
  createServiceSlots({ service_id, plans: [toPlan(createServiceRevision())], frontier: start })

test('custom slots and slots that the frontier has passed are detached', () => {
  assert.equal(isDetached(forced(), start), false)
  assert.equal(isDetached(forced({ kind: 'c' }), start), true)
  assert.equal(isDetached(forced(), start + minute), false)
  assert.equal(isDetached(forced(), start + minute + 1), true)
})

test('a forced slot is opened once, with each sensor once, in order among the slots of its service', () => {
  const [slots, service] = [new ForcedSlots(), createService()]
  const open = slots.open(service, forced())
  assert.deepEqual(open?.expectation.sensor_ids, [1, 2])
  assert.deepEqual(service.open, [open])
  assert.equal(slots.find(service, start + minute + 1), open)
  assert.equal(slots.open(service, forced()), undefined)
  assert.deepEqual(slots.takeFinished(start + 3 * minute), [], 'it is closed in the order of its service')
})

test('a detached slot delays no other, and is removed when it is finished or its service is deleted', () => {
  const [slots, service, other] = [new ForcedSlots(), createService(), createService(8)]
  const open = slots.open(service, forced({ kind: 'c' }))
  const late = slots.open(other, forced({ kind: 'c', service_id: 8, deadline: start + 9 * minute }))
  assert.deepEqual([service.open, other.open], [[], []])
  assert.equal(slots.find(service, start + minute + 1), open)
  assert.equal(slots.find(service, start + minute), undefined)
  assert.deepEqual(slots.takeFinished(start + minute), [])
  assert.deepEqual(slots.takeFinished(start + 2 * minute), [open])
  assert.equal(slots.find(service, start + minute + 1), undefined)
  assert.deepEqual(slots.takeService(7), [])
  assert.deepEqual(slots.takeService(8), [late])
  assert.equal(slots.find(other, start + minute + 1), undefined)
})
