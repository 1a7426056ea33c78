import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareIncidents, deriveIncidents } from './incidents.ts'
import type { JournalStep } from './journal.ts'
import { compareNotifications, type NotificationFacts } from './notifications.ts'

const started = (status: string, start: number): JournalStep => ({
  ...{ service_id: 1, at: start, analyses: [] },
  statuses: [{ kind: 'started', service_id: 1, status, start }],
})
const incident = { id: 7, service_id: 1, start: 2_000, end: 3_000, reason: 'recovered' as const }

test('a failure that ends is one incident; a missing and an invented incident are reported', () => {
  const expected = deriveIncidents([started('ok', 1_000), started('failure', 2_000), started('ok', 3_000)], 9_000)
  assert.deepEqual(compareIncidents(expected, [incident]), { missing: [], extra: [] })
  assert.equal(compareIncidents(expected, []).missing.length, 1)
  assert.equal(compareIncidents(expected, [incident, { ...incident, start: 5_000 }]).extra.length, 1)
})

const message = (id: number, kind: 'start' | 'end') => ({
  ...{ id, incident_id: 7, service_id: 1, service: 'svc-1', channel: 'mail', kind },
  ...{ status: 'sent' as const, reason: null, created: 2_500 },
})
const arrival = (id: number, at: number) => ({
  channel: 'mail',
  id: `x-n${id}`,
  service: '1',
  sender: 'notifier-1',
  at,
})
const facts: NotificationFacts = {
  ...{ incidents: [incident], configuration: new Map(), channels: ['mail'], outages: [], rewinds: [] },
  records: [message(1, 'start'), message(2, 'end')],
  arrivals: [arrival(1, 2_600), arrival(2, 3_600)],
  deaths: new Map(),
}

test('lost, invented and repeated messages are reported; a copy is allowed if its sender died', () => {
  const countFindings = (given: Partial<NotificationFacts>) => {
    const { missing, extra, duplicate } = compareNotifications({ ...facts, ...given })
    return [missing.length, extra.length, duplicate.length]
  }
  const copied = [...facts.arrivals, arrival(1, 20_000)]
  assert.deepEqual(countFindings({}), [0, 0, 0])
  assert.deepEqual(countFindings({ arrivals: [arrival(1, 2_600)] }), [1, 0, 0])
  assert.deepEqual(countFindings({ arrivals: [...facts.arrivals, arrival(3, 2_600)] }), [0, 1, 0])
  assert.deepEqual(countFindings({ arrivals: copied }), [0, 0, 1])
  assert.deepEqual(countFindings({ arrivals: copied, deaths: new Map([['notifier-1', [2_700]]]) }), [0, 0, 0])
  assert.deepEqual(countFindings({ arrivals: copied, deaths: new Map([['notifier-1', [9_000]]]) }), [0, 0, 1])
  assert.deepEqual(countFindings({ arrivals: copied, outages: [{ from: 2_500, to: 4_000 }] }), [0, 0, 0])
})
