import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { closeSlot, openSlot } from '../src/slots/open-slot.ts'
import { toPlan } from '../src/slots/plan.ts'
import { createServiceSlots, insertOpen, type ServiceSlots } from '../src/slots/service-slots.ts'
import { findNextClosingStep, removeHead, SlotCloser } from '../src/slots/slot-closer.ts'

const minute = 60_000
const plan = toPlan(createServiceRevision())
const createService = (plans = [plan]) => createServiceSlots({ service_id: 7, plans, frontier: start - 1 })

function createCloser() {
  const waiting: ServiceSlots[] = []
  const closer = new SlotCloser({
    close: (open) => closeSlot(open, { heartbeatCheck: () => undefined }),
    onWaiting: (each) => waiting.push(each),
  })
  return { closer, waiting }
}

test('a slot is next once its deadline has passed, or all its sensors have reported', () => {
  const service = createService()
  assert.equal(findNextClosingStep(service, start + plan.waitMs - 1), undefined)
  assert.equal(findNextClosingStep(service, start + plan.waitMs), 'slot')
  const open = openSlot(7, start, { kind: 's', deadline: start + plan.waitMs, expectation: plan })
  insertOpen(service, open)
  assert.equal(findNextClosingStep(service, start), undefined)
  open.missing = 0
  assert.equal(findNextClosingStep(service, start), 'slot')
})

test('a pause change is next if it comes no later than the first slot', () => {
  const pause = new Date(start + minute)
  const plans = [
    toPlan(createServiceRevision({ effective_to: pause })),
    toPlan(createServiceRevision({ revision: 2, is_active: false, effective_from: pause })),
  ]
  const service = createService(plans)
  const now = start + 10 * minute
  assert.equal(findNextClosingStep(service, now), 'slot')
  assert.equal(removeHead(service).slot, start)
  const change = { kind: 'pause_change', service_id: 7, at: pause.getTime(), isPaused: true }
  assert.deepEqual(findNextClosingStep(service, now), change)
  assert.equal(findNextClosingStep(service, start + minute - 1), undefined, 'not before its time')
})

test('the head is the slot with results, or else an empty one, and taking it moves the frontier', () => {
  const service = createService()
  assert.deepEqual([removeHead(service).missing, service.frontier, service.next?.slot], [3, start, start + minute])
  const open = openSlot(7, start + minute, { kind: 's', deadline: start + minute + plan.waitMs, expectation: plan })
  insertOpen(service, open)
  assert.equal(removeHead(service), open)
  assert.deepEqual([service.open, service.frontier], [[], start + minute])
  assert.throws(() => removeHead(createServiceSlots({ service_id: 7, plans: [], frontier: start })), RangeError)
})

test('slots are closed at their deadlines, and those over the limit are ready for the next call', () => {
  const { closer, waiting } = createCloser()
  const service = createService()
  closer.schedule(service)
  assert.equal(closer.earliest, start + plan.waitMs)
  assert.deepEqual(closer.closeDue(start + plan.waitMs - 1, 10), [])
  const slots = (now: number, limit: number) =>
    closer.closeDue(now, limit).map((step) => (step.kind === 'pause_change' ? step.at : step.slot) - start)
  assert.deepEqual(slots(start + 5 * minute, 2), [0, minute])
  assert.deepEqual([closer.ready, waiting.length], [1, 0])
  assert.deepEqual(slots(start + 5 * minute, 10), [2 * minute, 3 * minute, 4 * minute])
  assert.deepEqual([closer.ready, waiting.at(-1) === service], [0, true])
  assert.deepEqual(slots(start + 5 * minute + plan.waitMs, 10), [5 * minute], 'by its new deadline')
})

test('a service that is marked ready twice is closed once', () => {
  const { closer, waiting } = createCloser()
  const service = createService()
  closer.markReady(service)
  closer.markReady(service)
  assert.equal(closer.ready, 1)
  closer.closeDue(start, 10)
  assert.deepEqual(waiting, [service])
})
