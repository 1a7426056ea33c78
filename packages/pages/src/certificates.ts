import { createSecureContext, type SecureContext } from 'node:tls'
import { type ObjectStore, readObjectText } from '@wachta/objects'
import { createLogLimiter, type Log } from '@wachta/runtime'
import {
  getCertificateObjectKey,
  getCertificateVersion,
  openPrivateKey,
  type PublishedCertificate,
} from '@wachta/runtime/page-certificate'
import type { Vault } from '@wachta/runtime/vault'
import { BoundedMap } from './bounded-map.ts'
import { readHostName } from './locate-page.ts'
import type { PageSource } from './page-source.ts'

interface CertificateOptions {
  readonly objects: ObjectStore
  readonly vault: Vault
  readonly source: Pick<PageSource, 'findHost'>
  readonly log: Pick<Log, 'warn'>
}

interface LoadedCertificate {
  readonly version: string
  readonly context: SecureContext
}

/** Finds the certificate for the host name that a visitor requests; undefined if there is none. */
export type FindCertificate = (name: string) => Promise<SecureContext | undefined>

/** The maximum number of certificates in memory. */
const maxCertificates = 5_000

/**
 * Loads certificates when they are first needed, and again when there is a new one. If that fails, the previous one
 * stays in use.
 */
export function createCertificates({ objects, vault, source, log }: CertificateOptions): FindCertificate {
  const loaded = new BoundedMap<LoadedCertificate>(maxCertificates, () => 1)
  const loading = new Map<string, Promise<void>>()
  const logLimiter = createLogLimiter()

  async function load(host: string): Promise<void> {
    try {
      const text = await readObjectText(objects, getCertificateObjectKey(host))
      if (text === undefined) throw new Error('the object does not exist')
      const { chain, sealedKey } = JSON.parse(text) as PublishedCertificate
      const key = openPrivateKey(vault, host, sealedKey)
      const context = createSecureContext({ cert: chain, key, minVersion: 'TLSv1.2' })
      loaded.set(host, { version: getCertificateVersion(chain), context })
    } catch (err) {
      const due = logLimiter(host)
      if (due) log.warn({ err, host, suppressed: due.suppressed }, 'could not load the certificate of a custom domain')
    }
  }

  return async (name) => {
    const host = readHostName(name)
    const version = source.findHost(host)?.certificate
    if (!version) return undefined
    if (loaded.get(host)?.version !== version) {
      const running = loading.get(host) ?? load(host).finally(() => loading.delete(host))
      loading.set(host, running)
      await running
    }
    return loaded.get(host)?.context
  }
}
