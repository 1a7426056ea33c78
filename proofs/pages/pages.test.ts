import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drills, provePages } from './main.ts'

test('visitors read on while the centre is away, know how old it is, and see no secret', async () => {
  const outcome = await provePages({ requests: 300, played: [drills.api, drills.nats, drills.all] })
  const { faults, failed, stale, leaks, saidStale, examples } = outcome
  assert.deepEqual({ faults, failed, stale, leaks }, { faults: [], failed: 0, stale: 0, leaks: 0 }, examples.join('\n'))
  assert.ok(saidStale > 0)
  assert.ok(outcome.keptOut > 0)
})

test('control: a page that opens to a forged cookie is seen', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'open', played: [drills.api] })).leaks > 0)
})

test('control: an old page that does not say so is seen', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'stale', played: [drills.all] })).stale > 0)
})

test('control: the name of a service is seen, in answers and in the object store', async () => {
  const { leaks, examples } = await provePages({ requests: 1, broken: 'leak', played: [drills.brief] })
  assert.ok(leaks > 0)
  assert.ok(examples.some((one) => one.startsWith('/page-')) && examples.some((one) => one.includes('/objects/pages/')))
})

test('control: pages that go with the centre are seen', async () => {
  assert.ok((await provePages({ requests: 1, broken: 'down', played: [drills.brief] })).failed > 0)
})
