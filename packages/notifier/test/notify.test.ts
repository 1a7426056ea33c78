import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClean, linesOf, prove } from './prove/notify.ts'

test('no kill and no provider loses a message or sends it without need', { timeout: 400_000 }, async (context) => {
  const say = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds: 10, alerts: 1_000, seed: 5, say })
  for (const line of linesOf(outcome)) say(line)
  const { expected, lost, invented, beyond, renamed } = outcome
  assert.deepEqual({ lost, invented, beyond, renamed }, { lost: [], invented: [], beyond: [], renamed: [] })
  assert.equal(expected, 6_000)
})

for (const broken of ['forget', 'repeat'] as const) {
  test(`a notifier that would ${broken} messages is found out`, { timeout: 300_000 }, async (context) => {
    const outcome = await prove({ rounds: 1, alerts: 40, seed: 3, broken })
    for (const line of linesOf(outcome).slice(-2)) context.diagnostic(line)
    assert.equal(isClean(outcome), false)
    const found = broken === 'forget' ? outcome.lost : outcome.beyond
    assert.ok(found.length > 0)
  })
}
