import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { judgeSchema } from '../src/index.ts'

const known = ['0001-a', '0002-b', '0003-c']

test('a database is current, older, newer or foreign by the names of its migrations', () => {
  assert.deepEqual(judgeSchema(known, known), { kind: 'current' })
  assert.deepEqual(judgeSchema(known, ['0001-a']), { kind: 'older', pending: ['0002-b', '0003-c'] })
  assert.deepEqual(judgeSchema(known, [...known, '0004-d']), { kind: 'newer', unknown: ['0004-d'] })
  const foreign = { kind: 'foreign', unknown: ['0004-d', '0005-breaking-e'] }
  assert.deepEqual(judgeSchema(known, [...known, '0004-d', '0005-breaking-e']), foreign)
  // The word `breaking` elsewhere in a name does not mark a breaking change.
  assert.equal(judgeSchema(known, [...known, '0004-record-breaking-news']).kind, 'newer')
})

test('a schema that lacks a migration is never called current', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^\d{4}-(breaking-)?[a-z]{1,3}$/))
  fc.assert(
    fc.property(names, names, (ours, theirs) => {
      const { kind } = judgeSchema(ours, theirs)
      const isMissing = ours.some((name) => !theirs.includes(name))
      const isStrange = theirs.some((name) => !ours.includes(name))
      if (isMissing) assert.ok(kind === 'older' || kind === 'foreign')
      else if (isStrange) assert.ok(kind === 'newer' || kind === 'foreign')
      else assert.equal(kind, 'current')
    }),
  )
})
