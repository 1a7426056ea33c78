import { hourMs, secondMs } from './time-units.ts'

/** How far a page is with the domain of its own. */
export const domainStates = ['waiting', 'active', 'failed'] as const
export type DomainState = (typeof domainStates)[number]

/** What keeps a page from its domain, or a certificate from being renewed, and whether the owner can mend it; the rest takes time. */
const mendedByOwner = {
  /** The TXT record that proves the domain is not there. */
  record_missing: true,
  /** Another page has proved it. */
  taken: true,
  /** Its addresses are not those of the installation. */
  leads_elsewhere: true,
  /** By the certificate authority. */
  refused: true,
  unreachable: false,
  limited: false,
} as const

export type DomainProblem = keyof typeof mendedByOwner
export const domainProblems = Object.keys(mendedByOwner) as DomainProblem[]

export const canOwnerMend = (problem: DomainProblem): boolean => mendedByOwner[problem]

const separators = /[\s/\\:@?#%[\]]/
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels; the last one is no number, so it is no address. */
const hostFormat = new RegExp(`^(?=.{4,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`)

/** Returns a host name as it is stored and compared: in small letters, as ASCII, without a dot at its end. Undefined if it is none. */
export function normalizeDomain(text: string): string | undefined {
  if (separators.test(text)) return undefined
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '') ?? ''
  return hostFormat.test(host) ? host : undefined
}

/** The TXT record that proves that a page may use a domain. */
export const getDomainRecord = (domain: string, token: string): { readonly name: string; readonly value: string } => ({
  name: `_wachta-page.${domain}`,
  value: `wachta-page=${token}`,
})

/** A page that wants a domain. */
export interface DomainClaim {
  readonly isHolder: boolean
  /** Whether its record is there; null if the name servers did not answer. */
  readonly isProved: boolean | null
}

/**
 * Whether a page holds its domain. Whoever proves it holds it; a holder that has lost its record loses the domain only to a page
 * that proves it, so that a mistake in a zone takes no page off the air.
 */
export function judgeClaim(
  claim: DomainClaim,
  holder: DomainClaim | undefined,
): { readonly isHolder: boolean; readonly problem: DomainProblem | null } {
  if (claim.isHolder) return { isHolder: true, problem: null }
  if (claim.isProved !== true) return { isHolder: false, problem: 'record_missing' }
  if (holder && holder.isProved !== false) return { isHolder: false, problem: 'taken' }
  return { isHolder: true, problem: null }
}

/** How long until the records of a domain are looked at again: soon while somebody is setting them, then ever more seldom. */
export const getLookDelayMs = (sinceMs: number): number => Math.min(hourMs, Math.max(10 * secondMs, sinceMs / 10))
