import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, type ObservedRun, type StoredIncident } from './oracle.ts'
import { intervalMs, planAnswer, sensor_ids } from './scene.ts'
import type { TargetAnswer } from './target.ts'

const from = 10 * intervalMs
type Result = 'ok' | 'error' | 'unknown'

/** One slot of the service 1, whose sensors answer four seconds apart; those without a result were never asked. */
function createSlot(slotNumber: number, results: readonly Result[]): Pick<ObservedRun, 'answers' | 'analyses'> {
  const slot = slotNumber * intervalMs
  const started = (index: number) => 4_000 * index
  return {
    answers: results.flatMap((result, index): TargetAnswer[] => {
      const arrivedAt = slot + started(index) + 5
      return result === 'unknown'
        ? []
        : [{ service: 1, slot, arrivedAt, answeredAt: arrivedAt + 10, isFailing: result === 'error' }]
    }),
    analyses: [
      {
        ...{ service_id: 1, slot, error_tolerance: 51 },
        checks: results.map((result, index) => ({
          ...{ sensor_id: index + 1, result, started: started(index), isUnanswered: result === 'unknown' },
        })),
      },
    ],
  }
}

const createTimes = (time: number) => ({ decided: time, planned: time, accepted: time })

/** An incident of the slot, with a mail ten seconds after its beginning. */
const createIncident = (slotNumber: number, given: Partial<StoredIncident> = {}): StoredIncident => {
  const start = slotNumber * intervalMs
  return { service_id: 1, start, end: null, ...createTimes(start + 10_000), ...given }
}

const compareSlots = (slots: readonly (readonly Result[])[], incidents: readonly StoredIncident[]) => {
  const parts = slots.map((results, index) => createSlot(10 + index, results))
  return compare({
    ...{ from, incidents },
    answers: parts.flatMap(({ answers }) => answers),
    analyses: parts.flatMap(({ analyses }) => analyses),
  })
}

test('a failure is decided by the answer after which no other can change it', () => {
  const cases = [
    [['error', 'error', 'error'], 4_000],
    [['error', 'error', 'ok'], 4_000],
    [['error', 'ok', 'error'], 8_000],
    [['unknown', 'error', 'error'], 8_000],
  ] as const
  for (const [results, after] of cases) {
    const { detections, contradicted, wrong } = compareSlots([results], [createIncident(10)])
    assert.deepEqual([contradicted, wrong], [[], []])
    assert.deepEqual([detections[0]?.answered], [from + after + 15], results.join())
  }
})

test('an incident that its closed slot does not confirm is contradicted', () => {
  for (const results of [
    ['error', 'ok', 'ok'],
    ['ok', 'ok', 'ok'],
    ['error', 'unknown', 'unknown'],
  ] as const) {
    const { detections, contradicted } = compareSlots([results], [createIncident(10)])
    assert.deepEqual([detections.length, contradicted.length], [0, 1], results.join())
  }
  assert.equal(compareSlots([], [createIncident(10)]).contradicted.length, 1, 'its slot is not closed')
  assert.equal(compareSlots([['ok', 'error', 'ok']], []).tempting, 1)
})

test('a missed failure, a missing mail and a wrong check are found', () => {
  const failing = ['error', 'error', 'error'] as const
  assert.match(compareSlots([failing], []).wrong.join(), /no incident/)
  assert.match(compareSlots([failing], [createIncident(10, { accepted: null })]).wrong.join(), /no mail/)
  assert.match(
    compareSlots([failing], [createIncident(10, createTimes(from + 1_000))]).wrong.join(),
    /3015 ms too early/,
  )
  assert.deepEqual(compareSlots([failing, failing], [createIncident(10)]).wrong, [], 'one failure of two slots')
  assert.deepEqual(
    compareSlots([failing, ['ok', 'ok', 'ok'], failing], [createIncident(10, { end: from + intervalMs })]).wrong.length,
    1,
    'the second failure has no incident',
  )
  const good = createSlot(10, ['ok', 'ok', 'ok'])
  const lying = { ...good, answers: good.answers.map((answer) => ({ ...answer, isFailing: true })) }
  assert.equal(compare({ from, incidents: [], ...lying }).wrong.length, 3)
  assert.equal(compare({ from, incidents: [], analyses: good.analyses, answers: [] }).wrong.length, 3)
})

test('the scene has outages, and services that tempt', () => {
  const scene = { services: 300, from }
  const failing = (service: number, slotNumber: number) =>
    sensor_ids.filter((_, index) => planAnswer({ service, slotNumber, index }, scene).isFailing).length
  const all = Array.from({ length: 300 }, (_, index) => failing(index + 1, 11))
  assert.ok(all.filter((count) => count >= 2).length >= 5)
  assert.ok(all.filter((count) => count >= 2).length < 30, 'fewer than a mass change')
  assert.equal(failing(21, 11), 1, 'one sensor cannot reach it')
  assert.ok(Array.from({ length: 300 }, (_, index) => failing(index + 1, 10)).every((count) => count === 0))
})
