import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listHourCells } from '@wachta/domain'
import type { LoadedIncident } from '../src/load/incidents.ts'
import { computeServiceFigures, type ReportFrame, type ServiceData } from '../src/service-figures.ts'

const zone = 'Europe/Warsaw'
const [from, to] = [Date.parse('2026-10-01T00:00+02:00'), Date.parse('2026-11-01T00:00+01:00')]

const frame: ReportFrame = {
  from,
  to,
  previousFrom: Date.parse('2026-09-01T00:00+02:00'),
  zone,
  method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  cells: listHourCells({ start: from, end: to }, zone),
  names: { errorType: (id) => `error ${id}`, sensor: (id) => `sensor ${id}` },
}

/** A service that fails and recovers all month, each failure with an incident of its own. */
function flapping(count: number): ServiceData {
  const step = (to - from) / count
  const changes = Array.from({ length: count }, (_, place) => ({
    start: Math.round(from + place * step),
    end: Math.round(from + (place + 1) * step),
    status: place % 2 === 0 ? ('ok' as const) : ('failure' as const),
    error_type_id: place % 2 === 0 ? null : place,
  }))
  const incidents = changes
    .filter(({ status }) => status === 'failure')
    .map(
      ({ start, end, error_type_id }): LoadedIncident => ({
        ...{ id: Number(error_type_id), kind: 'failure', start, end, acknowledged_at: null },
        ...{ escalation_steps: 0, notifications_sent: 1, notifications_failed: 0, notifications_suppressed: 0 },
      }),
    )
  return {
    service: {
      ...{ id: 1, name: 'Shop', address: 'https://shop.example', type_id: 'https', group_id: 1, group_name: null },
      ...{ tags: [], target: 99.9, created_at: 0, deleted_at: null },
    },
    history: {
      ...{ zone, created_at: 0, changes, inactive: [], raw: changes, corrections: [] },
      suspensions: { oneOff: [], weekly: [] },
    },
    activity: { buckets: [], sensors: new Map() },
    incidents,
  }
}

test('every failure has its own cause and incident, the longest first', () => {
  const { failures, incidents } = computeServiceFigures(flapping(2_000), frame)
  assert.equal(failures.length, 1_000)
  assert.deepEqual([incidents.count, incidents.notifications_sent], [1_000, 1_000])
  for (const { error_type, incident_id } of failures) assert.equal(error_type, `error ${incident_id}`)
})

test('a failure has no incident of another kind that it lies in', () => {
  const data = flapping(10)
  const [first] = data.incidents
  assert.ok(first)
  const expiry = { ...first, id: 500, kind: 'certificate_expiry', start: from, end: null }
  const { failures } = computeServiceFigures({ ...data, incidents: [expiry, ...data.incidents] }, frame)
  for (const { error_type, incident_id } of failures) assert.equal(error_type, `error ${incident_id}`)
})

test('a service that changes its status every minute does not hold up the reports of others', () => {
  const measure = (count: number) => {
    const data = flapping(count)
    const before = process.cpuUsage()
    computeServiceFigures(data, frame)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const least = (count: number) => Math.min(...Array.from({ length: 3 }, () => measure(count)))
  // Eight times as many failures must not take sixty-four times as long.
  assert.ok(least(40_000) / least(5_000) < 24)
})
