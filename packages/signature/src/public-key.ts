import { type DerElement, DerFields, decodeOid, decodeWholeBits, readDer, tags } from './der.ts'
import { oids } from './oids.ts'

export type CurveName = 'P-256' | 'P-384' | 'P-521'

/**
 * The key of a certificate; `spki` is its SubjectPublicKeyInfo in DER. Signatures by keys of the kind `other`, with
 * another algorithm or curve, are not accepted.
 */
export type PublicKey = RsaKey | EllipticKey | { readonly kind: 'other'; readonly spki: Buffer }

export interface RsaKey {
  readonly kind: 'rsa'
  readonly spki: Buffer
  /** Big-endian, without leading zeros. */
  readonly modulus: Buffer
  readonly exponent: Buffer
}

export interface EllipticKey {
  readonly kind: 'ec'
  readonly spki: Buffer
  readonly curve: CurveName
  readonly point: Buffer
}

const curves: ReadonlyMap<string, CurveName> = new Map([
  [oids.p256, 'P-256'],
  [oids.p384, 'P-384'],
  [oids.p521, 'P-521'],
])

export function readPublicKey(element: DerElement): PublicKey {
  const { bytes: spki } = element
  const fields = new DerFields(element)
  const algorithm = new DerFields(fields.next(tags.sequence))
  const key = decodeWholeBits(fields.next())
  fields.end()
  const name = decodeOid(algorithm.next(tags.oid))
  if (name === oids.rsaEncryption) return { kind: 'rsa', spki, ...readRsaKey(key) }
  const parameters = name === oids.ecPublicKey ? algorithm.optional(tags.oid) : undefined
  const curve = parameters && curves.get(decodeOid(parameters))
  return curve === undefined ? { kind: 'other', spki } : { kind: 'ec', spki, curve, point: key }
}

export const countBits = ({ modulus }: RsaKey): number => modulus.length * 8 - (Math.clz32(modulus[0] ?? 0) - 24)

function readRsaKey(bytes: Buffer): Pick<RsaKey, 'modulus' | 'exponent'> {
  const fields = new DerFields(readDer(bytes))
  const [modulus, exponent] = [fields.next(tags.integer).body, fields.next(tags.integer).body]
  fields.end()
  return { modulus: omitLeadingZeros(modulus), exponent: omitLeadingZeros(exponent) }
}

const omitLeadingZeros = (bytes: Buffer): Buffer => bytes.subarray(bytes.findIndex((byte) => byte !== 0))
