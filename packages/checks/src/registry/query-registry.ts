import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { queryRdap } from './query-rdap.ts'
import { queryWhois } from './query-whois.ts'
import type { Registration } from './registration.ts'

interface RegistryQuery {
  readonly domain: string
  /** Milliseconds after which the second way is tried. */
  readonly patience: number
}

/** Queries the registry of a domain over RDAP, or over WHOIS (port 43) if it has no RDAP or RDAP fails. */
export async function queryRegistry({ domain, patience }: RegistryQuery, probe: Probe): Promise<Registration> {
  const base = probe.registries.rdap(domain.slice(domain.lastIndexOf('.') + 1))
  if (base === undefined) return overWhois(domain, probe, undefined)
  try {
    const found = await within(patience, queryRdap(base, domain, probe))
    return found.expires === null ? await withDate(found, domain, probe) : found
  } catch (cause) {
    if (cause instanceof CheckFailure && cause.kind === 'domain_not_found') throw cause
    return overWhois(domain, probe, cause)
  }
}

/** Some registries publish the expiry date on port 43 only. If that fails, the RDAP answer stays as it is. */
async function withDate(found: Registration, domain: string, probe: Probe): Promise<Registration> {
  try {
    const { expires } = await queryWhois(domain, probe.registries, probe)
    return { ...found, expires }
  } catch {
    return found
  }
}

async function overWhois(domain: string, probe: Probe, before: unknown): Promise<Registration> {
  try {
    return await queryWhois(domain, probe.registries, probe)
  } catch (cause) {
    if (cause instanceof CheckFailure && cause.kind.startsWith('domain_')) throw chooseFailure(before, cause)
    throw chooseFailure(before, new CheckFailure('domain_registry_unreachable', `WHOIS: ${getMessage(cause)}`))
  }
}

/**
 * Chooses the failure to report: a registry that rejected the RDAP request was reachable, so only a real answer over
 * WHOIS takes precedence.
 */
function chooseFailure(rdap: unknown, whois: CheckFailure): CheckFailure {
  if (rdap === undefined || (whois.kind !== 'domain_registry_unreachable' && whois.kind !== 'domain_unsupported'))
    return whois
  const kind =
    rdap instanceof CheckFailure && rdap.kind === 'domain_registry_refused' ? rdap.kind : 'domain_registry_unreachable'
  return new CheckFailure(kind, `RDAP: ${getMessage(rdap)}; ${whois.message}`)
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const getMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
