import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { DerFields, encodedNull, readDer, sequence, tags, unsignedInteger } from './der.ts'
import { oidOf } from './oids.ts'

/** The order of the group of P-256. */
const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const scalarBytes = 32
const minRsaBits = 3072

/** Keys that readers of PDF files understand: Ed25519 is not among them. */
export type SigningKeyKind = 'ecdsa-p256' | 'rsa'

/** Returns the kind of a key, and throws if we do not sign with such keys. */
export function getKeyKind(key: KeyObject): SigningKeyKind {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ecdsa-p256'
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= minRsaBits) return 'rsa'
  throw new Error(`a signing key is ECDSA on P-256, or RSA of at least ${minRsaBits} bits`)
}

/** Signs bytes with SHA-256. Of the two ECDSA signatures that are equally valid, it is the one with the lower s. */
export function signBytes(key: KeyObject, bytes: Uint8Array): Buffer {
  if (getKeyKind(key) === 'rsa') return sign('sha256', bytes, key)
  const pair = sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
  const s = toNumber(pair.subarray(scalarBytes))
  const lower = s > p256Order / 2n ? p256Order - s : s
  return sequence(unsignedInteger(pair.subarray(0, scalarBytes)), unsignedInteger(toBytes(lower)))
}

/** Without this, anyone could change the signature of a file into another valid one. */
export function isLowS(signature: Uint8Array): boolean {
  const fields = new DerFields(readDer(signature))
  fields.next(tags.integer)
  const s = fields.next(tags.integer).body
  fields.end()
  return toNumber(s) <= p256Order / 2n
}

/** The algorithm as SignerInfo names it. */
export const encodeSignatureAlgorithm = (kind: SigningKeyKind): Buffer =>
  kind === 'rsa' ? sequence(oidOf('rsaEncryption'), encodedNull) : sequence(oidOf('ecdsaWithSha256'))

export const belongTogether = (key: KeyObject, publicKey: KeyObject): boolean => createPublicKey(key).equals(publicKey)

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(scalarBytes * 2, '0'), 'hex')
