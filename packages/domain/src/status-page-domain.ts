import { hourMs, secondMs } from './time-units.ts'

/** The progress of the setup of a custom domain. */
export const domainStates = ['waiting', 'active', 'failed'] as const
export type DomainState = (typeof domainStates)[number]

/**
 * The problems that stop a page from being served at its domain, or a certificate from being renewed, and whether the
 * owner can fix them; others end by themselves.
 */
const ownerFixable = {
  /** The TXT record is missing. */
  record_missing: true,
  /** Another page holds the domain, or it is a host name of the installation. */
  taken: true,
  /** Its IP addresses are not those of the installation. */
  points_elsewhere: true,
  /** The certificate authority rejected the order. */
  rejected: true,
  unreachable: false,
  limited: false,
} as const

export type DomainProblem = keyof typeof ownerFixable
export const domainProblems = Object.keys(ownerFixable) as DomainProblem[]

export const canOwnerFix = (problem: DomainProblem): boolean => ownerFixable[problem]

const separators = /[\s/\\:@?#%[\]]/
const labelPattern = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** At least two labels; the last one is not numeric, so it is no IP address. */
const hostPattern = new RegExp(`^(?=.{4,253}$)(?:${labelPattern}\\.)+(?!\\d+$)${labelPattern}$`)

/**
 * Returns a host name in the form in which it is stored and compared: lower case, ASCII, without a trailing dot.
 * Undefined if the text is no host name.
 */
export function normalizeDomain(text: string): string | undefined {
  if (separators.test(text)) return undefined
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '') ?? ''
  return hostPattern.test(host) ? host : undefined
}

/** The TXT record that verifies that a page may use a domain. */
export const getDomainRecord = (domain: string, token: string): { readonly name: string; readonly value: string } => ({
  name: `_wachta-page.${domain}`,
  value: `wachta-page=${token}`,
})

/** A page that wants a domain. */
export interface DomainClaim {
  readonly isHolder: boolean
  /** Whether its record is there; null if the name servers did not answer. */
  readonly isVerified: boolean | null
}

/**
 * Whether a page holds its domain. A page holds it once its TXT record is verified. A holder that has lost its record
 * loses the domain only to a page with a verified record, so that a mistake in a zone takes no page offline.
 */
export function judgeClaim(
  claim: DomainClaim,
  holder: DomainClaim | undefined,
): { readonly isHolder: boolean; readonly problem: DomainProblem | null } {
  if (claim.isHolder) return { isHolder: true, problem: null }
  if (claim.isVerified !== true) return { isHolder: false, problem: 'record_missing' }
  if (holder && holder.isVerified !== false) return { isHolder: false, problem: 'taken' }
  return { isHolder: true, problem: null }
}

/**
 * How long until the records of a domain are checked again: soon while they are being set up, later at growing
 * intervals.
 */
export const getDomainCheckDelayMs = (elapsedMs: number): number =>
  Math.min(hourMs, Math.max(10 * secondMs, elapsedMs / 10))
