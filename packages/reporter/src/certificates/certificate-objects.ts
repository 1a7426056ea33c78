import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ObjectStore, readObjectText } from '@wachta/objects'
import {
  challengeMemoryMs,
  challengeObjectKey,
  challengePrefix,
  getCertificateObjectKey,
  getCertificatePrefix,
  getCertificateVersion,
  openPrivateKey,
  type PublishedCertificate,
  type PublishedChallenge,
  sealPrivateKey,
} from '@wachta/runtime/page-certificate'
import { type Vault, VaultError } from '@wachta/runtime/vault'
import type { ChallengeStore, IssuedCertificate } from './acme-client.ts'

/** Outside of what pages processes may read. */
const accountObject = 'certificates/account'

/** The state of a stored certificate: none of our keys decrypts a locked one, and a lost one is not in the object store. */
export type StoredCertificate = 'current' | 'reencrypted' | 'locked' | 'lost'

/** Certificates, challenges and the key of our account in the object store; keys are sealed. */
export class CertificateObjects implements ChallengeStore {
  readonly #objects: ObjectStore
  readonly #vault: Vault
  readonly #accountContext: readonly string[]

  /** The account is one at the authority with this URL. */
  constructor(objects: ObjectStore, vault: Vault, url: string) {
    this.#objects = objects
    this.#vault = vault
    this.#accountContext = ['acme account', url]
  }

  /** Returns once every pages process serves the challenge. */
  async publish(domain: string, challenge: PublishedChallenge): Promise<void> {
    await this.#write(challengeObjectKey(domain), challenge)
    await wait(2 * challengeMemoryMs)
  }

  async remove(domain: string): Promise<void> {
    await this.#objects.remove(challengePrefix(domain))
  }

  /** Returns the version of what it wrote. */
  async writeCertificate(domain: string, { chain, key }: Pick<IssuedCertificate, 'chain' | 'key'>): Promise<string> {
    const written: PublishedCertificate = { chain, sealedKey: sealPrivateKey(this.#vault, domain, key) }
    await this.#write(getCertificateObjectKey(domain), written)
    return getCertificateVersion(chain)
  }

  async removeCertificate(domain: string): Promise<void> {
    await this.#objects.remove(getCertificatePrefix(domain))
  }

  /** Encrypts the private key of a certificate with the first key, if it was encrypted with another one. */
  async reencrypt(domain: string): Promise<StoredCertificate> {
    const stored = await readObjectText(this.#objects, getCertificateObjectKey(domain))
    const found = stored === undefined ? undefined : (JSON.parse(stored) as PublishedCertificate)
    const key = found && openIfPossible(() => openPrivateKey(this.#vault, domain, found.sealedKey))
    if (!found) return 'lost'
    if (key === undefined) return 'locked'
    if (this.#vault.isCurrent(found.sealedKey)) return 'current'
    await this.writeCertificate(domain, { chain: found.chain, key })
    return 'reencrypted'
  }

  /** The key of our account, sealed with the first key from now on; a new one if there is none, or if none of our keys opens it. */
  async loadAccountKey(): Promise<KeyObject> {
    const context = this.#accountContext
    const known = await this.#openAccount(context)
    if (known !== undefined) return known
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await this.#write(accountObject, this.#vault.seal(pem, context))
    return privateKey
  }

  async #openAccount(context: readonly string[]): Promise<KeyObject | undefined> {
    const stored = await readObjectText(this.#objects, accountObject)
    const sealed = stored === undefined ? undefined : (JSON.parse(stored) as string)
    const pem = sealed === undefined ? undefined : openIfPossible(() => this.#vault.open(sealed, context))
    if (sealed === undefined || pem === undefined) return undefined
    if (!this.#vault.isCurrent(sealed)) await this.#write(accountObject, this.#vault.seal(pem, context))
    return createPrivateKey(pem)
  }

  #write(key: string, value: unknown): Promise<void> {
    return this.#objects.put(key, Buffer.from(JSON.stringify(value)))
  }
}

/** Returns undefined if none of our keys decrypts it. */
function openIfPossible(open: () => string): string | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
