import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '@wachta/domain'
import { type OpenSlot, openSlot } from '../src/desk/open-slot.ts'
import { heartbeatCheck } from '../src/heartbeat.ts'
import { PeerComparison } from '../src/quarantine.ts'
import { report, start } from './support/simulated.ts'

const minute = 60_000
const nobody = new Set<number>()

function slotOf(service_id: number, slot: number, said: readonly CheckResult[]): OpenSlot {
  const sensor_ids = said.map((_, index) => index + 1)
  const question = { revision: 1, sensor_ids, error_tolerance: 51 }
  const open = openSlot(service_id, slot, { kind: 's', deadline: slot, question })
  for (const [index, result] of said.entries())
    open.reports[index] = report({ service_id, slot, sensor_id: index + 1, result })
  return open
}

function observed(services: number, said: (service: number) => readonly CheckResult[], minutes = 5): PeerComparison {
  const peers = new PeerComparison()
  for (let count = 0; count < minutes; count += 1)
    for (let service = 1; service <= services; service += 1)
      peers.observe(slotOf(service, start + count * minute, said(service)))
  return peers
}

test('a sensor that fails where its peers do not is put into quarantine, and let out when it sees what they see', () => {
  const now = start + 5 * minute
  const sick = observed(20, (service) => ['ok', 'ok', service % 2 === 0 ? 'error' : 'ok'])
  assert.deepEqual(sick.judge(now, nobody), { sick: [3], well: [] })
  for (let count = 5; count < 11; count += 1)
    for (let service = 1; service <= 20; service += 1)
      sick.observe(slotOf(service, start + count * minute, ['ok', 'ok', 'ok']))
  assert.deepEqual(sick.judge(start + 11 * minute, new Set([3])), { sick: [], well: [3] })
})

test('an outage that all see, a few bad targets, too few services and silence are no reason', () => {
  const now = start + 5 * minute
  const verdicts = [
    observed(20, () => ['error', 'error', 'error']),
    observed(20, (service) => ['ok', 'ok', service % 5 === 0 ? 'error' : 'ok']),
    observed(9, () => ['ok', 'ok', 'error']),
    observed(20, () => ['error']),
    observed(20, () => ['ok', 'ok', 'unknown']),
  ].map((peers) => peers.judge(now, nobody))
  for (const verdict of verdicts) assert.deepEqual(verdict, { sick: [], well: [] })
})

test('a job that reports by itself is missed, late, failing or too long at work', () => {
  const plan = { interval: 60 * minute, since: start, extended_settings: { grace: 300, maximum_run_time: 600 } }
  const at = (minutes: number) => start + minutes * minute
  const none = { started_at: null, finished_at: null, failed_at: null }
  const seen = (beat: object | undefined, minutes: number) => {
    const { result, error_type_id } = heartbeatCheck(beat && { ...none, ...beat }, plan, at(minutes))
    return error_type_id ?? result
  }
  assert.equal(seen(undefined, 60), 'unknown')
  assert.equal(seen(undefined, 66), 1702)
  assert.equal(seen({ finished_at: at(10) }, 60), 'ok')
  assert.equal(seen({ finished_at: at(10) }, 76), 1701)
  assert.equal(seen({ finished_at: at(10), failed_at: at(20) }, 30), 1703)
  assert.equal(seen({ finished_at: at(30), failed_at: at(20) }, 40), 'ok')
  assert.equal(seen({ finished_at: at(10), started_at: at(20) }, 29), 'ok')
  assert.equal(seen({ finished_at: at(10), started_at: at(20) }, 31), 1704)
  const done = heartbeatCheck({ ...none, started_at: at(8), finished_at: at(10) }, plan, at(60))
  assert.equal(done.response_time, 2 * minute)
})
