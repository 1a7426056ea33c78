import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BucketShare, createFullShare } from '../src/index.ts'

const leaseMs = 15_000

/** A host with a share, whose process works or is frozen. */
function createHost(isAlone: boolean) {
  const share = new BucketShare()
  let now = 0
  share.apply({ leaseMs, isAlone, buckets: createFullShare() }, now, now)
  return {
    isValid: () => share.isValid,
    work(ms: number) {
      for (const end = now + ms; now < end; ) {
        now += 250
        share.observe(now)
      }
    },
    standStill(ms: number) {
      now += ms
      share.observe(now)
    },
  }
}

test('time in which a host without a lease stands still does not count as waiting for the centre', () => {
  const host = createHost(false)
  host.work(15_000)
  assert.equal(host.isValid(), false)
  for (const ms of [4_000, 4_000]) {
    host.work(ms)
    host.standStill(14_000)
  }
  host.work(1_750)
  assert.equal(host.isValid(), false)
  host.work(250)
  assert.equal(host.isValid(), true)
})

for (const isAlone of [false, true])
  test(`a host that goes on without the centre waits again after a standstill of a lease${isAlone ? ', also alone' : ''}`, () => {
    const host = createHost(isAlone)
    host.work(25_000)
    host.standStill(14_750)
    assert.equal(host.isValid(), true)
    host.standStill(15_000)
    assert.equal(host.isValid(), false)
    host.work(10_000)
    assert.equal(host.isValid(), true)
  })

test('a host whose lease ends while it stands still waits, also alone', () => {
  const host = createHost(true)
  host.work(14_000)
  host.standStill(3_000)
  host.work(9_750)
  assert.equal(host.isValid(), false)
  host.work(250)
  assert.equal(host.isValid(), true)
})
