import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, type Observations } from './oracle.ts'

const [service_id, start] = [7, 10_000_000]
const slots = [0, 1, 2, 3, 4].map((index) => start + index * 10_000)
const check = (result: 'ok' | 'error') => [{ sensor_id: 1, result, started: 5, isUnanswered: false }]

/** The service is down in the third slot. */
const validObservations: Observations = {
  services: [{ service_id, phase_ms: 0 }],
  answered: slots.map((slot, index) => ({ service_id, at: slot + 20, isUp: index !== 2 })),
  analyses: slots.map((slot, index) => ({ service_id, slot, checks: check(index === 2 ? 'error' : 'ok') })),
  alerts: [{ service_id, start: start + 20_000, end: start + 30_000 }],
  notified: ['start', 'end'].map((kind) => ({ kind, at: 0, thread: `west-s${service_id}-e3-l0-${start + 20_000}` })),
  from: start,
  to: start + 45_000,
}

const countFindings = (changed: Partial<Observations>) => {
  const { missing, duplicate } = judge({ ...validObservations, ...changed })
  return [missing.length, duplicate.length]
}
const removeAt = <T>(all: readonly T[], position: number): T[] => all.filter((_, index) => index !== position)

test('what was seen and stored once is well', () => {
  const { slots: all, alerts, missing, duplicate } = judge(validObservations)
  assert.deepEqual({ all, alerts, missing, duplicate }, { all: 5, alerts: 1, missing: [], duplicate: [] })
})

test('what is missing, different or there twice is found', () => {
  assert.deepEqual(countFindings({ answered: removeAt(validObservations.answered, 1) }), [1, 0])
  assert.deepEqual(countFindings({ analyses: removeAt(validObservations.analyses, 4) }), [1, 0])
  assert.deepEqual(
    countFindings({ answered: [...validObservations.answered, { service_id, at: start + 900, isUp: true }] }),
    [0, 1],
  )
  assert.deepEqual(
    countFindings({ analyses: validObservations.analyses.map((one) => ({ ...one, checks: check('ok') })) }),
    [1, 0],
  )
  assert.deepEqual(countFindings({ alerts: [] }), [1, 0])
  assert.deepEqual(countFindings({ alerts: [{ service_id, start: start + 20_000, end: null }] }), [1, 0])
  assert.deepEqual(countFindings({ alerts: [...validObservations.alerts, ...validObservations.alerts] }), [0, 1])
  assert.deepEqual(countFindings({ alerts: [...validObservations.alerts, { service_id, start, end: null }] }), [0, 1])
  const early = {
    answered: validObservations.answered.slice(2),
    analyses: validObservations.analyses.slice(2),
    from: start + 20_000,
  }
  assert.deepEqual(countFindings(early), [0, 0], 'what had begun before')
  assert.deepEqual(countFindings({ notified: removeAt(validObservations.notified, 1) }), [1, 0])
  assert.deepEqual(countFindings({ notified: [...validObservations.notified, ...validObservations.notified] }), [0, 2])
})
