import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Observations } from './oracle.ts'

const [service_id, start] = [7, 10_000_000]
const slots = [0, 1, 2, 3, 4].map((place) => start + place * 10_000)
const check = (result: 'ok' | 'error') => [{ sensor_id: 1, result, started: 5, isUnanswered: false }]

/** The service is down in the third slot. */
const well: Observations = {
  services: [{ service_id, phase_ms: 0 }],
  answered: slots.map((slot, place) => ({ service_id, at: slot + 20, isUp: place !== 2 })),
  analyses: slots.map((slot, place) => ({ service_id, slot, checks: check(place === 2 ? 'error' : 'ok') })),
  alerts: [{ service_id, start: start + 20_000, end: start + 30_000 }],
  notified: ['start', 'end'].map((kind) => ({ kind, at: 0, thread: `west-s${service_id}-e3-l0-${start + 20_000}` })),
  from: start,
  to: start + 45_000,
}

const count = (changed: Partial<Observations>) => {
  const { missing, duplicate } = judge({ ...well, ...changed })
  return [missing.length, duplicate.length]
}
const without = <T>(all: readonly T[], place: number): T[] => all.filter((_, index) => index !== place)

test('what was seen and stored once is well', () => {
  const { slots: all, alerts, missing, duplicate } = judge(well)
  assert.deepEqual({ all, alerts, missing, duplicate }, { all: 5, alerts: 1, missing: [], duplicate: [] })
})

test('what is missing, different or there twice is found', () => {
  assert.deepEqual(count({ answered: without(well.answered, 1) }), [1, 0])
  assert.deepEqual(count({ analyses: without(well.analyses, 4) }), [1, 0])
  assert.deepEqual(count({ answered: [...well.answered, { service_id, at: start + 900, isUp: true }] }), [0, 1])
  assert.deepEqual(count({ analyses: well.analyses.map((one) => ({ ...one, checks: check('ok') })) }), [1, 0])
  assert.deepEqual(count({ alerts: [] }), [1, 0])
  assert.deepEqual(count({ alerts: [{ service_id, start: start + 20_000, end: null }] }), [1, 0])
  assert.deepEqual(count({ alerts: [...well.alerts, ...well.alerts] }), [0, 1])
  assert.deepEqual(count({ alerts: [...well.alerts, { service_id, start, end: null }] }), [0, 1])
  const early = { answered: well.answered.slice(2), analyses: well.analyses.slice(2), from: start + 20_000 }
  assert.deepEqual(count(early), [0, 0], 'what had begun before')
  assert.deepEqual(count({ notified: without(well.notified, 1) }), [1, 0])
  assert.deepEqual(count({ notified: [...well.notified, ...well.notified] }), [0, 2])
})
