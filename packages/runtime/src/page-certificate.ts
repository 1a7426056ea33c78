import { createHash } from 'node:crypto'
import type { Vault } from './vault.ts'

/** The certificate of a host in the object store. */
export interface PublishedCertificate {
  /** In PEM: the certificate, followed by those of its issuers. */
  readonly chain: string
  /** The private key in PEM, sealed for the processes that serve pages. */
  readonly sealedKey: string
}

/** An HTTP-01 challenge in the object store, while the certificate authority validates it. */
export interface PublishedChallenge {
  readonly token: string
  readonly keyAuthorization: string
}

/** How long a pages process remembers that there is no challenge, so that clients cannot make it read continually. */
export const challengeMemoryMs = 1_000

export const getCertificatePrefix = (host: string): string => `pages/certificates/${hash(host)}/`
export const getCertificateObjectKey = (host: string): string => `${getCertificatePrefix(host)}current`
export const getChallengePrefix = (host: string): string => `pages/challenges/${hash(host)}/`
export const getChallengeObjectKey = (host: string): string => `${getChallengePrefix(host)}answer`

/** Returns the version of a certificate, which does not depend on how its key is sealed. */
export const getCertificateVersion = (chain: string): string =>
  createHash('sha256').update(chain).digest('base64url').slice(0, 22)

/** Seals a private key for its host, so that it cannot be replaced with the key of another host. */
export const sealPrivateKey = (vault: Vault, host: string, key: string): string => vault.seal(key, toContext(host))

export const openPrivateKey = (vault: Vault, host: string, sealed: string): string =>
  vault.open(sealed, toContext(host))

const toContext = (host: string): string[] => ['page certificate', host]

/** Hashes the host, because keys of the object store contain no dots. */
const hash = (host: string): string => createHash('sha256').update(host).digest('hex').slice(0, 40)
