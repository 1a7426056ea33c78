import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { minuteMs, secondMs } from '@wachta/domain'
import { makeSigningRequest, readCertificateBundle } from '@wachta/signature'
import { AcmeError, type AcmeProblem, describeProblem } from './acme-error.ts'
import { type AcmeExchange, AcmeRequests } from './acme-request.ts'

export interface IssuedCertificate {
  /** In PEM: the certificate, followed by those of its issuers. */
  readonly chain: string
  /** The private key, as PKCS #8 in PEM. */
  readonly key: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Publishes HTTP-01 challenges at their domain, and removes them again. */
export interface ChallengeStore {
  publish(domain: string, challenge: { readonly token: string; readonly keyAuthorization: string }): Promise<void>
  remove(domain: string): Promise<void>
}

export interface AcmeClient {
  /** Orders a certificate with a new key. Throws an AcmeError if none is issued. */
  order(domain: string): Promise<IssuedCertificate>
}

interface AcmeClientOptions {
  readonly url: string
  /** An e-mail address for the authority; may be empty. */
  readonly contact: string
  /** Loads the account key. Called with the first order, because the object store may be unavailable before. */
  readonly loadAccountKey: () => Promise<KeyObject>
  readonly exchange: AcmeExchange
  readonly challenges: ChallengeStore
  readonly stopping: AbortSignal
}

/** How long the authority may take for one step. */
const stepTimeoutMs = 2 * minuteMs
const pollIntervalMs = 1 * secondMs

/** Creates a client that orders certificates with HTTP-01 challenges (RFC 8555). */
export function createAcmeClient(options: AcmeClientOptions): AcmeClient {
  let requests: AcmeRequests | undefined
  return {
    async order(domain) {
      requests ??= new AcmeRequests(options.url, await options.loadAccountKey(), options.exchange)
      try {
        return await orderCertificate(requests, domain, options)
      } catch (error) {
        // The authority no longer knows our account: register again.
        if (!(error instanceof AcmeError) || error.type !== 'accountDoesNotExist') throw error
        requests.accountUrl = undefined
        return orderCertificate(requests, domain, options)
      }
    },
  }
}

async function orderCertificate(
  requests: AcmeRequests,
  domain: string,
  options: AcmeClientOptions,
): Promise<IssuedCertificate> {
  await ensureAccount(requests, options.contact)
  const { newOrder } = await requests.readDirectory()
  const { headers, text } = await requests.post(newOrder, { identifiers: [{ type: 'dns', value: domain }] })
  const order = JSON.parse(text) as Order
  try {
    for (const url of order.authorizations) await authorize(requests, { url, domain }, options)
  } finally {
    await options.challenges.remove(domain)
  }
  // Stopping at this point has no cost; once finalized, the order counts against rate limits.
  options.stopping.throwIfAborted()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const csr = makeSigningRequest(domain, privateKey).toString('base64url')
  await requests.post(order.finalize, { csr })
  const finalizedOrder = await poll(() => requests.postJson<Order>(String(headers.location)), options.stopping)
  if (finalizedOrder.status !== 'valid' || finalizedOrder.certificate === undefined)
    throw toRejection(finalizedOrder.error)
  return readIssued(domain, privateKey, (await requests.post(finalizedOrder.certificate)).text)
}

/**
 * Finds our account, or registers it: the authority recognises an existing account by its key, so this is repeated
 * after each start.
 */
async function ensureAccount(requests: AcmeRequests, contact: string): Promise<void> {
  if (requests.accountUrl !== undefined) return
  const { newAccount } = await requests.readDirectory()
  const contactFields = contact === '' ? {} : { contact: [`mailto:${contact}`] }
  const { headers } = await requests.post(newAccount, { termsOfServiceAgreed: true, ...contactFields })
  requests.accountUrl = headers.location
}

interface Order {
  readonly status: string
  readonly authorizations: readonly string[]
  readonly finalize: string
  readonly certificate?: string
  readonly error?: AcmeProblem
}

interface Authorization {
  readonly status: string
  readonly challenges: readonly {
    readonly type: string
    readonly url: string
    readonly token: string
    readonly error?: AcmeProblem
  }[]
}

async function authorize(
  requests: AcmeRequests,
  { url, domain }: { readonly url: string; readonly domain: string },
  { challenges, stopping }: Pick<AcmeClientOptions, 'challenges' | 'stopping'>,
): Promise<void> {
  const authorization = await requests.postJson<Authorization>(url)
  if (authorization.status === 'valid') return
  const challenge = authorization.challenges.find(({ type }) => type === 'http-01')
  if (!challenge) throw new AcmeError('rejected', 'the certificate authority offers no HTTP-01 challenge')
  const { token } = challenge
  await challenges.publish(domain, { token, keyAuthorization: requests.getKeyAuthorization(token) })
  await requests.post(challenge.url, {})
  const decided = await poll(() => requests.postJson<Authorization>(url), stopping)
  if (decided.status !== 'valid') throw toRejection(decided.challenges.find(({ error }) => error)?.error)
}

const pendingStatuses = ['pending', 'ready', 'processing']

/** Polls until the authority has decided; throws if that takes too long. */
async function poll<T extends { readonly status: string }>(
  readResource: () => Promise<T>,
  stopping: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + stepTimeoutMs
  for (;;) {
    const resource = await readResource()
    if (!pendingStatuses.includes(resource.status)) return resource
    // Counts as rejected, which delays only later orders for this domain: its own server may be what is slow.
    if (performance.now() > deadline) throw new AcmeError('rejected', 'the certificate authority took too long')
    await wait(pollIntervalMs, undefined, { signal: stopping })
  }
}

const toRejection = (problem: AcmeProblem = {}): AcmeError =>
  new AcmeError('rejected', describeProblem(problem) ?? 'the certificate authority gave no reason')

/** Reads the issued certificate, and checks that it is for this name and this key. */
function readIssued(domain: string, key: KeyObject, text: string): IssuedCertificate {
  const chain = readCertificateBundle(text)
  const leaf = new X509Certificate(chain[0] ?? '')
  if (!leaf.checkPrivateKey(key) || leaf.checkHost(domain, { wildcards: false }) === undefined)
    throw new AcmeError('rejected', 'the certificate authority sent a certificate for another name or key')
  return {
    chain: text,
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
    issuedAt: leaf.validFromDate.getTime(),
    expiresAt: leaf.validToDate.getTime(),
  }
}
