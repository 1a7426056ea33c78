import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReceivedReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { findMismatch, isTooOld, placeResult } from '../src/slots/placement.ts'
import { toPlan } from '../src/slots/plan.ts'

const minute = 60_000
const day = 86_400_000
const plan = toPlan(createServiceRevision())
const watch = { plans: [plan], frontier: start + minute }
const result = (more: Parameters<typeof createReceivedReport>[0] | object = {}) =>
  createReceivedReport({ service_id: 7, slot: start + 2 * minute, sensor_id: 1, ...more })

test('a result of an open slot is placed by the plan in force', () => {
  const next = toPlan(createServiceRevision({ revision: 2, effective_from: new Date(start + 5 * minute) }))
  const first = toPlan(createServiceRevision({ effective_to: new Date(start + 5 * minute) }))
  const both = { plans: [first, next], frontier: start }
  assert.equal(placeResult(both, result({ slot: start + 4 * minute }), start), 'ahead')
  assert.equal(placeResult(both, result({ slot: start + 4 * minute }), start + 4 * minute), first)
  assert.equal(placeResult(both, result({ slot: start + 5 * minute, revision: 2 }), start + 5 * minute), next)
  assert.equal(placeResult(both, result({ slot: start + 5 * minute }), start + 5 * minute), 'wrong_revision')
})

test('a result up to a minute ahead of the clock counts', () => {
  const early = result()
  assert.equal(placeResult(watch, early, early.slot - minute), plan)
  assert.equal(placeResult(watch, early, early.slot - minute - 1), 'ahead')
})

test('a result outside the schedule is unscheduled, whatever else is wrong with it', () => {
  const now = start + 3 * minute
  assert.equal(placeResult(watch, result({ slot: start + 2 * minute + 1 }), now), 'unscheduled')
  assert.equal(placeResult(watch, result({ slot: start - minute, revision: 9 }), now), 'unscheduled')
  const paused = { plans: [toPlan(createServiceRevision({ is_active: false }))], frontier: start }
  assert.equal(placeResult(paused, result(), now), 'unscheduled')
})

test('a result of a closed slot is late for a day, then too old', () => {
  const late = result({ slot: start + minute })
  assert.equal(placeResult(watch, late, start + 2 * minute), 'late')
  assert.equal(placeResult(watch, late, late.slot + day), 'late')
  assert.equal(placeResult(watch, late, late.slot + day + 1), 'too_old')
  assert.equal(placeResult(watch, { ...late, sensor_id: 9 }, late.slot + day + 1), 'wrong_sensor')
  assert.deepEqual([isTooOld(start, start + day), isTooOld(start, start + day + 1)], [false, true])
})

test('a slot accepts only results of its revision and its sensors', () => {
  const expectation = { revision: 2, sensor_ids: [4, 5] }
  assert.equal(findMismatch(expectation, 2, 5), undefined)
  assert.equal(findMismatch(expectation, 1, 5), 'wrong_revision')
  assert.equal(findMismatch(expectation, 2, 6), 'wrong_sensor')
})
