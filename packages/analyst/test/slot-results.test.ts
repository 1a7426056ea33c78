import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatch, createCheckReport, createReceivedReport, start } from '@wachta/testing/analyst/simulated'
import { openSlot, type PendingSlot } from '../src/slots/open-slot.ts'
import { Receipts } from '../src/slots/receipts.ts'
import { addResult, countResult } from '../src/slots/slot-results.ts'

const expectation = { revision: 1, sensor_ids: [1, 2], error_tolerance: 51 }
const open = (): PendingSlot => openSlot(7, start, { kind: 's', deadline: start + 20_000, expectation })
const reported = (more: object = {}) => createCheckReport({ service_id: 7, slot: start, sensor_id: 1, ...more })
const result = (more: object = {}) => createReceivedReport({ service_id: 7, slot: start, sensor_id: 1, ...more })

test('the first result of a sensor counts, later ones repeat it or differ', () => {
  const slot = open()
  const first = result()
  assert.equal(addResult(slot, 0, first), 'first')
  assert.equal(addResult(slot, 0, result()), 'repeated')
  assert.equal(addResult(slot, 0, result({ result: 'error' })), 'different')
  assert.equal(addResult(slot, 0, result({ started: 101 })), 'different')
  assert.deepEqual([slot.reports[0], slot.reports[1], slot.missing], [first, undefined, 1])
})

test('repeated results are ignored once many messages wait for the slot, first results never', () => {
  const slot = open()
  const receipt = new Receipts([]).receive('live', 1, createBatch(1, [reported()]))
  addResult(slot, 0, result())
  for (let count = 0; count < 6; count += 1) slot.receipts.push(receipt)
  assert.equal(addResult(slot, 0, result()), 'repeated')
  slot.receipts.push(receipt)
  assert.equal(addResult(slot, 0, result({ result: 'error' })), 'ignored')
  assert.equal(addResult(slot, 1, result({ sensor_id: 2 })), 'first')
})

test('results are counted by ok and error, those of quarantined sensors not at all', () => {
  const counts = (said: 'ok' | 'error' | 'unknown', isQuarantined: boolean) => {
    const slot = open()
    addResult(slot, 1, result({ sensor_id: 2, result: said }))
    countResult(slot, 1, isQuarantined)
    return [slot.ok, slot.error, [...(slot.quarantinedRanks ?? [])]]
  }
  assert.deepEqual(counts('ok', false), [1, 0, []])
  assert.deepEqual(counts('error', false), [0, 1, []])
  assert.deepEqual(counts('unknown', false), [0, 0, []])
  assert.deepEqual(counts('error', true), [0, 0, [1]])
})
