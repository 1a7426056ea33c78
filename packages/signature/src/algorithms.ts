import { type DerElement, DerError, DerFields, decodeOid, tags } from './der.ts'
import { oids } from './oids.ts'

/** SHA-1 is only for old roots, which sign only themselves, and for the ids of certificates in older time stamps. */
export type DigestName = 'sha1' | 'sha256' | 'sha384' | 'sha512'

export const digests: ReadonlyMap<string, DigestName> = new Map([
  [oids.sha256, 'sha256'],
  [oids.sha384, 'sha384'],
  [oids.sha512, 'sha512'],
])

export interface SignatureAlgorithm {
  readonly kind: 'rsa' | 'ec'
  /** The digest that the algorithm prescribes; plain RSA prescribes none. */
  readonly digest: DigestName | undefined
}

export const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  [oids.rsaEncryption, { kind: 'rsa', digest: undefined }],
  [oids.sha256WithRsa, { kind: 'rsa', digest: 'sha256' }],
  [oids.sha384WithRsa, { kind: 'rsa', digest: 'sha384' }],
  [oids.sha512WithRsa, { kind: 'rsa', digest: 'sha512' }],
  [oids.ecdsaWithSha256, { kind: 'ec', digest: 'sha256' }],
  [oids.ecdsaWithSha384, { kind: 'ec', digest: 'sha384' }],
  [oids.ecdsaWithSha512, { kind: 'ec', digest: 'sha512' }],
])

/** The parameters may be absent or NULL, because authorities use both forms. */
export function readAlgorithm<Value>(algorithm: DerElement, algorithms: ReadonlyMap<string, Value>): Value {
  const fields = new DerFields(algorithm)
  const name = decodeOid(fields.next())
  fields.optional(tags.null)
  fields.end()
  const found = algorithms.get(name)
  if (found === undefined) throw new DerError(`the algorithm ${name} is not supported`)
  return found
}
