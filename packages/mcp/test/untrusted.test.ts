import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanResult, cleanText, markUntrusted } from '../src/untrusted.ts'

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const anyText = fc.string({ unit: 'binary', maxLength: 300 })

test('no text keeps invisible characters or grows beyond its limit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 100 }), (text, max) => {
      const clean = cleanText(text, max)
      assert.ok(!invisible.test(clean) && clean.isWellFormed())
      assert.ok(clean.length <= max + '… [cut]'.length)
      assert.equal(cleanText(clean, 1000), clean, 'cleaning again changes nothing')
    }),
  )
})

test('visible text stays as it is', () => {
  for (const text of ['Zażółć gęślą jaźń', 'line one\nline two\tend', '日本語 🚀 العربية', '<b>"\\</b>'])
    assert.equal(cleanText(text), text)
})

test('results of any shape are cleaned, the names of members included', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      assert.ok(!invisible.test(JSON.stringify(cleanResult(value)).replaceAll(/\\u[0-9a-f]{4}/g, '')))
    }),
  )
})

test('only what is there is set apart', () => {
  assert.deepEqual(markUntrusted({ one: null, two: undefined, three: '' }), {})
  assert.deepEqual(markUntrusted({ one: 'a\u0007b', two: null }), { untrusted: { one: 'ab' } })
  assert.deepEqual(markUntrusted({ list: [{ name: 'x'.repeat(20) }] }, 5), {
    untrusted: { list: [{ name: 'xxxxx… [cut]' }] },
  })
})
