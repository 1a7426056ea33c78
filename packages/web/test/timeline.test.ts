import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Analysis, Correction, IncidentTimeline } from '@wachta/client'
import { buildTimeline, findNextStep, omitNextSteps } from '../src/features/incidents/timeline-entries.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 15, 10, minute, second)).toISOString()

const incident = { start_time: at(0), end_time: null, end_reason: null, closes_at: null }
const alert = {
  id: 1,
  service_id: 2,
  event_id: 3,
  event_name: 'Down',
  sensor_id: null,
  start_time: at(0),
  end_time: null,
  end_reason: null,
  is_flapping: false,
  held_until: null,
  decided_at: at(0, 1),
}
const timeline: IncidentTimeline = { alerts: [alert], causes: [], escalations: [], notifications: [], entries: [] }
const analysis = (minute: number) => ({ analysis_id: String(minute), time: at(minute) }) as Analysis
const nothing = { incident, decidingAnalyses: { start: [], end: [] }, corrections: [] }
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
    incident: { ...incident, end_time: at(30), end_reason: 'recovered' },
    timeline: {
      ...timeline,
      alerts: [{ ...alert, end_time: at(30), end_reason: 'recovered', held_until: at(1) }],
      entries: [{ id: 1, kind: 'acknowledged', author: 'Anna', text: 'Mine.', created_at: at(12) }],
      notifications: [notification(7, 0), { ...notification(7, 0, { kind: 'end' }), time: at(30) }],
    },
    decidingAnalyses: { start: [analysis(-1), analysis(0)], end: [analysis(30)] },
    corrections: [{ id: 1, created_at: at(50) } as Correction],
  })
  assert.deepEqual(
    whole.map(({ type }) => type),
    ['analysis', 'analysis', 'started', 'notified', 'held', 'entry', 'analysis', 'ended', 'notified', 'corrected'],
  )
})

test('what explains the incident stands on its timeline with its start and its end', () => {
  const cause = { incident_id: 9, service_id: 8, service_name: 'Payments', event_id: 4, event_name: 'Vendor' }
  const types = (more: object) =>
    buildTimeline({
      ...nothing,
      timeline: { ...timeline, causes: [{ ...cause, error_message: 'major', start_time: at(-5), ...more }] },
    }).map(({ type }) => type)
  assert.deepEqual(types({ end_time: null }), ['cause_started', 'started'])
  assert.deepEqual(types({ end_time: at(10) }), ['cause_started', 'started', 'cause_ended'])
})

test('a diagnostic that several sensors ran is one entry, which stays when its results are deleted', () => {
  const entry = (id: number, more: object = {}) => ({
    ...{ id, kind: 'diagnostic' as const, author: 'Anna', text: '', diagnostic_kind: 'traceroute' as const },
    ...{
      diagnostic_id: `${id}`,
      diagnostic_address: 'example.com',
      diagnostic_sensor_id: id,
      created_at: at(5),
      ...more,
    },
  })
  const gone = { diagnostic_id: null, diagnostic_address: null, diagnostic_sensor_id: null, created_at: at(6) }
  const entries = buildTimeline({
    ...nothing,
    timeline: { ...timeline, entries: [entry(1), entry(2), entry(3, gone)] },
  })
  const run = { author: 'Anna', kind: 'traceroute' }
  assert.deepEqual(entries.slice(1), [
    {
      type: 'diagnostics',
      at: at(5),
      run: { ...run, address: 'example.com', results: [1, 2].map((sensor) => ({ id: `${sensor}`, sensor })) },
    },
    { type: 'diagnostics', at: at(6), run: { ...run, address: null, results: [] } },
  ])
})

test('notifications of one step at one time are one entry, of its earliest time', () => {
  const entries = buildTimeline({
    ...nothing,
    timeline: {
      ...timeline,
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
    rounds.map(({ at: time, round }) => [time, round.step, round.repeat, round.notifications.length]),
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
  const lasting = buildTimeline({ ...nothing, timeline: { ...timeline, escalations } })
  assert.deepEqual(lasting.slice(1), [
    { type: 'next', at: at(40), step: 9, isFirst: true },
    { type: 'next', at: at(45), step: 7, isFirst: false },
  ])
  const acknowledged = omitNextSteps({ ...timeline, escalations })
  assert.equal(findNextStep(acknowledged), undefined, 'an acknowledgement stops the escalation at once')
  assert.deepEqual(buildTimeline({ ...nothing, timeline: acknowledged }).slice(1), [])
  const over = buildTimeline({
    ...nothing,
    incident: { ...incident, end_time: at(5) },
    timeline: { ...timeline, escalations },
  })
  assert.deepEqual(
    over.map(({ type }) => type),
    ['started', 'ended'],
  )
})

test('an alert rule that fires later, or whose alert ends before the incident, has its own entries', () => {
  const later = { ...alert, id: 2, event_name: 'Manager', start_time: at(5), end_time: at(20) }
  const legacy = { ...alert, id: 3, event_id: null, event_name: null, end_time: at(18) }
  const entries = buildTimeline({
    ...nothing,
    incident: { ...incident, end_time: at(30) },
    timeline: { ...timeline, alerts: [{ ...alert, end_time: at(30) }, later, legacy] },
  })
  assert.deepEqual(
    entries.map(({ type, at: time }) => [type, time]),
    [
      ['started', at(0)],
      ['alert_started', at(5)],
      ['alert_ended', at(20)],
      ['ended', at(30)],
    ],
  )
})

test('an open incident whose problem is gone is resolved at a known time', () => {
  const entries = buildTimeline({ ...nothing, incident: { ...incident, closes_at: at(15) }, timeline })
  assert.deepEqual(entries.at(-1), { type: 'closes', at: at(15) })
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
