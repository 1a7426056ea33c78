import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import type { DigestName } from '@wachta/signature/src/algorithms.ts'
import { readDer } from '@wachta/signature/src/der.ts'
import * as node from '@wachta/signature/src/primitives.ts'
import { readPublicKey } from '@wachta/signature/src/public-key.ts'
import * as portable from '../src/portable.ts'

const both: readonly (typeof node)[] = [node, portable]
const digests = ['sha1', 'sha256', 'sha384', 'sha512'] as const
const spki = { type: 'spki', format: 'der' } as const
const pairs = {
  'P-256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'P-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'P-521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  'RSA 3072': generateKeyPairSync('rsa', { modulusLength: 3072 }),
  'RSA 2047': generateKeyPairSync('rsa', { modulusLength: 2047 }),
}

/** The result of both implementations, which must be equal. */
function judge(...given: Parameters<typeof node.isSignedBy>): boolean {
  const [one, other] = both.map(({ isSignedBy }) => isSignedBy(...given))
  assert.equal(one, other)
  return one ?? false
}

const flip = (bytes: Uint8Array, place: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8))
  return changed
}

test('digests are the same as those of node', () => {
  for (const name of digests)
    for (const length of [0, 1, 55, 56, 64, 127, 128, 1000]) {
      const parts = [randomBytes(length), randomBytes(length)]
      const [one, other] = both.map(({ computeDigest }) => computeDigest(name, ...parts))
      assert.deepEqual(one, other)
    }
})

describe('signatures are judged as node judges them', () => {
  const bytes = randomBytes(300)
  for (const [what, { privateKey, publicKey }] of Object.entries(pairs)) {
    const key = readPublicKey(readDer(publicKey.export(spki)))
    const made = (digest: DigestName) => ({ digest, bytes, signature: sign(digest, bytes, privateKey) })

    test(`${what}: valid ones`, () => {
      for (const digest of digests) for (let round = 0; round < 3; round += 1) assert.ok(judge(key, made(digest)))
    })

    test(`${what}: changed ones`, () => {
      const signed = made('sha256')
      const { signature } = signed
      for (let place = 0; place < signature.length; place += 7)
        assert.ok(!judge(key, { ...signed, signature: flip(signature, place) }))
      assert.ok(!judge(key, { ...signed, bytes: flip(bytes, 0) }))
      assert.ok(!judge(key, { ...signed, digest: 'sha512' }))
      for (const other of [signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)]), Buffer.alloc(0)])
        assert.ok(!judge(key, { ...signed, signature: other }))
      for (const other of [Buffer.alloc(signature.length), Buffer.alloc(signature.length, 0xff)])
        assert.ok(!judge(key, { ...signed, signature: other }))
    })
  }

  test('a key of another kind has signed nothing', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = readPublicKey(readDer(publicKey.export(spki)))
    assert.equal(key.kind, 'other')
    assert.ok(!judge(key, { digest: 'sha256', bytes, signature: sign(null, bytes, privateKey) }))
  })

  test('the signature of another key', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = readPublicKey(readDer(publicKey.export(spki)))
    assert.ok(!judge(key, { digest: 'sha256', bytes, signature: sign('sha256', bytes, pairs['P-256'].privateKey) }))
  })
})
