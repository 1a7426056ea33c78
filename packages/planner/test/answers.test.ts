import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AnswerQueue } from '../src/answers.ts'

const answer = (id: string) => ({ id, status: 'completed' as const })

test('a sensor with too many answers loses some, and does not delay others', async () => {
  const stored: string[] = []
  const { promise: gate, resolve: release } = Promise.withResolvers<void>()
  const failures: unknown[] = []
  const answers = new AnswerQueue(
    async (sensor_id, { id }) => {
      await gate
      if (id === 'bad') throw new Error('refused')
      stored.push(`${sensor_id}:${id}`)
    },
    (_, error) => failures.push(error),
  )
  const taken = Array.from({ length: 100 }, (_, index) => answers.add(1, answer(index === 3 ? 'bad' : `${index}`)))
  assert.equal(taken.filter(Boolean).length, 21, 'one under way and twenty that wait')
  assert.ok(answers.add(2, answer('other')))
  release()
  while (stored.length < 21) await turn()
  assert.ok(stored.indexOf('2:other') <= 2, stored.join())
  assert.equal(failures.length, 1)
  assert.ok(answers.add(1, answer('later')), 'there is room again')
})
