import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { tryParseJson } from '@wachta/domain'
import { type ObjectStore, readObjectText } from '@wachta/objects'
import {
  challengeMemoryMs,
  getCertificateObjectKey,
  getCertificatePrefix,
  getCertificateVersion,
  getChallengeObjectKey,
  getChallengePrefix,
  openPrivateKey,
  type PublishedCertificate,
  type PublishedChallenge,
  sealPrivateKey,
} from '@wachta/runtime/page-certificate'
import { type Vault, VaultError } from '@wachta/runtime/vault'
import type { ChallengeStore, IssuedCertificate } from './acme-client.ts'

/** Outside the prefixes that pages processes may read. */
const accountObjectKey = 'certificates/account'

/**
 * The state of a stored certificate. `locked`: none of our keys decrypts it. `lost`: it is not in the object store, or
 * damaged.
 */
export type CertificateState = 'current' | 'reencrypted' | 'locked' | 'lost'

/** Stores certificates, challenges and the key of our account in the object store. Keys are sealed. */
export class CertificateObjects implements ChallengeStore {
  readonly #objects: ObjectStore
  readonly #vault: Vault
  readonly #accountContext: readonly string[]

  /** `url` identifies the authority at which the account exists. */
  constructor(objects: ObjectStore, vault: Vault, url: string) {
    this.#objects = objects
    this.#vault = vault
    this.#accountContext = ['acme account', url]
  }

  /** Resolves once every pages process serves the challenge. */
  async publish(domain: string, challenge: PublishedChallenge): Promise<void> {
    await this.#write(getChallengeObjectKey(domain), challenge)
    await wait(2 * challengeMemoryMs)
  }

  async remove(domain: string): Promise<void> {
    await this.#objects.remove(getChallengePrefix(domain))
  }

  /** Returns the version of the written certificate. */
  async writeCertificate(domain: string, { chain, key }: Pick<IssuedCertificate, 'chain' | 'key'>): Promise<string> {
    const certificate: PublishedCertificate = { chain, sealedKey: sealPrivateKey(this.#vault, domain, key) }
    await this.#write(getCertificateObjectKey(domain), certificate)
    return getCertificateVersion(chain)
  }

  async removeCertificate(domain: string): Promise<void> {
    await this.#objects.remove(getCertificatePrefix(domain))
  }

  /** Encrypts the private key of a certificate with the first of PAGES_KEYS, if another of them encrypted it. */
  async reencrypt(domain: string): Promise<CertificateState> {
    const certificate = parseStored(await readObjectText(this.#objects, getCertificateObjectKey(domain)))
    if (!isCertificate(certificate)) return 'lost'
    const key = openIfPossible(() => openPrivateKey(this.#vault, domain, certificate.sealedKey))
    if (key === undefined) return 'locked'
    if (this.#vault.isCurrent(certificate.sealedKey)) return 'current'
    await this.writeCertificate(domain, { chain: certificate.chain, key })
    return 'reencrypted'
  }

  /**
   * Loads the key of our account, and seals it with the first of PAGES_KEYS if it was sealed with another of them.
   * Creates a new account key if there is none, if it is damaged, or if none of PAGES_KEYS decrypts it.
   */
  async loadAccountKey(): Promise<KeyObject> {
    const context = this.#accountContext
    const existing = await this.#openAccount(context)
    if (existing !== undefined) return existing
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await this.#write(accountObjectKey, this.#vault.seal(pem, context))
    return privateKey
  }

  async #openAccount(context: readonly string[]): Promise<KeyObject | undefined> {
    const sealed = parseStored(await readObjectText(this.#objects, accountObjectKey))
    if (typeof sealed !== 'string') return undefined
    const pem = openIfPossible(() => this.#vault.open(sealed, context))
    if (pem === undefined) return undefined
    if (!this.#vault.isCurrent(sealed)) await this.#write(accountObjectKey, this.#vault.seal(pem, context))
    return createPrivateKey(pem)
  }

  #write(key: string, value: unknown): Promise<void> {
    return this.#objects.put(key, Buffer.from(JSON.stringify(value)))
  }
}

/** Calls `open`; returns undefined if none of PAGES_KEYS decrypts the sealed text. */
function openIfPossible(open: () => string): string | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** Parses a stored value; undefined if it is missing or damaged, because that must not stop the other domains. */
const parseStored = (text: string | undefined): unknown => (text === undefined ? undefined : tryParseJson(text))

function isCertificate(stored: unknown): stored is PublishedCertificate {
  const { chain, sealedKey } = (stored ?? {}) as Partial<Record<keyof PublishedCertificate, unknown>>
  return typeof chain === 'string' && typeof sealedKey === 'string'
}
