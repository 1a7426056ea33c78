import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoredCheck } from '../faults/packed-checks.ts'
import { hasPassed } from './main.ts'
import { judge, type Round } from './oracle.ts'
import { type Standstill, watchStandstills } from './standstills.ts'

const service = { service_id: 7, interval_ms: 10_000, phase_ms: 3_000 }
const slots = [13_000, 23_000, 33_000, 43_000, 53_000]
const check = (result: StoredCheck['result'], isUnanswered: boolean): readonly StoredCheck[] => [
  { sensor_id: 1, result, started: 5, isUnanswered },
]

interface Case {
  /** Slots that have no answer, no analysis at all, or are unknown because the machine was overloaded. */
  readonly unanswered?: readonly number[]
  readonly missing?: readonly number[]
  readonly overloaded?: readonly number[]
  readonly arrivals?: readonly number[]
  readonly rounds?: readonly Round[]
  readonly standstills?: readonly Standstill[]
}

function judgeCase({ unanswered = [], missing = [], overloaded = [], arrivals = [], ...rest }: Case) {
  const { rounds = [], standstills = [] } = rest
  const analyses = slots
    .filter((slot) => !missing.includes(slot))
    .map((slot) => ({
      service_id: 7,
      slot,
      checks:
        unanswered.includes(slot) || overloaded.includes(slot)
          ? check('unknown', unanswered.includes(slot))
          : check('ok', false),
    }))
  const found = judge({
    ...{ services: [service], analyses, rounds, standstills, from: 3_500, to: 60_000 },
    arrivals: arrivals.map((at) => ({ service_id: 7, at })),
  })
  return { ...found, doubles: found.doubles.length, beyond: found.beyond.length }
}

const cleanResult = { slots: 5, doubles: 0, beyond: 0, unanswered: 0, overloaded: 0, stoodStill: 0 }
const createDeath = (from: number, isCostly = true): Round => ({ name: 'death', from, isCostly })

test('a slot that is answered once is well, and a second request in it is a double', () => {
  assert.deepEqual(judgeCase({ arrivals: slots }), cleanResult)
  assert.deepEqual(judgeCase({ arrivals: [13_000, 22_999, 23_000] }), { ...cleanResult, doubles: 1 })
  assert.throws(
    () =>
      judge({
        services: [],
        analyses: [],
        rounds: [],
        standstills: [],
        from: 0,
        to: 1,
        arrivals: [{ service_id: 8, at: 0 }],
      }),
    /unknown service/,
  )
})

test('a death excuses one slot of a service, in the interval after it', () => {
  const rounds = [createDeath(24_000)]
  assert.deepEqual(judgeCase({ unanswered: [23_000], rounds }), { ...cleanResult, unanswered: 1 }, 'it was under way')
  assert.deepEqual(judgeCase({ unanswered: [23_000, 33_000], rounds }), { ...cleanResult, unanswered: 2, beyond: 1 })
  assert.deepEqual(judgeCase({ missing: [43_000], rounds }), { ...cleanResult, unanswered: 1, beyond: 1 }, 'too late')
  assert.deepEqual(
    judgeCase({ unanswered: [23_000] }),
    { ...cleanResult, unanswered: 1, beyond: 1 },
    'without any cause',
  )
  const harmlessRounds = [createDeath(24_000, false)]
  assert.deepEqual(judgeCase({ unanswered: [23_000], rounds: harmlessRounds }), {
    ...cleanResult,
    unanswered: 1,
    beyond: 1,
  })
})

test('what a host itself could not do in time is counted apart', () => {
  assert.deepEqual(judgeCase({ overloaded: [33_000] }), { ...cleanResult, overloaded: 1 })
})

test('a slot without an answer in whose interval the machine stood still is counted apart, a double is not', () => {
  const standstills = [{ from: 32_500, to: 33_500 }]
  const found = judgeCase({ unanswered: [23_000, 33_000, 43_000], standstills })
  assert.deepEqual(found, { ...cleanResult, unanswered: 1, beyond: 1, stoodStill: 2 }, 'not the slot after it')
  assert.deepEqual(judgeCase({ standstills }), cleanResult, 'an answer counts')
  assert.deepEqual(judgeCase({ arrivals: [33_000, 33_500], standstills }), { ...cleanResult, doubles: 1 })
  const tenth = { slots: 100, doubles: [], beyond: [], unanswered: 0, overloaded: 0, stoodStill: 10 }
  assert.equal(hasPassed(tenth), false, 'a machine that often stands still shows nothing')
  assert.equal(hasPassed({ ...tenth, stoodStill: 1 }), true)
})

test('a standstill is what this process itself missed', async () => {
  using watch = watchStandstills()
  await wait(300)
  assert.equal(watch.standstills.length, 0)
  const from = Date.now()
  while (Date.now() - from < 2_300);
  await wait(300)
  const [found, ...others] = watch.standstills
  assert.ok(found && found.from <= from && found.to >= from + 2_300, JSON.stringify(found))
  assert.deepEqual(others, [])
})
