import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSelfCheck } from '../src/self-check.ts'

/** A self check in a network that can be taken away. */
function simulate() {
  const world = { now: 100_000, isUp: true, asked: 0 }
  const selfCheck = createSelfCheck({
    anchors: ['one', 'two', 'three'],
    reaches: async () => {
      world.asked += 1
      return world.isUp
    },
    now: () => world.now,
    wait: async (milliseconds) => {
      world.now += milliseconds
    },
  })
  return { world, selfCheck }
}

test('a failure is believed where the anchors are reached after the check began', async () => {
  const { world, selfCheck } = simulate()
  const began = world.now
  world.now += 300
  assert.equal(await selfCheck.holdsSince(began), true)
  assert.equal(world.asked, 3)
  world.isUp = false
  assert.equal(await selfCheck.holdsSince(began), true, 'the answer came after the check began')
  assert.equal(await selfCheck.holdsSince(world.now + 1), false)
})

test('a check that began while the uplink was gone is not believed after it is back', async () => {
  const { world, selfCheck } = simulate()
  world.isUp = false
  assert.equal(await selfCheck.holdsSince(world.now), false)
  world.now += 3_000
  const began = world.now
  // It waits for its time limit, and meanwhile the uplink comes back.
  world.now += 10_000
  world.isUp = true
  assert.equal(await selfCheck.holdsSince(began), false)
  assert.equal(selfCheck.isWell, true)
  world.now += 1
  assert.equal(await selfCheck.holdsSince(world.now), true)
})
