import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatOutcome } from './main.ts'
import { isClean, prove } from './prove.ts'

const rounds = 2
const seed = 7
/** The fastest kinds: one for the database and one for a process. */
const only = ['postgres', 'analyst']

test('another host and another process take over, and nothing confirmed is lost', {
  timeout: 400_000,
}, async (context) => {
  const print = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds, seed, only, print })
  for (const line of formatOutcome(outcome)) print(line)
  const { missing, extra, duplicate, falseUnknown, wrong, faults } = outcome
  const nothing: readonly string[] = []
  assert.deepEqual(
    { missing, extra, duplicate, falseUnknown, wrong, faults },
    { missing: nothing, extra: nothing, duplicate: nothing, falseUnknown: nothing, wrong: nothing, faults: nothing },
  )
  assert.ok(isClean(outcome, rounds), `${outcome.executed} results and ${outcome.accepted} writes are too few`)
})
