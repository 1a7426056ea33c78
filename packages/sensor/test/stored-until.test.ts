import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStoredUntilReader } from '../src/stored-until.ts'

const minute = 60_000

function createSpool() {
  let slots: number[] = []
  const memory = { held: 0 }
  return {
    memory: memory as never,
    get held() {
      return slots.length
    },
    oldest: async () => (slots.length === 0 ? undefined : Math.min(...slots)),
    hold: (...all: number[]) => {
      slots = all
    },
    holdInMemory: (count: number) => {
      memory.held = count
    },
  }
}

test('everything before the oldest result that is held is stored, or all of it', async () => {
  const spool = createSpool()
  let now = 10 * minute
  const find = createStoredUntilReader(spool, () => now)
  assert.equal(await find(), 10 * minute)
  spool.hold(11 * minute, 12 * minute)
  now = 12 * minute
  assert.equal(await find(), 11 * minute)
  spool.hold()
  now += 1_000
  assert.equal(await find(), 11 * minute, 'the disk is read once a minute')
  now += minute
  assert.equal(await find(), now)
})

test('results that are in memory only may be of any time', async () => {
  const spool = createSpool()
  let now = 10 * minute
  const find = createStoredUntilReader(spool, () => now)
  spool.holdInMemory(1)
  assert.equal(await find(), null)
  spool.holdInMemory(0)
  now += minute
  assert.equal(await find(), now)
  spool.holdInMemory(1)
  now += 5 * minute
  assert.equal(await find(), 11 * minute)
})

test('a disk that hangs does not hang the heartbeats', { timeout: 10_000 }, async (context) => {
  const spool = { ...createSpool(), held: 1, oldest: () => new Promise<never>(() => undefined) }
  const find = createStoredUntilReader(spool, () => minute)
  const alive = setInterval(() => undefined, 100)
  context.after(() => clearInterval(alive))
  assert.deepEqual([await find(), await find()], [null, null])
})

test('a clock that is set back does not keep an old time', async () => {
  const spool = createSpool()
  let now = 100 * minute
  const find = createStoredUntilReader(spool, () => now)
  assert.equal(await find(), 100 * minute)
  now = 40 * minute
  spool.hold(39 * minute)
  assert.equal(await find(), 39 * minute)
})
