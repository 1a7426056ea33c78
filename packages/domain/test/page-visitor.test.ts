import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  entryMs,
  getTokenStatus,
  parseVisitorClaims,
  passwordVisitMs,
  renewVisitMs,
  userVisitMs,
  visitorPurposes,
  writeVisitorClaims,
} from '../src/index.ts'

const time = fc.integer({ min: 0, max: 1000 })
const claims = fc.record({
  purpose: fc.constantFrom(...visitorPurposes),
  generation: fc.integer({ min: 1, max: 3 }),
  expiresAt: fc.option(time),
  renewAt: fc.option(time),
  visit: fc.option(fc.string()),
})
const demand = fc.record({
  purpose: fc.constantFrom(...visitorPurposes),
  generation: fc.integer({ min: 1, max: 3 }),
  now: time,
})

test('a token admits for its purpose, its generation and its time only', () => {
  fc.assert(
    fc.property(claims, demand, (said, wanted) => {
      const fits =
        said.purpose === wanted.purpose &&
        said.generation === wanted.generation &&
        (said.expiresAt ?? Number.POSITIVE_INFINITY) > wanted.now
      const isDue = (said.renewAt ?? Number.POSITIVE_INFINITY) <= wanted.now
      assert.equal(getTokenStatus(said, wanted), fits ? (isDue ? 'due' : 'admitted') : 'denied')
    }),
  )
})

test('claims are read as they were written, and nothing else is', () => {
  fc.assert(fc.property(claims, (said) => assert.deepEqual(parseVisitorClaims(writeVisitorClaims(said)), { ...said })))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const read = parseVisitorClaims(text)
      if (read !== undefined) assert.deepEqual(parseVisitorClaims(writeVisitorClaims(read)), read)
    }),
  )
  for (const wrong of [
    '',
    '{}',
    '[]',
    '["admin",1,null,null,null]',
    '["link","1",null,null,null]',
    '["link",1,"9",null,null]',
    '["link",1,null,1.5,null]',
    '["link",1,null,null,7]',
    '["link",1,null,null,null,null]',
  ])
    assert.equal(parseVisitorClaims(wrong), undefined, wrong)
})

test('a visitor who loses access is signed out long before the visit would end', () => {
  assert.ok(entryMs < renewVisitMs && renewVisitMs < userVisitMs && userVisitMs < passwordVisitMs)
})
