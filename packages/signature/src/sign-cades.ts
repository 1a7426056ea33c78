import type { KeyObject } from 'node:crypto'
import { encodeCades, encodeSignedAttributes } from './cades.ts'
import { type ParsedCertificate, readCertificate } from './certificate.ts'
import { sortChain } from './chain.ts'
import { readDer } from './der.ts'
import { checkSigningKey, isKeyPair, signBytes } from './sign-bytes.ts'

/** Returns an RFC 3161 time-stamp token, in DER, for the value of a signature. */
export type TimeStamper = (signature: Buffer) => Promise<Uint8Array>

export interface CadesOptions {
  readonly key: KeyObject
  /** PEM or DER: the certificate of the key first, then its issuers. The root may be left out. */
  readonly certificates: readonly (Uint8Array | string)[]
  readonly timeStamp?: TimeStamper | undefined
}

/** Throws if signing with this key and these certificates is not possible. */
export function checkSigner({ key, certificates }: Pick<CadesOptions, 'key' | 'certificates'>): void {
  checkSigningKey(key)
  readSigner({ key, certificates })
}

function readSigner({ key, certificates }: Pick<CadesOptions, 'key' | 'certificates'>): readonly ParsedCertificate[] {
  const [leaf, ...others] = certificates.map((certificate) => readCertificate(certificate))
  if (leaf === undefined) throw new Error('a signature needs the certificate of its key')
  if (!isKeyPair(key, leaf.publicKey)) throw new Error('the first certificate is not that of the key')
  const { chain, unused } = sortChain(leaf, others)
  if (unused.length > 0) throw new Error('a certificate was given that the chain of the signer does not need')
  return chain
}

/** Signs a digest as detached CMS SignedData for PAdES baseline B-B, or for B-T with a time stamp. */
export async function signCades(digest: Buffer, { key, certificates, timeStamp }: CadesOptions): Promise<Buffer> {
  const chain = readSigner({ key, certificates })
  const signature = signBytes(key, encodeSignedAttributes(digest, chain))
  const token = timeStamp === undefined ? undefined : readDer(await timeStamp(signature)).bytes
  return encodeCades({ digest, chain, signature, token })
}
