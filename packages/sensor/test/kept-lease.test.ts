import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFullShare } from '@wachta/domain'
import { createLeaseClock, readBoot } from '../src/saved-lease.ts'
import { loadState, saveState } from '../src/saved-state.ts'

/** A clock with these times, since this boot of the machine. */
const clockAt = (monotonic: number, wall: number, boot: string | undefined = 'a') =>
  createLeaseClock({ boot, monotonic: () => monotonic, wall: () => wall })

test('what is left of a lease after a restart is known by two clocks', () => {
  const kept = clockAt(1_000, 500_000).toSavedLease(9_000)
  assert.deepEqual(kept, { boot: 'a', monotonic: 1_000, wall: 500_000, leftMs: 9_000 })
  assert.equal(clockAt(3_000, 502_000).readLeftMs(kept), 7_000)
  assert.equal(clockAt(3_000, 400_000).readLeftMs(kept), 7_000, 'the wall clock was set back')
  assert.equal(clockAt(3_000, 508_000).readLeftMs(kept), 1_000, 'the machine slept')
  assert.equal(clockAt(60_000, 560_000).readLeftMs(kept), 0)
})

test('nothing is left of a lease after a restart of the machine, or where none can be known', () => {
  const kept = clockAt(1_000, 500_000).toSavedLease(9_000)
  assert.equal(clockAt(1_500, 500_500, 'b').readLeftMs(kept), 0)
  assert.equal(clockAt(900, 500_500).readLeftMs(kept), 0)
  const without = createLeaseClock({ boot: undefined })
  assert.equal(without.toSavedLease(9_000), undefined)
  assert.equal(without.readLeftMs(kept), 0)
  assert.equal(clockAt(1_000, 500_000).readLeftMs(undefined), 0)
})

test('the system tells its starts apart, and the lease is read from the disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'wachta-lease-'))
  try {
    const clock = createLeaseClock({ boot: await readBoot() })
    const lease = clock.toSavedLease(9_000)
    assert.ok(lease)
    const share = { isAlone: false, buckets: createFullShare() }
    const state = { host: 'a', valid_until: 1, committed: [], taken: [], segment: 0, share, lease }
    await saveState(directory, state)
    const read = await loadState(directory)
    assert.deepEqual(read?.lease, lease)
    const leftMs = createLeaseClock({ boot: await readBoot() }).readLeftMs(read?.lease)
    assert.ok(leftMs > 0 && leftMs <= 9_000, `${leftMs}`)
    await saveState(directory, { ...state, lease: { ...lease, leftMs: Number.NaN } })
    assert.equal(await loadState(directory), undefined)
  } finally {
    await rm(directory, { recursive: true })
  }
})
