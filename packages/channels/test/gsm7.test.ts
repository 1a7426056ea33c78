import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countSeptets, splitIntoSegments } from '../src/gsm7.ts'
import { normalizePhoneNumber } from '../src/telephone-number.ts'

const countOf = (text: string) => splitIntoSegments(text).parts.length

test('messages are counted as networks charge them', () => {
  const counts: [string, number][] = [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['a'.repeat(459), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // The last of the 153 septets stays empty, because a character of two septets is not split.
    ['€'.repeat(152), 2],
    ['€'.repeat(153), 3],
    ['ż'.repeat(70), 1],
    ['ż'.repeat(71), 2],
    ['ż'.repeat(134), 2],
    ['ż'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
    ['😀'.repeat(66), 2],
    ['😀'.repeat(67), 3],
  ]
  for (const [text, count] of counts) assert.equal(countOf(text), count, `${text.length} × ${text.slice(0, 2)}`)
})

test('the parts of any text are the text, and each of them fits', () => {
  const text = fc
    .array(fc.constantFrom('a', '€', '[', 'ż', '😀', '\n', '@'), { maxLength: 500 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (whole) => {
      const { alphabet, parts } = splitIntoSegments(whole)
      assert.equal(parts.join(''), whole)
      const places = (part: string) => (alphabet === 'gsm7' ? (countSeptets(part) ?? Number.NaN) : part.length)
      const [alone, joined] = alphabet === 'gsm7' ? [160, 153] : [70, 67]
      for (const part of parts) {
        assert.ok(part.isWellFormed())
        assert.ok(places(part) <= (parts.length === 1 ? alone : joined))
      }
    }),
  )
})

test('numbers are dialled without spaces, and with a plus where the country is told', () => {
  assert.equal(normalizePhoneNumber('+48 600 100 200'), '+48600100200')
  assert.equal(normalizePhoneNumber('0048 600100200'), '+48600100200')
  assert.equal(normalizePhoneNumber('600 100 200'), '600100200')
})
