import type { Registration } from './registration.ts'
import { parseRegistryDate } from './registry-date.ts'

/** The parsed answer of a WHOIS server: a registration, no such domain, or a rejected query. */
export interface WhoisAnswer extends Registration {
  readonly verdict: 'registered' | 'not_found' | 'refused'
  /** The server that has more data. */
  readonly referral: string | null
}

/** The labels of the expiry date. Each is used by some registry, and none has another meaning. */
const expiryLabels = [
  'domain expiration date',
  'domain expires',
  'exp date',
  'expiration date',
  'expiration time',
  'expire date',
  'expire',
  'expires at',
  'expires on',
  'expires',
  'expiry date',
  'expiry',
  'paid-till',
  'record expires on',
  'registrar registration expiration date',
  'registry expiry date',
  'renewal date',
  'valid until',
  'validity',
]

const statusLabels = ['domain status', 'eppstatus', 'status', 'state']

const referralLabels = ['registrar whois server', 'whois server', 'referralserver', 'refer', 'whois']

const notFoundPatterns = [
  /^(?:%+ ?)?(?:error:101: )?no (?:match|matching record|entries found|data found|object found|such domain|found)\b/im,
  /^(?:%+ ?)?(?:the )?(?:requested )?(?:domain|object)?(?: name)?(?: ?"?[\w.-]+"?)? ?(?:was )?not found\b/im,
  /^[\w.-]+ is (?:free|available)$/im,
  /^(?:domain )?status:\s*(?:free|available|not registered)$/im,
  /^(?:%+ ?)?(?:nothing found|not registered|no information available about domain)/im,
  /^we do not have an entry in our database matching your query/im,
]

const refusalPattern =
  /limit exceeded|exceeded (?:the|your) |quota exceeded|too many (?:requests|queries)|access (?:denied|restricted)|access control limit|blacklisted|refused|try again (?:later|after)/i

/**
 * Reads the answer of a WHOIS server. There is no standard format: each registry has its own, and all consist of lines.
 */
export function readWhois(text: string): WhoisAnswer {
  const fields = text.split(/\r?\n/).flatMap(parseField)
  const findValues = (labels: readonly string[]) =>
    fields.filter(({ label }) => labels.includes(label)).map(({ value }) => value)
  const expires =
    findValues(expiryLabels)
      .map(parseRegistryDate)
      .find((date) => date !== undefined) ?? null
  const statuses = findValues(statusLabels)
  const referral =
    findValues(referralLabels)
      .map(parseHost)
      .find((host) => host !== null) ?? null
  return { verdict: chooseVerdict(text, expires), expires, statuses, referral }
}

/** Data takes precedence over texts, because a registration may be followed by a warning about limits. */
function chooseVerdict(text: string, expires: Date | null): WhoisAnswer['verdict'] {
  if (expires !== null) return 'registered'
  if (notFoundPatterns.some((pattern) => pattern.test(text))) return 'not_found'
  // Only blanks within a line: matching across many empty lines would take quadratic time.
  const hasData = /^[ \t]*\[?(?:domain|domain name|nserver|name servers?|registrar)\]?[ \t]*[.:\]]/im.test(text)
  return !hasData && (refusalPattern.test(text) || text.trim() === '') ? 'refused' : 'registered'
}

/**
 * `Expiry Date: 2026-08-13`, `expires............: 13.8.2026`, `[Expires on]   2026/08/13`, `Record expires on
 * 2026-08-13 (…)`.
 */
function parseField(line: string): { readonly label: string; readonly value: string }[] {
  if (line.length > 1000) return []
  const [, label, value] =
    /^\s*\[([^\]]{1,60})\]\s+(\S.*)$/.exec(line) ??
    /^\s*(Record expires on)\s+(\S.*)$/i.exec(line) ??
    /^\s*([A-Za-z][^:]{0,60}?)[ .]*:\s*(\S.*)$/.exec(line) ??
    []
  return label === undefined || value === undefined ? [] : [{ label: label.toLowerCase(), value: value.trim() }]
}

const parseHost = (value: string): string | null =>
  /^(?:r?whois:\/\/)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)\/?$/i.exec(value)?.[1] ??
  null
