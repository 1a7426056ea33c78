import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditKind, compareFields } from '../src/features/audit/changes.ts'
import { inGroupsOfFour } from '../src/features/authentication/grouped.ts'
import { splitLines } from '../src/features/authentication/lines.ts'

test('an entry tells what kind of change it is', () => {
  assert.equal(auditKind(null, { name: 'x' }), 'added')
  assert.equal(auditKind({ name: 'x' }, null), 'removed')
  assert.equal(auditKind({ name: 'x' }, { name: 'y' }), 'changed')
  assert.equal(auditKind(null, null), 'done')
})

test('changes are told field by field, and what did not change is not told', () => {
  assert.deepEqual(compareFields({ b: 1, a: 'x', same: [1] }, { b: null, a: 'y', same: [1], c: { d: true } }), [
    { field: 'a', before: 'x', after: 'y' },
    { field: 'b', before: '1', after: 'null' },
    { field: 'c', before: undefined, after: '{"d":true}' },
  ])
  assert.deepEqual(compareFields(null, null), [])
  assert.deepEqual(compareFields(JSON.parse('{"__proto__": 1}'), null), [
    { field: '__proto__', before: '1', after: undefined },
  ])
})

test('lists are read line by line, keys are read out by fours', () => {
  assert.deepEqual(splitLines(' 192.0.2.1\n\n2001:db8::/32, 10.0.0.0/8 ;'), [
    '192.0.2.1',
    '2001:db8::/32',
    '10.0.0.0/8',
  ])
  assert.equal(inGroupsOfFour('ABCDEFGHIJ'), 'ABCD EFGH IJ')
  assert.equal(inGroupsOfFour(''), '')
})
