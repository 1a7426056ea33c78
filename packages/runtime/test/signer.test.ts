import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createIdSigner } from '../src/signer.ts'

const key = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`
const [first, second] = [key('first'), key('second')]
const signer = createIdSigner(first, 'acknowledge')

test('a token contains its id and needs no escaping in a URL', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      const word = signer.sign(id)
      assert.match(word, /^[\w.-]+$/)
      assert.ok(word.length <= 28, 'short enough for a text message')
      assert.equal(signer.read(word), id)
      assert.equal(signer.sign(id), word, 'always the same')
    }),
  )
})

test('a token with any change is invalid', () => {
  const word = signer.sign(123_456)
  const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.'
  let tried = 0
  for (const [place, was] of [...word].entries())
    for (const letter of letters) {
      if (letter === was) continue
      tried += 1
      assert.equal(signer.read(word.slice(0, place) + letter + word.slice(place + 1)), undefined)
    }
  assert.ok(tried > 1000)
})

test('a forged, truncated or extended token is invalid', () => {
  const word = signer.sign(42)
  const [name = '', signature = ''] = word.split('.')
  const other = signer.sign(43).split('.')[1] ?? ''
  const forged = [
    '',
    '.',
    name,
    `${name}.`,
    `.${signature}`,
    `${name}.${other}`,
    `${name}.${'A'.repeat(16)}`,
    word.slice(0, -1),
    word.slice(1),
    `${word}A`,
    ` ${word}`,
    `${word}\n`,
    word.toUpperCase(),
    `0${word}`,
    word.replace('.', '/'),
    'z'.repeat(12) + word,
    `${'9'.repeat(10_000)}.${signature}`,
    '__proto__.constructor1234',
  ]
  for (const text of forged) assert.equal(signer.read(text), undefined, JSON.stringify(text.slice(0, 40)))
  assert.equal(signer.read(word), 42, 'the word itself is still good')
})

test('a token for one purpose is invalid for another', () => {
  const other = createIdSigner(first, 'unsubscribe')
  assert.equal(other.read(signer.sign(7)), undefined)
  assert.equal(signer.read(other.sign(7)), undefined)
  assert.equal(createIdSigner(first, 'acknowledge').read(signer.sign(7)), 7)
})

test('after a key rotation old tokens are valid as long as their key is configured', () => {
  const word = signer.sign(9)
  const rotated = createIdSigner(`${second},${first}`, 'acknowledge')
  assert.equal(rotated.read(word), 9)
  assert.notEqual(rotated.sign(9), word, 'the first key signs')
  assert.equal(signer.read(rotated.sign(9)), undefined, 'the old key alone does not know the new one')
  assert.equal(createIdSigner(second, 'acknowledge').read(word), undefined)
})

test('without a key there is an error', () => {
  assert.throws(() => createIdSigner('', 'acknowledge'), /no signing key/)
  assert.throws(() => createIdSigner(',', 'acknowledge'), /no signing key/)
})
