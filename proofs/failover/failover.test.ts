import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesOf } from './main.ts'
import { isClean, prove } from './prove.ts'

const rounds = 2
const seed = 7
/** The quickest ones of a database and of a process. */
const only = ['postgres', 'analyst']

test('another host and another process take over, and nothing confirmed is lost', {
  timeout: 400_000,
}, async (context) => {
  const say = (line: string) => context.diagnostic(line)
  const outcome = await prove({ rounds, seed, only, say })
  for (const line of linesOf(outcome)) say(line)
  const { missing, extra, duplicate, falseUnknown, wrong, faults } = outcome
  const nothing: readonly string[] = []
  assert.deepEqual(
    { missing, extra, duplicate, falseUnknown, wrong, faults },
    { missing: nothing, extra: nothing, duplicate: nothing, falseUnknown: nothing, wrong: nothing, faults: nothing },
  )
  assert.ok(isClean(outcome, rounds), `${outcome.executed} results and ${outcome.accepted} writes are too few`)
})
