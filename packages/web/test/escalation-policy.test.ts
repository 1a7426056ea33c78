import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeRepeatState, maxRepeats } from '@wachta/domain'
import { previewEscalation, type RecipientData } from '../src/features/escalations/preview.ts'
import {
  addStep,
  applyChange,
  type EscalationStep,
  isInOrder,
  moveStep,
  planStepChanges,
  sortByDelay,
} from '../src/features/escalations/steps.ts'
import { findFittingUnit, formatAmount, toSeconds } from '../src/ui/duration.ts'

const step = (key: string, more: Partial<EscalationStep> = {}): EscalationStep => ({
  ...(addStep([], key, key)[0] as EscalationStep),
  ...more,
})
const minutes = (count: number) => count * 60

test('a new rung comes a quarter of an hour after the last', () => {
  const one = addStep([], 'a', 'First')
  const two = addStep(one, 'b', 'Second')
  assert.deepEqual(
    two.map(({ key, delay }) => [key, delay]),
    [
      ['a', 0],
      ['b', 900],
    ],
  )
})

test('a step that is moved takes the time of its new place', () => {
  const steps = [step('a'), step('b', { delay: 900 }), step('c', { delay: 3600 })]
  const times = (some: readonly EscalationStep[]) => some.map(({ key, delay }) => [key, delay])
  assert.deepEqual(times(moveStep(steps, 2, 0)), [
    ['c', 0],
    ['a', 900],
    ['b', 3600],
  ])
  assert.deepEqual(times(moveStep(steps, 0, 1)), [
    ['b', 0],
    ['a', 900],
    ['c', 3600],
  ])
  assert.deepEqual(moveStep(steps, 0, 3), steps, 'there is no such place')
  assert.deepEqual(
    sortByDelay([step('late', { delay: 60 }), step('a'), step('b')]).map(({ key }) => key),
    ['a', 'b', 'late'],
  )
  assert.ok(isInOrder(steps))
  assert.equal(isInOrder(steps.toReversed()), false)
})

test('only what differs is asked for, and deleting comes last', () => {
  const stored = [
    { id: 1, step: step('1') },
    { id: 2, step: step('2', { delay: 900 }) },
    { id: 3, step: step('3', { delay: 1800 }) },
  ]
  const steps = [step('1'), step('2', { delay: 600, contact_ids: [5] }), step('new', { delay: 1200 })]
  const changes = planStepChanges(stored, steps)
  assert.deepEqual(
    changes.map((change) => [change.kind, change.key]),
    [
      ['update', '2'],
      ['create', 'new'],
      ['delete', '3'],
    ],
  )
  assert.deepEqual(changes[0], { kind: 'update', key: '2', id: 2, body: { delay: 600, contact_ids: [5] } })
  const after = changes.reduce((known, change) => applyChange(known, change, 9), stored)
  assert.deepEqual(planStepChanges(after, steps), [], 'nothing is left to do, nor done twice')
  assert.deepEqual(
    after.map(({ id }) => id),
    [1, 2, 9],
  )
})

const anna = 1
const duty = 2
const data: RecipientData = {
  groups: [{ id: 7, contact_ids: [duty] }],
  getAddresses: (contact) =>
    contact === anna
      ? [{ contact_id: anna, channel_id: 'email', is_verified: true }]
      : [
          { contact_id: duty, channel_id: 'sms', is_verified: true },
          { contact_id: duty, channel_id: 'telephone', is_verified: false },
        ],
  getQuietWindows: () => [],
  timeZone: 'Europe/Warsaw',
}
const start = Date.parse('2026-11-16T09:42:00Z')
const clock = (at: number) => new Date(at).toISOString().slice(11, 16)

test('the preview says who is notified when, and on which channels', () => {
  const steps = [
    step('anna', { contact_ids: [anna] }),
    step('duty', { contact_group_ids: [7], delay: minutes(15), repeat_interval: minutes(10), maximum_repeats: 1 }),
    step('off', { contact_ids: [anna], is_active: false }),
    step('unwritten', { contact_ids: [anna], delay: Number.NaN }),
  ]
  const { moments, hasMore: goesOn } = previewEscalation(steps, { opensAt: start, maxMoments: 10 }, data)
  assert.deepEqual(
    moments.map(({ at, step: key, repeat, recipients }) => [
      clock(at),
      key,
      repeat,
      recipients.map(({ channels }) => channels),
    ]),
    [
      ['09:42', 'anna', 0, [['email']]],
      ['09:57', 'duty', 0, [['sms']]],
      ['10:07', 'duty', 1, [['sms']]],
    ],
  )
  assert.deepEqual(moments[1]?.recipients[0]?.unverified, ['telephone'])
  assert.equal(goesOn, false)
})

test('repeats of two steps are in the order of time, and an endless preview says so', () => {
  const steps = [
    step('a', { contact_ids: [anna], repeat_interval: minutes(10) }),
    step('b', { contact_ids: [duty], delay: minutes(15), repeat_interval: minutes(10) }),
  ]
  const { moments, hasMore: goesOn } = previewEscalation(steps, { opensAt: start, maxMoments: 5 }, data)
  assert.deepEqual(
    moments.map(({ at, step: key }) => `${clock(at)} ${key}`),
    ['09:42 a', '09:52 a', '09:57 b', '10:02 a', '10:07 b'],
  )
  assert.ok(goesOn)
  assert.equal(
    previewEscalation(
      [step('a', { contact_ids: [anna], repeat_interval: 60 })],
      { opensAt: start, maxMoments: 2000 },
      data,
    ).moments.length,
    maxRepeats + 1,
  )
})

test('the preview repeats as often, and at the same times, as the notifier does', () => {
  for (const repeat_interval of [0, 60, 600])
    for (const maximum_repeats of [0, 1, 5, maxRepeats]) {
      const timing = { delay: minutes(5), repeat_interval, maximum_repeats }
      const first = start + timing.delay * 1000
      const times = [first]
      let due = computeRepeatState(timing, first, first).next
      while (due !== undefined) {
        times.push(due)
        due = computeRepeatState(timing, first, due).next
      }
      const { moments } = previewEscalation(
        [step('a', { contact_ids: [anna], ...timing })],
        { opensAt: start, maxMoments: 2 * maxRepeats },
        data,
      )
      assert.deepEqual(
        moments.map(({ at }) => at),
        times,
        `${repeat_interval} s, ${maximum_repeats} times`,
      )
    }
})

test('quiet hours go by the clocks of the account, the night they change included', () => {
  const night = {
    start_minute: { day_of_week: 6, hour: 22, minute: 0 },
    end_minute: { day_of_week: 7, hour: 6, minute: 0 },
  }
  const quiet = { ...data, getQuietWindows: () => [night] }
  const isQuiet = (instant: string) =>
    previewEscalation([step('a', { contact_ids: [anna] })], { opensAt: Date.parse(instant), maxMoments: 1 }, quiet)
      .moments[0]?.recipients[0]?.isQuiet
  // Warsaw goes from summer to winter time on Sunday, 25 October 2026, at 01:00 UTC.
  assert.equal(isQuiet('2026-10-24T19:59:00Z'), false)
  assert.equal(isQuiet('2026-10-24T20:00:00Z'), true)
  assert.equal(isQuiet('2026-10-25T04:30:00Z'), true, '05:30 in winter time')
  assert.equal(isQuiet('2026-10-25T05:00:00Z'), false)
})

test('a length of time is written in the largest unit that it fills', () => {
  const written = (seconds: number) => `${formatAmount(findFittingUnit(seconds), seconds)} ${findFittingUnit(seconds)}`
  assert.deepEqual([0, 45, 90, 900, 5400, 7200, 172_800].map(written), [
    '0 minute',
    '45 second',
    '90 second',
    '15 minute',
    '90 minute',
    '2 hour',
    '2 day',
  ])
  assert.deepEqual([toSeconds('1,5', 'hour'), toSeconds(' 15 ', 'minute'), toSeconds('0', 'day')], [5400, 900, 0])
  assert.ok(Number.isNaN(toSeconds('', 'minute')) && Number.isNaN(toSeconds('soon', 'minute')))
  assert.equal(formatAmount('minute', Number.NaN), '')
})
