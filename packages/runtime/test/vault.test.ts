import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault, VaultError } from '@wachta/runtime/vault'
import fc from 'fast-check'

const key = () => randomBytes(32).toString('base64')
const [oldKey, newKey] = [key(), key()]
const vault = createVault(`old:${oldKey}`)
const rotated = createVault(`new:${newKey},old:${oldKey}`)

const text = fc.string({ unit: 'binary', maxLength: 60 })
const context = fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 })

/** Asserts that the vault throws its own error, without any of the plain text. */
function refuses(open: () => unknown, plain: string, says: RegExp = /./) {
  assert.throws(open, (error) => {
    assert.ok(error instanceof VaultError)
    assert.match(error.message, says)
    assert.equal(error.cause, undefined)
    assert.ok(!JSON.stringify([error.message, error.stack]).includes(plain))
    return true
  })
}

test('an encrypted text can be decrypted in the same context', () => {
  fc.assert(fc.property(text, context, (plain, where) => vault.open(vault.seal(plain, where), where) === plain))
})

test('an encrypted text cannot be decrypted in any other context', () => {
  fc.assert(
    fc.property(context, context, (where, elsewhere) => {
      fc.pre(JSON.stringify(where) !== JSON.stringify(elsewhere))
      refuses(() => vault.open(vault.seal('hunter2', where), elsewhere), 'hunter2', /cannot be opened/)
    }),
  )
})

for (const [where, elsewhere] of [
  [
    ['contact', '1'],
    ['1', 'contact'],
  ],
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [['a'], ['a', '']],
  [[], ['']],
  [['a\0b'], ['a', 'b']],
] as const)
  test(`${JSON.stringify(where)} is not ${JSON.stringify(elsewhere)}`, () => {
    refuses(() => vault.open(vault.seal('hunter2', where), elsewhere), 'hunter2', /cannot be opened/)
  })

test('an encrypted text with any character changed, added or removed cannot be decrypted', () => {
  const sealed = vault.seal('hunter2', ['contact'])
  const place = fc.nat(sealed.length - 1)
  const character = fc.constantFrom(...'ABCabc019-_.=+/ \n')
  fc.assert(
    fc.property(place, fc.nat(1), fc.oneof(character, fc.constant('')), (at, removed, put) => {
      const changed = sealed.slice(0, at) + put + sealed.slice(at + removed)
      fc.pre(changed !== sealed)
      refuses(() => vault.open(changed, ['contact']), 'hunter2')
    }),
    { numRuns: 1000 },
  )
})

test('the encrypted form has a version and the id of its key, and never repeats', () => {
  const [first, second] = [rotated.seal('hunter2', []), rotated.seal('hunter2', [])]
  assert.match(first, /^v1\.new\.[\w-]{16}\.[\w-]{31}$/)
  assert.notEqual(first.split('.')[2], second.split('.')[2])
  assert.notEqual(first.split('.')[3], second.split('.')[3])
})

test('an encrypted text of an older version can still be decrypted', () => {
  const ancient = createVault(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
  assert.equal(
    ancient.open('v1.k1.dVxH90Qezk70pxGh.3K3w1F_ceUzFD49cxr9_dkEeqZwKVwQ', ['contact', '42', 'password']),
    'hunter2',
  )
})

test('after a rotation the old key decrypts, the new one encrypts, and each is identified', () => {
  const sealed = vault.seal('hunter2', ['contact'])
  assert.equal(rotated.open(sealed, ['contact']), 'hunter2')
  assert.equal(rotated.isCurrent(sealed), false)
  const again = rotated.seal(rotated.open(sealed, ['contact']), ['contact'])
  assert.equal(rotated.isCurrent(again), true)
  const finished = createVault(`new:${newKey}`)
  assert.equal(finished.open(again, ['contact']), 'hunter2')
  refuses(() => finished.open(sealed, ['contact']), 'hunter2', /"old", which is not configured/)
})

test('another key with the same id does not decrypt', () => {
  const sealed = vault.seal('hunter2', [])
  refuses(() => createVault(`old:${newKey}`).open(sealed, []), 'hunter2', /the key differs/)
})

test('a text that cannot be encoded without loss is rejected', () => {
  refuses(() => vault.seal('\ud800', []), 'hunter2', /surrogate/)
  refuses(() => vault.seal('hunter2', ['\udfff']), 'hunter2', /surrogate/)
})

for (const [what, keys, says] of [
  ['no key', '', /no vault key.*openssl rand -base64 32/],
  ['a key without an id', oldKey, /vault key 1 is malformed.*openssl rand -base64 32/],
  ['a short key', 'a:c2hvcnQ=', /"a" has 5 bytes instead of 32.*openssl rand -base64 32/],
  ['a later malformed key', `a:${oldKey},b ${newKey}`, /vault key 2 is malformed/],
  ['the same id twice', `a:${oldKey},a:${newKey}`, /"a" is given twice/],
] as const)
  test(`${what} is rejected with a hint, without showing it`, () => {
    refuses(() => createVault(keys), keys || oldKey, says)
  })
