import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ledger } from './ledger.ts'

test('the ledger knows which status a component had at some moment of a period', () => {
  const ledger = new Ledger()
  ledger.write('c', 'operational', 0)
  ledger.write('c', 'major_outage', 1000)
  ledger.write('c', 'operational', 2000)
  assert.equal(ledger.hadStatus('c', 'major_outage', [0, 999]), false)
  assert.equal(ledger.hadStatus('c', 'major_outage', [0, 1000]), true)
  assert.equal(ledger.hadStatus('c', 'major_outage', [1500, 1600]), true)
  assert.equal(ledger.hadStatus('c', 'major_outage', [2001, 5000]), false)
  assert.equal(ledger.hadStatus('c', 'operational', [1100, 1200]), false)
  assert.equal(ledger.hadStatus('other', 'operational', [0, 1]), false)
})

test('the ledger knows whether the record was unavailable all the time', () => {
  const ledger = new Ledger()
  const before = Date.now()
  const endOutage = ledger.startOutage()
  assert.equal(ledger.wasUnavailable(before + 500, 1000), false, 'only for a part')
  assert.equal(ledger.wasUnavailable(before + 5000, 1000), true)
  endOutage()
  assert.equal(ledger.wasUnavailable(before + 5000, 1000), false)
})
