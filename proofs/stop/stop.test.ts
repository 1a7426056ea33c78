import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLines, listLosses, prove } from './main.ts'

const rounds = 4
/** Draws a stop of the analyst and of the whole installation, and a crash. */
const seed = 558

test('roles stop in time and lose nothing, and crashed roles are restarted', { timeout: 170_000 }, async (context) => {
  const outcome = await prove({ rounds, seed, print: (line) => context.diagnostic(line) })
  for (const line of formatLines(outcome)) context.diagnostic(line)
  assert.deepEqual([outcome.faults, listLosses(outcome)], [[], []])
  assert.equal(outcome.stops + outcome.crashes, rounds)
  assert.ok(outcome.crashes > 0 && outcome.compared.executed > 100)
})
