import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Analysis, Correction, OccurrenceDetails } from '@wachta/client'
import { lengthOf, stateOfOccurrence, threadOf } from '../src/features/incidents/thread-entries.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 15, 10, minute, second)).toISOString()

const occurrence: OccurrenceDetails = {
  id: 1,
  service_id: 2,
  event_id: 3,
  sensor_id: null,
  start_time: at(0),
  end_time: null,
  end_reason: null,
  error_type_id: 401,
  is_flapping: false,
  held_until: null,
  acknowledged_at: null,
  acknowledged_by: null,
  note: '',
  decided_at: at(0, 1),
  notification_counts: { sent: 0, pending: 0, failed: 0, suppressed: 0 },
  escalations: [],
  notifications: [],
}
const analysis = (minute: number) => ({ analysis_id: String(minute), time: at(minute) }) as Analysis
const nothing = { judgedBy: { start: [], end: [] }, corrections: [] }
const told = (escalation_id: number | null, second: number, more: object = {}) => ({
  id: second,
  kind: 'start' as const,
  repeat_number: 0,
  escalation_id,
  time: at(0, second),
  ...more,
})

test('what happened is in order, and a cause stands before what it brings about', () => {
  const whole = threadOf({
    occurrence: {
      ...occurrence,
      end_time: at(30),
      end_reason: 'recovered',
      acknowledged_at: at(12),
      acknowledged_by: 'Anna',
      note: 'Mine.',
      held_until: at(1),
      notifications: [told(7, 0), { ...told(7, 0, { kind: 'end' }), time: at(30) }],
    },
    judgedBy: { start: [analysis(-1), analysis(0)], end: [analysis(30)] },
    corrections: [{ id: 1, created_at: at(50) } as Correction],
  })
  assert.deepEqual(
    whole.map(({ type }) => type),
    ['analysis', 'analysis', 'started', 'told', 'held', 'taken', 'analysis', 'ended', 'told', 'corrected'],
  )
})

test('messages of one step at one time are one entry, of its earliest time', () => {
  const entries = threadOf({
    ...nothing,
    occurrence: {
      ...occurrence,
      notifications: [
        told(7, 40),
        told(7, 5),
        told(8, 6),
        told(null, 3),
        { ...told(7, 50, { repeat_number: 1 }) },
        told(7, 8, { status: 'suppressed' }),
      ],
    },
  })
  const rounds = entries.flatMap((entry) => (entry.type === 'told' ? [entry] : []))
  assert.deepEqual(
    rounds.map(({ at: time, round }) => [time, round.step, round.repeat, round.messages.length]),
    [
      [at(0, 3), null, 0, 1],
      [at(0, 5), 7, 0, 3],
      [at(0, 6), 8, 0, 1],
      [at(0, 50), 7, 1, 1],
    ],
  )
})

test('steps to come stand at the end while it lasts, and not after', () => {
  const escalations = [
    { escalation_id: 7, status: 'sent' as const, next_time: at(45), sent: 2 },
    { escalation_id: 8, status: 'finished' as const, next_time: null, sent: 1 },
    { escalation_id: 9, status: 'waiting' as const, next_time: at(40), sent: 0 },
  ]
  const lasting = threadOf({ ...nothing, occurrence: { ...occurrence, escalations } })
  assert.deepEqual(lasting.slice(1), [
    { type: 'next', at: at(40), step: 9, isFirst: true },
    { type: 'next', at: at(45), step: 7, isFirst: false },
  ])
  const over = threadOf({ ...nothing, occurrence: { ...occurrence, escalations, end_time: at(5) } })
  assert.deepEqual(
    over.map(({ type }) => type),
    ['started', 'ended'],
  )
})

test('an occurrence lasts, is somebody’s, or is over', () => {
  assert.equal(stateOfOccurrence(occurrence), 'current')
  assert.equal(stateOfOccurrence({ end_time: null, acknowledged_at: at(1) }), 'taken')
  assert.equal(stateOfOccurrence({ end_time: at(2), acknowledged_at: at(1) }), 'ended')
})

test('a length is told by the second only while it is short', () => {
  const now = new Date(at(42, 36))
  assert.equal(lengthOf({ start_time: at(0), end_time: null }, now), 42 * 60)
  assert.equal(lengthOf({ start_time: at(0), end_time: at(0, 37) }, now), 37)
  assert.equal(lengthOf({ start_time: at(43), end_time: null }, now), 0, 'clocks differ')
})
