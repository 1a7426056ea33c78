import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson as parseBytes } from '../src/platform/http/json.ts'

const parseJson = (text: string) => parseBytes(Buffer.from(text))
const faults = (text: string) => parseJson(text).violations.map(({ symbol, field }) => [symbol, field])

test('accepted JSON has the same value as with JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 1 : 0)
      const parsed = parseJson(text)
      assert.deepEqual(parsed.value, JSON.parse(text))
      const doubtful = /\\u0000|\\ud[89ab]/i.test(text) || /\d{16}/.test(text) || /e\+/.test(text)
      if (!doubtful) assert.deepEqual(parsed.violations, [])
    }),
    { numRuns: 2000 },
  )
})

test('JSON that JSON.parse rejects is rejected', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (text) => {
      let valid = true
      try {
        JSON.parse(text)
      } catch {
        valid = false
      }
      assert.equal(faults(text)[0]?.[0] === 'malformed_json', !valid)
    }),
    { numRuns: 2000 },
  )
})

test('each error has its position', () => {
  assert.deepEqual(faults('{"a":1,"b":{"a":2,"a":3}}'), [['duplicate_key', 'data.b.a']])
  assert.deepEqual(faults('{"a":1,"\\u0061":2}'), [['duplicate_key', 'data.a']], 'however the key is written')
  assert.deepEqual(faults('[{"a":1},{"a":1}]'), [])
  assert.deepEqual(faults('{"x":[1,9007199254740993,1e400]}'), [
    ['inexact_number', 'data.x.1'],
    ['inexact_number', 'data.x.2'],
  ])
  assert.deepEqual(faults('{"x":["\\u0000","\\ud800","ok"]}'), [
    ['forbidden_character', 'data.x.0'],
    ['forbidden_character', 'data.x.1'],
  ])
  assert.deepEqual(faults('{"a":"{\\"b\\":1,","b":"\\\\"}'), [], 'braces and quotes inside text are text')
  assert.deepEqual(faults('['.repeat(65) + ']'.repeat(65)), [['malformed_json', undefined]])
  assert.deepEqual(faults('['.repeat(64) + ']'.repeat(64)), [])
})

test('a duplicate key is always found', () => {
  const object = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 5 }).filter((name) => name.isWellFormed() && !name.includes('\0')),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(object, fc.nat(), (keys, at) => {
      const repeated = [...keys, keys[at % keys.length] ?? '']
      const text = `{${repeated.map((name, index) => `${JSON.stringify(name)}:${index}`).join(',')}}`
      assert.deepEqual(
        faults(text).map(([symbol]) => symbol),
        ['duplicate_key'],
      )
    }),
  )
})

test('bytes that are not UTF-8, and a byte order mark, are rejected', () => {
  assert.equal(parseBytes(Buffer.from([0x22, 0xff, 0x22])).violations[0]?.symbol, 'malformed_json')
  assert.equal(parseBytes(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).violations[0]?.symbol, 'malformed_json')
  assert.equal(parseBytes(Buffer.from('\ufeff{}')).violations[0]?.symbol, 'malformed_json')
})

test('a document with too many pieces is not parsed', () => {
  const limit = 50_000
  const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":0`).join()}}`
  assert.deepEqual(faults(keys(130_000)), [['too_many_items', 'data']])
  assert.deepEqual(faults(keys(1001)), [['too_many_items', 'data']])
  assert.deepEqual(faults(keys(1000)), [])
  assert.deepEqual(faults(`[${'1,'.repeat(limit)}1]`), [['too_many_items', 'data']])
  assert.deepEqual(faults(`[${'1,'.repeat(limit - 2)}1]`), [])
  // Characters within a string do not count as items.
  assert.deepEqual(faults(JSON.stringify(`${'\\",:[{'.repeat(100_000)}`)), [])
})
