import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTemporaryDirectory } from '@wachta/testing/sensor'
import { loadState, readMarks, saveState } from '../src/saved-state.ts'
import { createSpoolMarks } from '../src/spool/marks.ts'
import { openSpool } from '../src/spool/spool.ts'

test('an analyst on a lost primary that wakes up does not win, also after a restart of the sensor', () => {
  const marks = createSpoolMarks()
  marks.apply([0, 100, '1700000000000.1'])
  const restarted = createSpoolMarks()
  for (const [group, sequence] of marks.all()) restarted.apply([group, sequence, new Map(marks.sessions()).get(group)])
  assert.deepEqual(restarted.apply([0, 90, '1700000500000.1']), { group: 0, from: 91, to: 100 })
  assert.equal(restarted.apply([0, 150, '1700000000000.1']), undefined)
  assert.equal(restarted.get(0), 90, 'the lost primary does not count')
  restarted.apply([0, 95, '1700000500000.1'])
  assert.equal(restarted.get(0), 95)
  restarted.apply([0, 5_000, '1700000500000.1'])
  assert.equal(restarted.get(0), 5_000)
})

test('even where the sensor knew no session before, the later one wins', () => {
  const marks = createSpoolMarks()
  marks.apply([0, 100])
  marks.apply([0, 90, '1700000500000.1'])
  marks.apply([0, 150, '1700000000000.7'])
  marks.apply([0, 140])
  assert.equal(marks.get(0), 90)
  marks.apply([0, 95, '1700000500000.2'])
  marks.apply([0, 97, '1700000500000.10'])
  marks.apply([0, 99, '1700000500000.9'])
  assert.equal(marks.get(0), 97, 'sessions of one lease are ordered by number, not by text')
})

test('sessions of an older centre have no order: the first word of each counts, until one with an order comes', () => {
  const marks = createSpoolMarks()
  marks.apply([0, 50, 'first'])
  assert.deepEqual(marks.apply([0, 20, 'second']), { group: 0, from: 21, to: 50 })
  marks.apply([0, 55, 'first'])
  assert.equal(marks.get(0), 20)
  assert.deepEqual(marks.sessions(), [])
  assert.deepEqual(marks.apply([0, 10, '1700000000000.1']), { group: 0, from: 11, to: 20 })
  marks.apply([0, 60, 'third'])
  assert.equal(marks.get(0), 10)
})

test('the spool returns the sessions that it follows', async () => {
  await using root = await createTemporaryDirectory()
  await using spool = await openSpool({ directory: root.path, now: Date.now, onDurable: () => undefined })
  await spool.applyMarks([
    [0, 3, '1700000000000.1'],
    [1, 4],
  ])
  assert.deepEqual(spool.sessions(), [[0, '1700000000000.1']])
})

test('the saved state contains the sessions; a state of an older version has none', async () => {
  await using root = await createTemporaryDirectory()
  const state = { host: 'h', valid_until: 1, committed: [[0, 3] as const, [1, 4] as const], taken: [], segment: 0 }
  await saveState(root.path, { ...state, sessions: [[1, '1700000000000.1']] })
  const kept = await loadState(root.path)
  assert.deepEqual(kept && readMarks(kept), [
    [0, 3, undefined],
    [1, 4, '1700000000000.1'],
  ])
  await saveState(root.path, state)
  const older = await loadState(root.path)
  assert.deepEqual(older && readMarks(older), [
    [0, 3, undefined],
    [1, 4, undefined],
  ])
})
