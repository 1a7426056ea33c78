import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Analysis, Correction, OccurrenceDetails } from '@wachta/client'
import { alertLength, buildTimeline, findNextStep, getAlertState } from '../src/features/incidents/timeline-entries.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 15, 10, minute, second)).toISOString()

const alert: OccurrenceDetails = {
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
const notification = (escalation_id: number | null, second: number, more: object = {}) => ({
  id: second,
  kind: 'start' as const,
  repeat_number: 0,
  escalation_id,
  time: at(0, second),
  ...more,
})

test('what happened is in order, and a cause stands before what it brings about', () => {
  const whole = buildTimeline({
    alert: {
      ...alert,
      end_time: at(30),
      end_reason: 'recovered',
      acknowledged_at: at(12),
      acknowledged_by: 'Anna',
      note: 'Mine.',
      held_until: at(1),
      notifications: [notification(7, 0), { ...notification(7, 0, { kind: 'end' }), time: at(30) }],
    },
    judgedBy: { start: [analysis(-1), analysis(0)], end: [analysis(30)] },
    corrections: [{ id: 1, created_at: at(50) } as Correction],
  })
  assert.deepEqual(
    whole.map(({ type }) => type),
    [
      'analysis',
      'analysis',
      'started',
      'notified',
      'held',
      'acknowledged',
      'analysis',
      'ended',
      'notified',
      'corrected',
    ],
  )
})

test('notifications of one step at one time are one entry, of its earliest time', () => {
  const entries = buildTimeline({
    ...nothing,
    alert: {
      ...alert,
      notifications: [
        notification(7, 40),
        notification(7, 5),
        notification(8, 6),
        notification(null, 3),
        { ...notification(7, 50, { repeat_number: 1 }) },
        notification(7, 8, { status: 'suppressed' }),
      ],
    },
  })
  const rounds = entries.flatMap((entry) => (entry.type === 'notified' ? [entry] : []))
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
  const lasting = buildTimeline({ ...nothing, alert: { ...alert, escalations } })
  assert.deepEqual(lasting.slice(1), [
    { type: 'next', at: at(40), step: 9, isFirst: true },
    { type: 'next', at: at(45), step: 7, isFirst: false },
  ])
  const over = buildTimeline({ ...nothing, alert: { ...alert, escalations, end_time: at(5) } })
  assert.deepEqual(
    over.map(({ type }) => type),
    ['started', 'ended'],
  )
})

test('an alert is open, acknowledged or resolved', () => {
  assert.equal(getAlertState(alert), 'current')
  assert.equal(getAlertState({ end_time: null, acknowledged_at: at(1) }), 'acknowledged')
  assert.equal(getAlertState({ end_time: at(2), acknowledged_at: at(1) }), 'ended')
})

test('a duration shows seconds only while it is short', () => {
  const now = new Date(at(42, 36))
  assert.equal(alertLength({ start_time: at(0), end_time: null }, now), 42 * 60)
  assert.equal(alertLength({ start_time: at(0), end_time: at(0, 37) }, now), 37)
  assert.equal(alertLength({ start_time: at(43), end_time: null }, now), 0, 'clocks differ')
})

test('the step that notifies next is known, and whether it is a reminder', () => {
  const steps = [
    { escalation_id: 7, name: 'Duty', status: 'sent' as const, next_time: at(5), sent: 2 },
    { escalation_id: 8, name: 'Board', status: 'waiting' as const, next_time: at(20), sent: 0 },
    { escalation_id: 9, name: 'Manager', status: 'finished' as const, next_time: null, sent: 1 },
  ]
  assert.deepEqual(findNextStep({ escalations: steps }), { id: 7, name: 'Duty', at: at(5), isReminder: true })
  assert.deepEqual(findNextStep({ escalations: steps.slice(1) }), {
    id: 8,
    name: 'Board',
    at: at(20),
    isReminder: false,
  })
  assert.equal(findNextStep({ escalations: steps.slice(2) }), undefined)
})
