import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClean, linesOf, prove } from './prove/faults.ts'

const rounds = 10
const seed = 4

test('no fault loses, repeats or invents a result', { timeout: 400_000 }, async (context) => {
  const say = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds, seed, waits: false, say })
  for (const line of linesOf(outcome)) say(line)
  const { missing, extra, duplicate, falseUnknown, wrong, faults } = outcome
  const nothing: readonly string[] = []
  assert.deepEqual(
    { missing, extra, duplicate, falseUnknown, wrong, faults },
    { missing: nothing, extra: nothing, duplicate: nothing, falseUnknown: nothing, wrong: nothing, faults: nothing },
  )
  assert.ok(isClean(outcome, rounds), `${outcome.executed} results are too few`)
})
