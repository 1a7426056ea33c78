import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUrgency, getExpiryDate } from '../src/features/expiries/urgency.ts'

test('what has expired or expires soon stands out; domains take longer to renew', () => {
  assert.equal(findUrgency({ kind: 'certificate', days_left: -0.5 }), 'expired')
  assert.equal(findUrgency({ kind: 'certificate', days_left: 13 }), 'soon')
  assert.equal(findUrgency({ kind: 'certificate', days_left: 14 }), 'later')
  assert.equal(findUrgency({ kind: 'domain', days_left: 29 }), 'soon')
})

test('the date follows from the days that were left when the sensors looked', () => {
  const date = getExpiryDate({ time: '2026-11-15T12:00:00Z', days_left: 1.5 })
  assert.equal(date.toISOString(), '2026-11-17T00:00:00.000Z')
})
