import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toComparable } from '../src/app/forms/unsaved.ts'

test('a form is changed by other values, and not by the same ones again', () => {
  const values = { name: 'Blog', sensors: [1, 2], types: new Set(['http']), limits: new Map([['http', 5]]) }
  const same = { ...values, types: new Set(['http']), limits: new Map([['http', 5]]) }
  assert.equal(toComparable(same), toComparable(values))
  for (const other of [
    { name: 'Blog 2' },
    { sensors: [2, 1] },
    { types: new Set(['dns']) },
    { limits: new Map([['http', 6]]) },
  ])
    assert.notEqual(toComparable({ ...values, ...other }), toComparable(values), Object.keys(other)[0])
})
