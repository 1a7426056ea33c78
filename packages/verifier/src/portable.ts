import { p256, p384, p521 } from '@noble/curves/nist.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import type { EllipticKey, PublicKey, RsaKey, SignedBytes } from '@wachta/signature'

// Replaces `primitives.ts` of the signature package in a browser. The browser's own functions are asynchronous, and are
// available only to pages that were loaded over HTTPS.

const digests = { sha1, sha256, sha384, sha512 } as const

export function computeDigest(name: keyof typeof digests, ...content: readonly Uint8Array[]): Buffer {
  const hash = digests[name].create()
  for (const part of content) hash.update(part)
  return Buffer.from(hash.digest())
}

export function isSignedBy(key: PublicKey, signed: SignedBytes): boolean {
  if (key.kind === 'other') return false
  return key.kind === 'rsa' ? isSignedWithRsa(key, signed) : isSignedOnCurve(key, signed)
}

const curves = { 'P-256': p256, 'P-384': p384, 'P-521': p521 } as const

function isSignedOnCurve({ curve, point }: EllipticKey, { digest, bytes, signature }: SignedBytes): boolean {
  try {
    const options = { prehash: false, lowS: false, format: 'der' } as const
    return curves[curve].verify(new Uint8Array(signature), computeDigest(digest, bytes), new Uint8Array(point), options)
  } catch {
    // The value is not a signature, or the key is not a point of the curve.
    return false
  }
}

/** The bytes of DigestInfo (PKCS #1) before the digest. */
const digestPrefixes = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
} as const

/** RSASSA-PKCS1-v1_5 (RFC 8017, 8.2.2): builds the expected message and compares it, so no signature is parsed. */
function isSignedWithRsa({ modulus, exponent }: RsaKey, { digest, bytes, signature }: SignedBytes): boolean {
  if (signature.length !== modulus.length) return false
  const [n, e, s] = [toNumber(modulus), toNumber(exponent), toNumber(signature)]
  // Larger exponents take too long, and no authority uses one.
  if (s >= n || e < 3n || e >= 1n << 33n) return false
  const digestInfo = Buffer.concat([Buffer.from(digestPrefixes[digest], 'hex'), computeDigest(digest, bytes)])
  const padding = modulus.length - digestInfo.length - 3
  if (padding < 8) return false
  const expected = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(padding, 0xff), Buffer.from([0]), digestInfo])
  return power(s, e, n) === toNumber(expected)
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square] = [1n, base]
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining % 2n === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
