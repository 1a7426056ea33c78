import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { pl } from '../src/app/registry/messages.pl.ts'
import { auditKind, compareFields } from '../src/features/audit/changes.ts'
import { getResourceText } from '../src/features/audit/resource-text.ts'
import { inGroupsOfFour } from '../src/features/authentication/grouped.ts'
import { splitLines } from '../src/features/authentication/lines.ts'

test('an entry tells what kind of change it is', () => {
  assert.equal(auditKind(null, { id: 1, name: 'x' }), 'added')
  assert.equal(auditKind(null, { two_factor: 'on' }), 'changed')
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

test('resources have the words of the screens; unknown ones keep their own', () => {
  const english = createTranslate('en', en)
  assert.equal(getResourceText('event', english), 'alert rule')
  assert.equal(getResourceText('event', createTranslate('pl', pl)), 'regułę alertu')
  assert.equal(getResourceText('user_setting', english), 'user_setting')
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
