import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveTakeover } from './main.ts'

test('stolen credentials allow exactly what the table says', async (context) => {
  const print = (line: string) => context.diagnostic(line)
  const { tried, taken, gaps } = await proveTakeover({ tries: 1, share: 0.03, seed: 11, print })
  assert.ok(tried > 8_000, `${tried}`)
  assert.deepEqual([taken, gaps], [0, []])
})
