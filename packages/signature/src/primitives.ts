import { createHash, createPublicKey, verify } from 'node:crypto'
import type { DigestName } from './algorithms.ts'
import type { PublicKey } from './public-key.ts'

// The only uses of node:crypto in verification. The page that verifies in a browser replaces this file by its own
// version; everything else is the same code.

export const computeDigest = (name: DigestName, ...content: readonly Uint8Array[]): Buffer =>
  content.reduce((hash, part) => hash.update(part), createHash(name)).digest()

export interface SignedBytes {
  readonly digest: DigestName
  readonly bytes: Uint8Array
  readonly signature: Uint8Array
}

/** Whether the owner of a key signed the bytes: RSA with PKCS #1 v1.5, or ECDSA with a signature in DER. */
export function isSignedBy(key: PublicKey, { digest, bytes, signature }: SignedBytes): boolean {
  if (key.kind === 'other') return false
  return verify(digest, bytes, createPublicKey({ key: key.spki, format: 'der', type: 'spki' }), signature)
}
