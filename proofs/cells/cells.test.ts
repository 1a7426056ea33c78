import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prove } from './prove.ts'

const selectFindings = ({ missing, duplicate, leaks }: Awaited<ReturnType<typeof prove>>) => ({
  missing,
  duplicate,
  leaks,
})

test('trees that move while processes die lose nothing, double nothing and show nothing to others', {
  timeout: 1_200_000,
}, async () => {
  assert.deepEqual(selectFindings(await prove({ moves: 4, seed: 1 })), { missing: [], duplicate: [], leaks: [] })
})

test('control: a source that goes on checking is found', { timeout: 900_000 }, async () => {
  assert.ok((await prove({ moves: 1, seed: 1, broken: 'handover' })).duplicate.length > 0)
})
