import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DigestCandidate, groupIntoDigests } from '../src/index.ts'

const candidate = fc.record({
  account_id: fc.constantFrom(1, 2),
  channel_id: fc.constantFrom('email', 'slack'),
  address: fc.constantFrom('duty@example.com', 'night@example.com'),
  language: fc.constantFrom('en', 'pl'),
  kind: fc.constantFrom('start', 'start', 'start', 'end', 'end', 'test', 'code'),
  hasOwnTemplate: fc.boolean(),
  failures: fc.nat({ max: 4 }),
  wasRejected: fc.boolean(),
  maxLines: fc.constantFrom(1, 3, 8, 50),
}) satisfies fc.Arbitrary<DigestCandidate>

const waiting = fc.array(candidate, { maxLength: 120 })

const alert: DigestCandidate = {
  account_id: 1,
  channel_id: 'email',
  address: 'duty@example.com',
  language: 'en',
  kind: 'start',
  hasOwnTemplate: false,
  failures: 0,
  wasRejected: false,
  maxLines: 50,
}
const many = (count: number, more: Partial<DigestCandidate> = {}): DigestCandidate[] =>
  Array.from({ length: count }, () => ({ ...alert, ...more }))
const sizes = (candidates: readonly DigestCandidate[]): number[] =>
  groupIntoDigests(candidates).map(({ length }) => length)

test('every notification is in exactly one message, and each message keeps their order', () => {
  fc.assert(
    fc.property(waiting, (candidates) => {
      const messages = groupIntoDigests(candidates)
      const places = new Map(candidates.map((one, place) => [one, place]))
      const found = messages.map((message) => message.map((one) => places.get(one) ?? -1))
      assert.deepEqual(
        found.flat().toSorted((one, other) => one - other),
        [...candidates.keys()],
      )
      for (const message of found)
        assert.deepEqual(
          message,
          message.toSorted((one, other) => one - other),
        )
    }),
  )
})

test('only alerts of one account, channel, address and language share a message, within the limit of each', () => {
  fc.assert(
    fc.property(waiting, (candidates) => {
      for (const message of groupIntoDigests(candidates).filter(({ length }) => length > 1)) {
        const keys = message.map(({ account_id, channel_id, address, language }) =>
          [account_id, channel_id, address, language].join(' '),
        )
        assert.equal(new Set(keys).size, 1)
        for (const { kind, hasOwnTemplate, wasRejected, failures, maxLines } of message) {
          assert.ok(kind === 'start' || kind === 'end')
          assert.ok(!hasOwnTemplate && !wasRejected)
          assert.ok(message.length <= maxLines / 2 ** failures)
        }
      }
    }),
  )
})

test('messages are filled up before another begins', () => {
  assert.deepEqual(sizes(many(120)), [50, 50, 20])
  assert.deepEqual(sizes([...many(2), ...many(1, { kind: 'end' }), ...many(1)]), [4])
})

test('failures halve a digest until each notification is sent alone', () => {
  const bySize = [0, 1, 2, 3, 4, 5, 6].map((failures) => sizes(many(100, { failures }))[0])
  assert.deepEqual(bySize, [50, 25, 12, 6, 3, 1, 1])
  assert.deepEqual(sizes(many(3, { wasRejected: true })), [1, 1, 1])
})

test('one that is sent alone does not close the message of the others', () => {
  assert.deepEqual(sizes([alert, { ...alert, hasOwnTemplate: true }, alert]), [2, 1])
})
