import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCost } from './main.ts'

/** The operations with the largest bodies and the most expensive searches, and one without a body. */
const selected = ['apply', 'create_service', 'search_services', 'create_contact', 'list_services']

test('the worst requests do not stop the event loop', { timeout: 300_000 }, async () => {
  const { operations, requests, worst } = await measureCost({ isQuick: true, only: selected.join() })
  assert.equal(operations, selected.length)
  assert.ok(requests >= 10)
  assert.deepEqual(
    worst.filter(({ ms }) => ms >= 200),
    [],
  )
})

test('a route that computes for 300 ms is found', { timeout: 300_000 }, async () => {
  const { worst } = await measureCost({ isQuick: true, isBroken: true, only: 'create_contact' })
  assert.ok((worst[0]?.ms ?? 0) >= 200, JSON.stringify(worst))
})
