import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue } from '../src/app/client/queue.ts'

test('a few requests run at once, the rest in turn, and a failed one lets the next in', async () => {
  const inTurn = createQueue(2)
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
  }
  const failing = inTurn(() => Promise.reject(new Error('no')))
  await Promise.all([assert.rejects(failing), ...Array.from({ length: 9 }, () => inTurn(work))])
  assert.equal(most, 2)
  await assert.rejects(inTurn(work, AbortSignal.abort()))
  await inTurn(work)
})
