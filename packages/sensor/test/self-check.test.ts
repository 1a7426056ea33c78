import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSelfCheck } from '../src/self-check.ts'

/** A self-check in a network whose hosts can be cut off. Hosts with names that begin with `lan` are local. */
function simulate(targets: readonly string[] = ['one', 'two', 'three'], answered: readonly string[] = []) {
  const world = { now: 100_000, down: new Set<string>(), asked: 0 }
  const selfCheck = createSelfCheck({
    targets,
    answered,
    getName: (target) => target,
    getNetwork: (target) => ({ network: target.split('.')[0] ?? '', isLocal: target.startsWith('lan') }),
    canReach: async (target) => {
      world.asked += 1
      return !world.down.has(target)
    },
    now: () => world.now,
    wait: async (milliseconds) => {
      world.now += milliseconds
    },
  })
  const cut = (...hosts: string[]) => {
    world.down = new Set(hosts)
  }
  return { world, selfCheck, cut }
}

const all = ['one', 'two', 'three'] as const

test('a failure counts if the reference targets are reached after the check started', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  const began = world.now
  world.now += 300
  assert.equal(await selfCheck.workedSince(began), true)
  assert.equal(world.asked, 3)
  cut(...all)
  assert.equal(await selfCheck.workedSince(began), true, 'the answer came after the check began')
  assert.equal(await selfCheck.workedSince(world.now + 1), false)
})

test('a failure that started while the uplink was down does not count after it is back', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now), false)
  world.now += 3_000
  const began = world.now
  // The check waits for its timeout, and in the meantime the uplink comes back.
  world.now += 10_000
  cut()
  assert.equal(await selfCheck.workedSince(began), false)
  assert.equal(selfCheck.isWell, true)
  world.now += 1
  assert.equal(await selfCheck.workedSince(world.now), true)
})

test('a check that started during a round needs the next round', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  const first = selfCheck.check()
  // The packets of that round have returned; now the uplink fails, and so does a check that begins now.
  cut(...all)
  world.now += 10
  assert.equal(await selfCheck.workedSince(world.now), false)
  await first
})

test('many failures at once cause one round, and the majority of networks decides', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  cut('three')
  assert.deepEqual(await Promise.all([selfCheck.workedSince(0), selfCheck.workedSince(0)]), [true, true])
  assert.equal(world.asked, 3)
  cut('one', 'three')
  world.now += 3_000
  assert.equal(await selfCheck.workedSince(world.now - 1_000), false)
  world.now += 4_000
  assert.equal(await selfCheck.workedSince(world.now - 100), false)
  assert.equal(world.asked, 6)
})

test('several targets of one network count as one', async () => {
  const { selfCheck, cut } = simulate(['one.a', 'one.b', 'one.c', 'two', 'three'])
  await selfCheck.check()
  assert.equal(selfCheck.networks, 3)
  cut('two', 'three')
  assert.equal(await selfCheck.workedSince(200_000), false, 'one network of three')
})

test('the gateway answers while the way beyond it is cut: it does not decide', async () => {
  const { world, selfCheck, cut } = simulate(['lan.gateway', 'lan.resolver', ...all])
  await selfCheck.check()
  assert.equal(selfCheck.networks, 3)
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now + 1), false)
})

test('without the Internet the gateway decides', async () => {
  const { world, selfCheck, cut } = simulate(['lan.gateway', ...all])
  cut(...all)
  await selfCheck.check()
  assert.equal(selfCheck.networks, 1)
  assert.equal(await selfCheck.workedSince(world.now + 1), true)
  cut('lan.gateway', ...all)
  assert.equal(await selfCheck.workedSince(world.now + 6_000), false)
})

test('if no target has ever answered, failures count, and the finding is unknown', async () => {
  const { world, selfCheck, cut } = simulate()
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now), true)
  assert.equal(selfCheck.isWell, null)
  assert.equal(selfCheck.networks, 0)
  const { asked } = world
  assert.equal(await selfCheck.workedSince(world.now), true)
  assert.equal(world.asked, asked, 'no failure waits for targets that never answer')
  cut()
  await selfCheck.check()
  assert.equal(selfCheck.networks, 3, 'once they answer, they count')
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now + 2_000), false)
})

test('a sensor that starts while it is cut off knows the targets that it reached before', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now), false)
  assert.deepEqual(selfCheck.answered, all)
})

test('a clock that is set back makes no failure wait, nor unknown once the next round has begun', async () => {
  const { world, selfCheck, cut } = simulate(all, all)
  cut(...all)
  assert.equal(await selfCheck.workedSince(world.now), false)
  cut()
  world.now += 6_000
  await selfCheck.check()
  world.now -= 3_600_000
  const before = world.now
  await selfCheck.check()
  assert.equal(world.now, before, 'it waited for the clock')
  world.now += 1
  assert.equal(await selfCheck.workedSince(world.now), true)
  assert.ok(world.now <= before + 1_000)
})
