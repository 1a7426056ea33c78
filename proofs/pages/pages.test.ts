import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drills, provePages } from './main.ts'

test('pages stay up while the centre is down, show how old their data is, and reveal no secret', async () => {
  const outcome = await provePages({ requests: 300, chosenDrills: [drills.api, drills.nats, drills.all] })
  const { faults, failed, stale, leaks, markedStale: saidStale, examples } = outcome
  assert.deepEqual({ faults, failed, stale, leaks }, { faults: [], failed: 0, stale: 0, leaks: 0 }, examples.join('\n'))
  assert.ok(saidStale > 0)
  assert.ok(outcome.rejected > 0)
})

test('control: a page that accepts a forged cookie is detected', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'open', chosenDrills: [drills.api] })).leaks > 0)
})

test('control: an old page without a notice is detected', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'stale', chosenDrills: [drills.all] })).stale > 0)
})

test('control: the name of a service is detected, in responses and in the object store', async () => {
  const { leaks, examples } = await provePages({ requests: 1, broken: 'leak', chosenDrills: [drills.brief] })
  assert.ok(leaks > 0)
  assert.ok(examples.some((one) => one.startsWith('/page-')) && examples.some((one) => one.includes('/objects/pages/')))
})

test('control: pages that go down with the centre are detected', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'down', chosenDrills: [drills.brief] })).failed > 0)
})
