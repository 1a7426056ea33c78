import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildTimelineRows } from '../src/incidents/timeline-rows.ts'

test('what explains an incident is among its rows, with what the vendor says', () => {
  const cause = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T11:00:00Z', service_name: 'Payments' }
  const alert = { start_time: '2026-05-01T10:05:00Z', event_name: 'Shop down' }
  const rows = (more: object) =>
    buildTimelineRows(
      { alerts: [alert], causes: [{ ...cause, ...more }], escalations: [], notifications: [], entries: [] },
      'en',
    ).map(({ title, details }) => [title, details])
  assert.deepEqual(rows({ error_message: 'the vendor reports major' }), [
    ['Probable cause', 'Payments: the vendor reports major'],
    ['Alert started', 'Shop down'],
    ['Probable cause ended', 'Payments'],
  ])
  assert.deepEqual(rows({ error_message: null, end_time: null }), [
    ['Probable cause', 'Payments'],
    ['Alert started', 'Shop down'],
  ])
})
