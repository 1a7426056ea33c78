import assert from 'node:assert/strict'
import { test } from 'node:test'

// A channel to other tabs would block the exit.
Object.assign(globalThis, { BroadcastChannel: undefined })
const { session } = await import('../src/app/session/session.ts')
const { stepUp } = await import('../src/app/session/step-up.ts')

test('all requests that wait for a step-up are settled together', async () => {
  const asked = Promise.all([stepUp.ask(), stepUp.ask()])
  stepUp.settle(true)
  assert.deepEqual(await asked, [true, true])
})

test('a request does not wait for the step-up of another session', { timeout: 2000 }, async () => {
  session.begin({ id: 1, token: 'one' })
  const asked = stepUp.ask()
  session.end('expired')
  assert.equal(await asked, false)
  session.begin({ id: 2, token: 'two' })
  const askedLater = stepUp.ask()
  session.observe({ id: 3, token: 'three' }, 'Anna')
  assert.equal(await askedLater, false)
})
