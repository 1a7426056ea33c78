import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickChanges, toCorrectionDraft } from '../src/features/corrections/draft.ts'
import {
  computeLevel,
  correctSeconds,
  enclosePeriods,
  extendToMonths,
  findPastPart,
} from '../src/features/corrections/preview.ts'

const seconds = (ok: number, failure: number, paused = 0, unknown = 0) => ({
  ok_seconds: ok,
  failure_seconds: failure,
  paused_seconds: paused,
  unknown_seconds: unknown,
})

test('a correction gives its status to all of its time, and nothing else changes', () => {
  const whole = seconds(900, 100, 20, 30)
  const part = seconds(10, 60, 5, 25)
  assert.deepEqual(correctSeconds(whole, part, 'ok'), seconds(990, 40, 15, 5))
  assert.deepEqual(correctSeconds(whole, part, 'paused'), seconds(890, 40, 115, 5))
  assert.deepEqual(correctSeconds(whole, part, 'failure'), seconds(890, 140, 15, 5))
  assert.equal(correctSeconds(whole, null, 'ok'), whole, 'what has not happened changes nothing yet')
})

test('a level counts what was well among what was well or failed', () => {
  assert.equal(computeLevel(seconds(75, 25, 1000, 1000)), 75)
  assert.equal(computeLevel(seconds(0, 0, 10)), null)
})

test('the months of a period are those of the clock on the wall', () => {
  const at = (text: string) => Date.parse(text)
  // Half past midnight in Warsaw is still the day before in Greenwich.
  const period = { start: at('2026-10-31T23:30:00Z'), end: at('2026-11-02T00:00:00Z') }
  assert.deepEqual(extendToMonths('Europe/Warsaw', period), {
    start: at('2026-10-31T23:00:00Z'),
    end: at('2026-11-30T23:00:00Z'),
  })
  assert.equal(extendToMonths('UTC', period).start, at('2026-10-01T00:00:00Z'))
  const whole = { start: at('2026-03-01T00:00:00Z'), end: at('2026-04-01T00:00:00Z') }
  assert.deepEqual(extendToMonths('UTC', whole), whole, 'the end is not included')
})

test('only what has happened is counted', () => {
  assert.deepEqual(findPastPart({ start: 1000, end: 9000 }, 5500), { start: 1000, end: 5000 })
  assert.equal(findPastPart({ start: 6000, end: 9000 }, 5500), null)
})

test('of a change, only what is new is sent', () => {
  const recorded = {
    start_time: '2026-03-01T10:00:00Z',
    end_time: '2026-03-01T11:00:00Z',
    status: 'ok',
    description: 'Planned work',
  } as const
  const draft = toCorrectionDraft(recorded)
  assert.deepEqual(pickChanges(recorded, draft), {})
  assert.deepEqual(pickChanges(recorded, { ...draft, status: 'paused' }), { status: 'paused' })
  const end = Date.parse('2026-03-01T12:00:00Z')
  const later = { ...draft, description: '', period: { start: Date.parse(recorded.start_time), end } }
  assert.deepEqual(pickChanges(recorded, later), { end_time: '2026-03-01T12:00:00Z', description: '' })
})

test('a change counts in the months it leaves and in those it reaches', () => {
  const [one, other] = [
    { start: 10, end: 20 },
    { start: 40, end: 50 },
  ]
  assert.deepEqual(enclosePeriods(one, other), { start: 10, end: 50 })
  assert.deepEqual(enclosePeriods(other, one), { start: 10, end: 50 })
  assert.deepEqual(enclosePeriods({ start: 0, end: 90 }, one), { start: 0, end: 90 })
})
