import assert from 'node:assert/strict'
import { test } from 'node:test'
import { injectedFaults } from './controls.ts'
import { tryDatabase } from './database-ways.ts'
import { createTally } from './tally.ts'

test('a compromised process can do in the database exactly what the table says', async (context) => {
  const tally = createTally((line) => context.diagnostic(line))
  await tryDatabase(tally)
  assert.ok(tally.tried > 4_000, `${tally.tried}`)
  assert.deepEqual([tally.taken, tally.gaps], [0, []])
})

test('control: a table that the analyst may read is detected', async () => {
  // `npm run prove -- takeover --break …` runs the others.
  const tally = createTally(() => undefined)
  await tryDatabase(tally, injectedFaults['grant']?.database)
  assert.ok(tally.taken > 0)
})
