import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGapCheck, type DeliveryPosition } from '../src/evidence-gaps.ts'

type DeliveryNumbers = readonly [message: number, delivery: number, count?: number]

/** Returns the gaps that a reader counts, which begins at a position of its consumer. */
function findGaps(position: DeliveryPosition, deliveries: readonly DeliveryNumbers[]): number[] {
  const gaps: number[] = []
  const check = createGapCheck(position, (messages) => gaps.push(messages))
  for (const [streamSequence, deliverySequence, deliveryCount = 1] of deliveries)
    check({ streamSequence, deliverySequence, deliveryCount })
  return gaps
}

const beginning = { stream_seq: 10, consumer_seq: 40 }

test('messages that the stream has discarded are counted, from the last message that the consumer delivered', () => {
  const deliveries = [
    [13, 41],
    [14, 42],
    [12, 43, 2],
    [20, 44],
  ] as const
  assert.deepEqual(findGaps(beginning, deliveries), [2, 5])
  assert.deepEqual(findGaps({ stream_seq: 0, consumer_seq: 0 }, deliveries.slice(0, 2)), [], 'a new consumer')
})

test('messages that another reader got are not counted as discarded', () => {
  assert.deepEqual(
    findGaps(beginning, [
      [14, 44],
      [9, 46, 2],
      [16, 47],
    ]),
    [],
  )
  assert.deepEqual(findGaps(beginning, [[15, 43]]), [2], 'two of four went elsewhere')
})
