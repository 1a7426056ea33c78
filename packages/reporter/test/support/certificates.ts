import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import { pathToFileURL } from 'node:url'
import { hourMs } from '@wachta/domain'
import { allowAll } from '@wachta/egress'
import { openObjectStore } from '@wachta/objects'
import { getCertificateObjectKey, type PublishedCertificate } from '@wachta/runtime/page-certificate'
import type { AcmeAuthority } from '@wachta/testing/acme-authority'
import { findFreePort } from '@wachta/testing/free-port'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import type { Certifier } from '../../src/certificates/certifier.ts'
import { type CertificateSettings, openCertifier } from '../../src/certificates/open-certifier.ts'
import { openPagesRig, type PagesRig } from './pages.ts'

export const firstKey = `a:${Buffer.alloc(32, 1).toString('base64')}`

export interface Visit {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A reporter's certifier, a certificate authority, and a pages process that the authority and visitors contact. */
export interface CertificateRig extends PagesRig {
  readonly authority: AcmeAuthority
  readonly ordered: string[]
  /** The info log entries of certifiers: values and text. */
  readonly logged: unknown[][]
  readonly config: CertificateSettings
  readonly pages: () => StartedProcess
  readonly stopping: AbortController
  createCertifier(change?: Partial<CertificateSettings>): Promise<Certifier>
  /** Runs one round of the certifiers concurrently, publishes their changes, and waits for the pages process. */
  round(...certifiers: readonly Certifier[]): Promise<void>
  /** Gives the page with this slug a domain, with its DNS record. */
  addRecord(slug: string): Promise<void>
  readCertificate(domain: string): Promise<CertificateRow | undefined>
  readClaim(slug: string): Promise<ClaimRow | undefined>
  /** Requests a URL like a visitor; TLS requires trust in the roots of the authority. */
  visit(
    url: string,
    more?: { readonly host?: string; readonly roots?: string; readonly method?: string },
  ): Promise<Visit>
  restartPages(): Promise<void>
}

export interface CertificateRow {
  readonly version: string | null
  readonly problem: string | null
  readonly detail: string | null
  readonly expiresAt: Date | null
  readonly orderAt: Date
}

interface ClaimRow {
  readonly isHolder: boolean
  readonly problem: string | null
}

export async function openCertificateRig(authority: AcmeAuthority): Promise<CertificateRig> {
  await using opened = new AsyncDisposableStack()
  const rig = opened.use(await openPagesRig())
  const [port, tlsPort] = [authority.httpPort, await findFreePort()]
  await authority.reset()
  const objectsUrl = pathToFileURL(rig.folder).href
  const objects = opened.use(await openObjectStore(objectsUrl))
  const stopping = new AbortController()
  const config: CertificateSettings = {
    PUBLIC_URL: 'https://wachta.test',
    ...{ PAGES_URL: 'http://pages.wachta.test', PAGES_CNAME: '', PAGES_KEYS: firstKey, DNS_SERVERS: authority.dns },
    ...{ ACME_URL: authority.url, ACME_CONTACT: 'ops@wachta.test', ACME_ROOTS: authority.roots },
    ACME_ORDERS_PER_HOUR: 50,
  }
  const ordered: string[] = []
  const logged: unknown[][] = []
  const publisher = rig.createPublisher(null, 'https://pages.wachta.test')
  const startPages = () =>
    startProcess('pages', {
      ...{
        OBJECTS_URL: objectsUrl,
        PAGES_HOST: '127.0.0.1',
        PAGES_PORT: String(port),
        PAGES_TLS_PORT: String(tlsPort),
      },
      PAGES_KEYS: firstKey,
    })
  let pages = startPages()
  opened.defer(() => pages[Symbol.asyncDispose]())
  const isListening = () => (/serving status pages with TLS/.test(pages.log()) ? true : undefined)
  const eventually = <T>(what: string, find: () => T | undefined | Promise<T | undefined>) =>
    eventuallyWith([pages], 30)(what, find)
  await eventually('listening', isListening)
  /** Waits for the pages process, which polls every half a second, on a busy machine less often. */
  const knowHosts = async () => {
    const { hosts = {}, pages: published } = await rig.readStamp()
    for (const [host, { slug, certificate }] of Object.entries(hosts)) {
      if (slug !== null && slug in published)
        await eventually(`${host} to be known`, async () => {
          const asked = await fetch(`http://127.0.0.1:${port}/.well-known/wachta/domain?domain=${host}`)
          return asked.ok || undefined
        })
      if (certificate === null) continue
      const stored = readFileSync(join(rig.folder, getCertificateObjectKey(host)), 'utf8')
      const { chain, sealedKey } = JSON.parse(stored) as PublishedCertificate
      // The pages process has only the first key.
      if (!sealedKey.startsWith('v1.a.')) continue
      const wanted = new X509Certificate(chain).fingerprint256
      await eventually(
        `the certificate of ${host}`,
        async () => (await readFingerprint(host, tlsPort)) === wanted || undefined,
      )
    }
  }
  const readPublished = async () => {
    const stamp = await rig.readStamp().catch(() => undefined)
    return JSON.stringify([stamp?.hosts, stamp?.pages])
  }
  const parts = opened.move()

  const made: CertificateRig = {
    ...rig,
    ...{ authority, ordered, logged, config, stopping, pages: () => pages },
    get now() {
      return rig.now
    },
    set now(time) {
      rig.now = time
    },
    createCertifier: (change = {}) =>
      openCertifier({
        ...{ config: { ...config, ...change }, database: rig.openReporterDatabase(), objects, guard: allowAll },
        processMetrics: { countOrder: (outcome: string) => void ordered.push(outcome) } as never,
        log: {
          info: (...line: unknown[]) => void logged.push(line),
          warn: () => undefined,
          error: (...said: unknown[]) => void rig.errors.push(said),
        } as never,
        ...{ stopping: stopping.signal, now: () => rig.now },
      }),
    async round(...certifiers) {
      rig.now += 6_000
      for (const certifier of certifiers) certifier.start()
      await Promise.all(certifiers.map((certifier) => certifier.settle()))
      const before = await readPublished()
      await publisher.round()
      if ((await readPublished()) === before) return
      await knowHosts()
      await wait(1_200)
    },
    async addRecord(slug) {
      const [page] = await rig.db.query(sql<{ domain: string; token: string }>`select domain, domain_token as token
from status_page where slug = ${slug}`)
      if (page) await authority.setTxtRecord(`_wachta-page.${page.domain}`, `wachta-page=${page.token}`)
    },
    async readCertificate(domain) {
      const [row] = await rig.db.query(sql<CertificateRow>`select version, problem, detail, expires_at as "expiresAt",
  order_at as "orderAt" from page_certificate where domain = ${domain}`)
      return row
    },
    async readClaim(slug) {
      const [row] = await rig.db.query(sql<ClaimRow>`select d.verified_at is not null as "isHolder", d.problem
from status_page_domain d join status_page p on p.id = d.status_page_id where p.slug = ${slug}`)
      return row
    },
    visit: (url, { host, roots, method = 'GET' } = {}) => {
      const { protocol, hostname, pathname, search } = new URL(url)
      const isTls = protocol === 'https:'
      const options = {
        ...{ host: '127.0.0.1', port: isTls ? tlsPort : port, path: `${pathname}${search}`, method, agent: false },
        headers: { host: host ?? hostname },
        ...(isTls && { servername: hostname, ca: roots }),
      } as const
      return new Promise((resolve, reject) => {
        const sent = (isTls ? requestHttps : requestHttp)(options, (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (part: string) => {
            body += part
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
        })
        sent.on('error', reject).end()
      })
    },
    async restartPages() {
      await pages[Symbol.asyncDispose]()
      pages = startPages()
      await eventually('listening again', isListening)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
  return made
}

/** Which certificate a visitor gets; undefined if none. */
const readFingerprint = (servername: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
  })

/** The text of all stored objects. */
export const readObjects = async (rig: PagesRig): Promise<string> =>
  (await rig.listObjects()).map((name) => readFileSync(`${rig.folder}/${name}`, 'utf8')).join('\n')

/** Looks at the records, publishes the host, and orders. */
export async function settle(rig: CertificateRig, certifier: Certifier): Promise<void> {
  rig.now += hourMs
  await rig.round(certifier)
  await rig.round(certifier)
}
