import { DerFields, encodedNull, encodeSequence, readDer, tags } from './der.ts'
import { encodeOidByName } from './oids.ts'
import { countBits, type PublicKey } from './public-key.ts'

/** The order of the group of P-256. */
export const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const minRsaBits = 3072

/** The kinds of keys that PDF readers support; Ed25519 is not among them. */
export type SigningKeyKind = 'ecdsa-p256' | 'rsa'

/** Returns the kind of a key; throws if this package does not sign with such keys. */
export function getKeyKind(key: PublicKey): SigningKeyKind {
  if (key.kind === 'ec' && key.curve === 'P-256') return 'ecdsa-p256'
  if (key.kind === 'rsa' && countBits(key) >= minRsaBits) return 'rsa'
  throw new Error(`a signing key is ECDSA on P-256, or RSA of at least ${minRsaBits} bits`)
}

/** Returns whether s is the lower of two valid values. With both, anyone could make a second signature from a first. */
export function isLowS(signature: Uint8Array): boolean {
  const fields = new DerFields(readDer(signature))
  fields.next(tags.integer)
  const s = fields.next(tags.integer).body
  fields.end()
  return toBigInt(s) <= p256Order / 2n
}

/** The algorithm as SignerInfo names it. */
export const encodeSignatureAlgorithm = (kind: SigningKeyKind): Buffer =>
  kind === 'rsa'
    ? encodeSequence(encodeOidByName('rsaEncryption'), encodedNull)
    : encodeSequence(encodeOidByName('ecdsaWithSha256'))

export const toBigInt = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
