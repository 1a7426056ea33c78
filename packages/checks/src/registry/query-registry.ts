import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { queryRdap, type RdapAnswer } from './query-rdap.ts'
import { queryWhois } from './query-whois.ts'
import type { Registration } from './registration.ts'

interface RegistryQuery {
  readonly domain: string
  /** Milliseconds after which WHOIS is tried instead of RDAP. */
  readonly rdapTimeoutMs: number
}

/** Queries the registry of a domain over RDAP, or over WHOIS (port 43) if it has no RDAP or RDAP fails. */
export async function queryRegistry({ domain, rdapTimeoutMs }: RegistryQuery, probe: Probe): Promise<Registration> {
  const baseUrl = probe.registries.rdap(domain.slice(domain.lastIndexOf('.') + 1))
  if (baseUrl === undefined) return queryOverWhois(domain, probe, undefined)
  const abandonment = new AbortController()
  try {
    const rdap = queryRdap(baseUrl, domain, probe.startAttempt(abandonment.signal))
    const found = await withTimeout(rdapTimeoutMs, rdap)
    return found.expires === null ? await addWhoisExpiry(found, domain, probe) : found
  } catch (cause) {
    abandonment.abort()
    if (cause instanceof CheckFailure && cause.kind === 'domain_not_found') throw cause
    return queryOverWhois(domain, probe, cause)
  }
}

/** Some registries publish the expiry date over WHOIS only. If WHOIS fails, the RDAP answer stays as it is. */
async function addWhoisExpiry(found: RdapAnswer, domain: string, probe: Probe): Promise<Registration> {
  let whoisText = ''
  try {
    const { expires } = await queryWhois(domain, probe, (text) => {
      whoisText = text
    })
    probe.keep('registry_answer', `${found.text}\n${whoisText}`)
    return { ...found, expires }
  } catch {
    return found
  }
}

async function queryOverWhois(domain: string, probe: Probe, rdapCause: unknown): Promise<Registration> {
  try {
    return await queryWhois(domain, probe, (text) => probe.keep('registry_answer', text))
  } catch (cause) {
    if (cause instanceof CheckFailure && cause.kind.startsWith('domain_')) throw chooseFailure(rdapCause, cause)
    throw chooseFailure(rdapCause, new CheckFailure('domain_registry_unreachable', `WHOIS: ${getMessage(cause)}`))
  }
}

/**
 * Chooses the failure to report: a registry that rejected the RDAP request was reachable, so only a real answer over
 * WHOIS takes precedence.
 */
function chooseFailure(rdapCause: unknown, whoisFailure: CheckFailure): CheckFailure {
  if (
    rdapCause === undefined ||
    (whoisFailure.kind !== 'domain_registry_unreachable' && whoisFailure.kind !== 'domain_unsupported')
  )
    return whoisFailure
  const kind =
    rdapCause instanceof CheckFailure && rdapCause.kind === 'domain_registry_refused'
      ? rdapCause.kind
      : 'domain_registry_unreachable'
  return new CheckFailure(kind, `RDAP: ${getMessage(rdapCause)}; ${whoisFailure.message}`)
}

function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const getMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
