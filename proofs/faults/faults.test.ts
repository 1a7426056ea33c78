import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOutcome } from './main.ts'
import { isClean, prove } from './prove.ts'

const rounds = 8
const seed = 4
/** Kinds that take a few seconds each. */
const only = ['F1', 'F2', 'F4', 'F5', 'F6']

test('no fault loses, repeats or invents a result or a notification', { timeout: 240_000 }, async (context) => {
  const print = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds, seed, only, waits: false, print })
  for (const line of formatOutcome(outcome)) print(line)
  const { missing, extra, duplicate, falseUnknown, wrong, faults } = outcome
  const nothing: readonly string[] = []
  assert.deepEqual(
    { missing, extra, duplicate, falseUnknown, wrong, faults },
    { missing: nothing, extra: nothing, duplicate: nothing, falseUnknown: nothing, wrong: nothing, faults: nothing },
  )
  assert.ok(isClean(outcome, rounds), `${outcome.executed} results are too few`)
})
