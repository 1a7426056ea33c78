import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { encodeSequence, encodeUnsigned, readDer } from './der.ts'
import { type PublicKey, readPublicKey } from './public-key.ts'
import { getKeyKind, p256Order, type SigningKeyKind, toBigInt } from './signature-value.ts'

const scalarBytes = 32

/** Throws if this package does not sign with such keys. */
export function checkSigningKey(key: KeyObject): void {
  getSigningKind(key)
}

/** Signs bytes with SHA-256. Of the two equally valid ECDSA signatures, it returns the one with the lower s. */
export function signBytes(key: KeyObject, bytes: Uint8Array): Buffer {
  if (getSigningKind(key) === 'rsa') return sign('sha256', bytes, key)
  const pair = sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
  const s = toBigInt(pair.subarray(scalarBytes))
  const lowerS = s > p256Order / 2n ? p256Order - s : s
  return encodeSequence(encodeUnsigned(pair.subarray(0, scalarBytes)), encodeUnsigned(toBytes(lowerS)))
}

export const isKeyPair = (key: KeyObject, publicKey: PublicKey): boolean =>
  createPublicKey(key).equals(createPublicKey({ key: publicKey.spki, format: 'der', type: 'spki' }))

const getSigningKind = (key: KeyObject): SigningKeyKind =>
  getKeyKind(readPublicKey(readDer(createPublicKey(key).export({ type: 'spki', format: 'der' }))))

const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(scalarBytes * 2, '0'), 'hex')
