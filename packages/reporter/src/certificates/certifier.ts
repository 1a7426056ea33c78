import { createHash } from 'node:crypto'
import { dayMs, getRenewalTime, hourMs, minuteMs, type OrderLimits, type OrderOutcome, secondMs } from '@wachta/domain'
import { createLogLimiter, isWaiting, type Log } from '@wachta/runtime'
import { sql } from 'kysely'
import type { ProcessMetrics } from '../process-metrics.ts'
import type { AcmeClient, IssuedCertificate } from './acme-client.ts'
import { AcmeError } from './acme-error.ts'
import type { CertificateObjects, CertificateState } from './certificate-objects.ts'
import {
  beginOrder,
  type DueCertificate,
  endOrder,
  findDueCertificates,
  findOrderTime,
  listIssuedDomains,
  syncCertificateRows,
} from './certificate-rows.ts'
import { type ClaimOptions, verifyClaims } from './domain-claims.ts'

export interface CertifierOptions extends Omit<ClaimOptions, 'issuesCertificates'> {
  /** Undefined if a proxy manages the certificates. */
  readonly issuing?: {
    readonly client: AcmeClient
    readonly objects: CertificateObjects
    readonly limits: OrderLimits
    /** The host of PAGES_URL; undefined if we do not order its certificate. */
    readonly host: string | undefined
  }
  readonly processMetrics: Pick<ProcessMetrics, 'countOrder'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

export interface Certifier {
  /** Starts a round, unless one is under way. Call it only in the reporter that publishes. */
  start(): void
  /** Resolves when the current round has ended. */
  settle(): Promise<void>
}

type IssuingOptions = NonNullable<CertifierOptions['issuing']>

const minRoundIntervalMs = 5 * secondMs

/** Verifies custom domains and orders their certificates. It never delays publishing. */
export function createCertifier(options: CertifierOptions): Certifier {
  const logLimiter = createLogLimiter()
  let currentRound: Promise<void> | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let areStoredChecked = false

  async function runRound(): Promise<void> {
    const { issuing, now, database } = options
    await verifyClaims({ ...options, issuesCertificates: issuing !== undefined })
    const removedDomains = await syncCertificateRows(database, {
      ...{ host: issuing?.host, issuesCertificates: issuing !== undefined, now: now() },
    })
    if (!issuing) return
    for (const domain of removedDomains) await issuing.objects.removeCertificate(domain)
    if (!areStoredChecked) await checkStoredCertificates(options, issuing)
    areStoredChecked = true
    for (const due of await findDueCertificates(database, { host: issuing.host, now: now() })) {
      if (options.stopping.aborted) return
      await orderDue(options, issuing, due)
    }
  }

  return {
    start() {
      if (currentRound || isWaiting(options.now(), nextAt, minRoundIntervalMs)) return
      nextAt = options.now() + minRoundIntervalMs
      currentRound = runRound()
        .catch((err: unknown) => {
          const due = logLimiter('round')
          if (due) options.log.error({ err, suppressed: due.suppressed }, 'could not process domains of status pages')
        })
        .finally(() => {
          currentRound = undefined
        })
    },
    settle: async () => currentRound,
  }
}

/**
 * Runs once after a start: encrypts private keys with the first of PAGES_KEYS, and orders certificates again that are
 * lost or cannot be decrypted. If there are several certificates and none can be decrypted, PAGES_KEYS are wrong, so
 * nothing is changed or ordered.
 */
async function checkStoredCertificates(
  { database, log, now }: CertifierOptions,
  { objects }: IssuingOptions,
): Promise<void> {
  const stored = new Map<string, CertificateState>()
  for (const domain of await listIssuedDomains(database)) stored.set(domain, await objects.reencrypt(domain))
  const countStates = (...states: CertificateState[]) =>
    [...stored.values()].filter((state) => states.includes(state)).length
  if (countStates('current', 'reencrypted') === 0 && countStates('locked') > 1)
    throw new Error('none of the stored certificates can be decrypted with PAGES_KEYS')
  await objects.loadAccountKey()
  for (const [domain, state] of stored) {
    if (state === 'current' || state === 'reencrypted') continue
    log.warn(
      { domain, state },
      'a certificate is missing or damaged in the object store, or cannot be decrypted with PAGES_KEYS; ordering it again',
    )
    await database.query(sql`update page_certificate set version = null, issued_at = null, expires_at = null,
  order_at = ${new Date(now())} where domain = ${domain}`)
  }
  // Logged last, because operators remove an old key once they read this line.
  log.info(
    { certificates: stored.size, reencrypted: countStates('reencrypted'), reordered: countStates('locked', 'lost') },
    'all keys of certificates are sealed with the first of PAGES_KEYS',
  )
}

async function orderDue(options: CertifierOptions, issuing: IssuingOptions, due: DueCertificate): Promise<void> {
  const { database, now, processMetrics, log } = options
  const { domain } = due
  const order = await beginOrder(database, due, { limits: issuing.limits, now: now() })
  if (!('id' in order)) {
    // The stored detail is what the authority said about an earlier problem.
    const problem = order.isLimited ? sql`problem = 'limited', detail = null` : sql`problem = problem`
    await database.query(sql`update page_certificate set ${problem}, order_at = ${new Date(order.at)}
where domain = ${domain} and order_at <= ${new Date(now())}`)
    return
  }
  const issued = await issuing.client.order(domain).catch((error: unknown) => toAcmeFailure(error))
  // An aborted order says nothing about the authority, so it counts as under way until it times out.
  if (issued instanceof AcmeError && options.stopping.aborted) return
  const failure = issued instanceof AcmeError ? issued : undefined
  const outcome: OrderOutcome = failure?.outcome ?? 'issued'
  // Recorded before the certificate is stored, because the authority counts the order in any case.
  await endOrder(database, order, { outcome, retryAt: failure ? findRetryTime(failure, now()) : null })
  processMetrics.countOrder(outcome)
  if (!(issued instanceof AcmeError)) {
    await storeCertificate(options, issuing, { domain, issued })
    return log.info({ domain }, 'a certificate was issued')
  }
  log.warn({ err: issued, domain }, 'no certificate was issued for a custom domain; retrying later')
  const at = await findOrderTime(database, due, { limits: issuing.limits, now: now() })
  await database.query(sql`update page_certificate set problem = ${issued.outcome}, detail = ${issued.message},
  order_at = ${new Date(at + (at - now()) * 0.1 * Math.random())} where domain = ${domain}`)
}

async function storeCertificate(
  { database }: CertifierOptions,
  { objects }: IssuingOptions,
  { domain, issued }: { readonly domain: string; readonly issued: IssuedCertificate },
): Promise<void> {
  const version = await objects.writeCertificate(domain, issued)
  const renewAt = getRenewalTime(issued, hashToFraction(domain))
  await database.query(sql`update page_certificate set version = ${version}, issued_at = ${new Date(issued.issuedAt)},
  expires_at = ${new Date(issued.expiresAt)}, order_at = ${new Date(renewAt)}, problem = null, detail = null
where domain = ${domain}`)
}

/** Returns an AcmeError as it is. Every other error counts as a rejection, which delays only orders for this domain. */
const toAcmeFailure = (error: unknown): AcmeError =>
  error instanceof AcmeError
    ? error
    : new AcmeError('rejected', 'the certificate could not be ordered', { cause: error })

/** Returns when to retry after a rate limit: according to Retry-After, or after one hour. */
function findRetryTime({ outcome, retryAfterMs }: AcmeError, now: number): number | null {
  if (outcome !== 'limited') return null
  return now + Math.min(dayMs, Math.max(minuteMs, retryAfterMs ?? hourMs))
}

const hashToFraction = (domain: string): number => createHash('sha256').update(domain).digest().readUInt32BE() / 2 ** 32
