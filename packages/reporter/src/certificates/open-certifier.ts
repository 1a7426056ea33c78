import { readFile } from 'node:fs/promises'
import type { Database } from '@wachta/database'
import { type Guard, listTrustedAuthorities, sendGuardedExchange } from '@wachta/egress'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { createNameServers } from '@wachta/runtime/name-servers'
import { createVault } from '@wachta/runtime/vault'
import { readCertificateBundle } from '@wachta/signature'
import type { Static } from 'typebox'
import type { Config } from '../config.ts'
import type { ProcessMetrics } from '../process-metrics.ts'
import { createAcmeClient } from './acme-client.ts'
import { CertificateObjects } from './certificate-objects.ts'
import { type Certifier, createCertifier } from './certifier.ts'

/** The settings for domains and certificates of status pages. */
export type CertificateSettings = Pick<
  Static<typeof Config>,
  | 'PUBLIC_URL'
  | 'PAGES_URL'
  | 'PAGES_CNAME'
  | 'PAGES_KEYS'
  | 'DNS_SERVERS'
  | 'ACME_URL'
  | 'ACME_CONTACT'
  | 'ACME_ROOTS'
  | 'ACME_ORDERS_PER_HOUR'
>

export interface OpenCertifierOptions {
  readonly config: CertificateSettings
  readonly database: Database
  readonly objects: ObjectStore
  readonly guard: Guard
  readonly processMetrics: ProcessMetrics
  readonly log: Log
  readonly stopping: AbortSignal
  readonly now: () => number
}

/** An account together with all accounts below it may use at most a fifth of the orders of the installation. */
const treeShareDivisor = 5
const requestTimeoutMs = 15_000
/** Certificate chains have about 5 kB. */
const maxAnswerBytes = 200_000

/** Creates the certifier for the settings. */
export async function openCertifier(options: OpenCertifierOptions): Promise<Certifier> {
  const { config } = options
  const { protocol, hostname } = new URL(config.PAGES_URL)
  const target = config.PAGES_CNAME === '' ? hostname : config.PAGES_CNAME
  const nameServers = createNameServers(config.DNS_SERVERS.split(',').flatMap((one) => one.trim() || []))
  const issuing = await openIssuing(options)
  // If custom domains point to a host other than that of PAGES_URL, another server answers at PAGES_URL and has its
  // certificate.
  const host = protocol === 'https:' && target === hostname ? hostname : undefined
  const reservedHosts = [hostname, target, new URL(config.PUBLIC_URL).hostname]
  return createCertifier({
    ...options,
    nameServers,
    target,
    reservedHosts,
    ...(issuing && { issuing: { ...issuing, host } }),
  })
}

async function openIssuing({ config, objects: store, guard, stopping }: OpenCertifierOptions) {
  const [url, contact, perHour] = [config.ACME_URL, config.ACME_CONTACT, config.ACME_ORDERS_PER_HOUR]
  if (url === undefined) return undefined
  if (config.PAGES_KEYS === undefined) throw new Error('ACME_URL requires PAGES_KEYS: certificate keys are encrypted')
  const objects = new CertificateObjects(store, createVault(config.PAGES_KEYS), url)
  const authorities = await loadRoots(config.ACME_ROOTS)
  const client = createAcmeClient({
    ...{ url, contact, stopping, challenges: objects, loadAccountKey: () => objects.loadAccountKey() },
    exchange: (request) =>
      sendGuardedExchange({ ...request, guard, timeoutMs: requestTimeoutMs, authorities }, maxAnswerBytes),
  })
  return { client, objects, limits: { perHour, perTreeAndHour: Math.ceil(perHour / treeShareDivisor) } }
}

async function loadRoots(path: string | undefined): Promise<readonly string[] | undefined> {
  if (!path) return undefined
  const roots = readCertificateBundle(await readFile(path, 'utf8'))
  if (roots.length === 0) throw new Error(`ACME_ROOTS: ${path} has no certificate`)
  return listTrustedAuthorities(roots)
}
