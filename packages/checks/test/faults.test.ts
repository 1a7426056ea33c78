import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorTypes } from '../src/index.ts'
import { assertExpected, findKinds } from './faults/find-kinds.ts'
import { faults } from './faults/index.ts'

test('every fault is found, and found to be what it is', { timeout: 120_000 }, async () => {
  const all = faults.flat()
  assert.equal(new Set(all.map(({ type_id, name }) => `${type_id} ${name}`)).size, all.length, 'a name twice')
  const found = await findKinds(all)
  const specific = found.filter(({ kind }) => kind !== 'unclassified' && errorTypes.some((type) => type.kind === kind))
  const kinds = new Set(found.map(({ kind }) => kind))
  console.log(`faults: ${all.length}, ${specific.length} of a specific type, ${kinds.size} types`)
  assertExpected(found)
  assert.ok(specific.length / all.length >= 0.95)
})
