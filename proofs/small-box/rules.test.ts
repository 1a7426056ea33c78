import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRounds } from '../rounds.ts'
import { type DeliveryRecord, findLostMessages, type Message } from '../stop/messages.ts'
import { formatLines, isWithinLimits } from './main.ts'
import { measureUsage, parseSize } from './memory.ts'

const createMessage = (id: number, kind: Message['kind'], given: Partial<Message> = {}): Message => ({
  ...{ id, occurrence_id: 1, kind, status: 'sent', reason: null },
  ...given,
})
const completeRecord: DeliveryRecord = {
  failuresWithoutAlert: [],
  occurrences: [{ id: 1, isOver: true }],
  messages: [createMessage(1, 'start'), createMessage(2, 'end')],
  arrived: [1, 2, 2],
}

test('nothing is lost if every alert was notified, however often', () => {
  assert.deepEqual(findLostMessages(completeRecord), [])
  const held = [createMessage(1, 'start', { status: 'suppressed', reason: 'mass_change' }), createMessage(2, 'end')]
  assert.deepEqual(findLostMessages({ ...completeRecord, messages: held, arrived: [2] }), [])
})

for (const [what, given] of [
  ['a message that is on record as sent and never arrived', { arrived: [1] }],
  ['one that still waits', { messages: [createMessage(1, 'start'), createMessage(2, 'end', { status: 'pending' })] }],
  ['one that was given up', { messages: [createMessage(1, 'start'), createMessage(2, 'end', { status: 'failed' })] }],
  [
    'one kept back for no good reason',
    { messages: [createMessage(1, 'start'), createMessage(2, 'end', { status: 'suppressed' })] },
  ],
  ['an end without a message', { messages: [createMessage(1, 'start')], arrived: [1] }],
  ['an alert without a message', { messages: [], arrived: [] }],
  ['a failure that is no occurrence', { failuresWithoutAlert: ['7 from today'] }],
  ['a message without a record', { arrived: [1, 2, 3] }],
] as const)
  test(`${what} is found`, () => assert.notDeepEqual(findLostMessages({ ...completeRecord, ...given }), []))

test('a proof without rounds is rejected', () => {
  assert.deepEqual([parseRounds('1'), parseRounds('50')], [1, 50])
  for (const given of ['abc', '0', 'NaN', '-1', '1.5', '', 'Infinity'])
    assert.throws(() => parseRounds(given), /--rounds must be a positive whole number/)
  assert.throws(() => parseRounds('0', '--requests'), /--requests must be/)
})

test('memory that cannot be measured is a fault, and so is no memory at all', async () => {
  assert.ok((await measureUsage([process.pid])).bytes > 1e6)
  await assert.rejects(measureUsage([process.pid, 2 ** 30]), /processes are gone: 1073741824/)
  const rollup = 'Rss:  9 kB\nPss:   7 kB\n'
  assert.deepEqual([parseSize('Pss', rollup, 1), parseSize('Rss', rollup, 1)], [7 * 1024, 9 * 1024])
  assert.throws(() => parseSize('Pss', '', 1), /cannot be read/)
  const held = { expected: 9, closed: 9, unknown: 0, lag_ms: 1, late_ms: 1, searchMs: 1, slope: 0, cores: 1 }
  const outcome = { ...held, bytesPerCheck: 1, bytes: 1e9, resident: 2e9, parts: [], tables: [] }
  assert.deepEqual([isWithinLimits(outcome), isWithinLimits({ ...outcome, bytes: 0 })], [true, false])
  assert.equal(
    formatLines(outcome).at(-1),
    'small-box: closed/expected 1.000, 0 unknown, lag p99 1 ms, search p95 1 ms, RSS 1000 MB, 1.00 cores, 1.0 bytes/check',
  )
  const idle = { ...outcome, expected: 0, closed: 0, bytesPerCheck: 0 }
  assert.match(
    formatLines(idle).at(-1) ?? '',
    /^small-box: closed\/expected 1\.000, /,
    'nothing was expected, nothing is missing',
  )
  assert.equal(isWithinLimits(idle), false, 'nothing was measured either')
})
