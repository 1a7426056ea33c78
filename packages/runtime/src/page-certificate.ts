import { createHash } from 'node:crypto'
import type { Vault } from './vault.ts'

/** The certificate of a host in the object store. */
export interface PublishedCertificate {
  /** PEM, with those of the issuers behind it. */
  readonly chain: string
  /** The private key in PEM, sealed for the processes that serve pages. */
  readonly sealedKey: string
}

/** An HTTP-01 challenge in the object store, while the certificate authority validates it. */
export interface PublishedChallenge {
  readonly token: string
  readonly keyAuthorization: string
}

/**
 * How long a pages process may remember that there is no challenge, so that clients cannot make it read all the time.
 */
export const challengeMemoryMs = 1_000

export const getCertificatePrefix = (host: string): string => `pages/certificates/${hash(host)}/`
export const getCertificateObjectKey = (host: string): string => `${getCertificatePrefix(host)}current`
export const challengePrefix = (host: string): string => `pages/challenges/${hash(host)}/`
export const challengeObjectKey = (host: string): string => `${challengePrefix(host)}answer`

/** The same certificate has the same version, however its key is sealed. */
export const getCertificateVersion = (chain: string): string =>
  createHash('sha256').update(chain).digest('base64url').slice(0, 22)

/** Sealed for its host: the key of another one cannot be put in its place. */
export const sealPrivateKey = (vault: Vault, host: string, key: string): string => vault.seal(key, toContext(host))

export const openPrivateKey = (vault: Vault, host: string, sealed: string): string =>
  vault.open(sealed, toContext(host))

const toContext = (host: string): string[] => ['page certificate', host]

/** Keys of the object store have no dots. */
const hash = (host: string): string => createHash('sha256').update(host).digest('hex').slice(0, 40)
