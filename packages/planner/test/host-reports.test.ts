import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SensorHeartbeat } from '@wachta/bus'
import { HostReports } from '../src/host-reports.ts'

const digest = { count: 0, hash: '0'.repeat(64) }
const heartbeat = (host: string, more: Partial<SensorHeartbeat> = {}): SensorHeartbeat => ({
  ...{ v: 1, host, version: '0.1.0', sent: 0, clock_offset_ms: 3, lag_ms: 5, digest, self_check: true },
  ...{ reference_networks: 4, running: 1, spooled: 2, spooled_bytes: 3, complete_until: 1_000 },
  ...{ dropped_artifacts: 1, disk_fault: false, ...more },
})

test('the state of a sensor is the worst, or the sum, of all its hosts', () => {
  const reports = new HostReports(15_000)
  reports.add(1, heartbeat('a', { clock_offset_ms: -40, lag_ms: 9, disk_fault: true, complete_until: 400 }), 1_000)
  reports.add(1, heartbeat('b', { self_check: false, reference_networks: 2, complete_until: null }), 2_000)
  reports.add(1, heartbeat('c', { version: '0.2.0', clock_offset_ms: null, self_check: null }), 3_000)
  const [taken, ...others] = reports.take(3_000)
  assert.deepEqual(others, [])
  assert.equal(taken?.at, 3_000)
  assert.deepEqual(taken?.report, {
    ...heartbeat('c', { version: '0.2.0', clock_offset_ms: -40, lag_ms: 9, self_check: false, disk_fault: true }),
    ...{ reference_networks: 2, running: 3, spooled: 6, spooled_bytes: 9, dropped_artifacts: 3 },
    ...{ complete_until: 400, hosts: 3 },
  })
  assert.deepEqual(reports.take(3_000), [], 'each change is taken once')
})

test('a host that is silent or has left does not count any more', () => {
  const reports = new HostReports(15_000)
  const leaving = { capacity: 1, isLeaving: true, buckets: [] }
  reports.add(1, heartbeat('a', { disk_fault: true }), 0)
  reports.add(1, heartbeat('b'), 10_000)
  assert.deepEqual([reports.count(1, 10_000), reports.read(1, 10_000)?.disk_fault], [2, true])
  assert.deepEqual([reports.count(1, 15_001), reports.read(1, 15_001)?.disk_fault], [1, false])
  reports.add(1, heartbeat('a'), 16_000)
  reports.add(1, heartbeat('a', { share: leaving }), 17_000)
  assert.equal(reports.count(1, 17_000), 1)
  // This is the last host: its report stays, until it has been silent for too long.
  reports.add(1, heartbeat('b', { share: leaving, running: 7 }), 18_000)
  assert.equal(reports.read(1, 18_000)?.running, 7)
  assert.equal(reports.read(1, 40_000), undefined)
  assert.equal(reports.read(2, 0), undefined)
})

test('sums fit into the columns of the database, and a sensor has no more hosts than buckets', () => {
  const reports = new HostReports(15_000)
  for (let each = 0; each < 100; each += 1) reports.add(1, heartbeat(`h${each}`, { running: 0x7fff_ffff }), each)
  assert.equal(reports.count(1, 100), 64)
  assert.equal(reports.read(1, 100)?.running, 0x7fff_ffff)
})
