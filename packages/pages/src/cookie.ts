import { dayMs, type VisitorClaims } from '@wachta/domain'
import type { RawHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'

const cookieName = 'wachta_visitor'
/** Browsers keep cookies no longer than this; a link is valid until it is replaced. */
const linkCookieMs = 400 * dayMs
/** Limits how many tokens are verified per request. */
const maxCookies = 8

/** Returns the values of our cookie. There are several if the paths of pages overlap. */
export function readCookies(header: string | undefined): string[] {
  if (header === undefined) return []
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .slice(0, maxCookies)
    .map((pair) => pair.slice(cookieName.length + 1))
}

/**
 * Returns the header that stores a token in the browser. The api signed the token for this page and its signature was
 * verified, so it is safe in a header.
 */
export function formatCookieHeader(
  { view }: ServedPage,
  token: string,
  { now, claims, root }: CookieOptions,
): RawHeaders {
  const seconds = Math.floor(((claims.expiresAt ?? now + linkCookieMs) - now) / 1000)
  const attributes = [
    `${cookieName}=${token}`,
    `Path=${root}`,
    `Max-Age=${Math.max(0, seconds)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(view.url.startsWith('https:') ? ['Secure'] : []),
  ]
  return ['Set-Cookie', attributes.join('; ')]
}

interface CookieOptions {
  /** The root path of the page. */
  readonly root: string
  readonly now: number
  readonly claims: Pick<VisitorClaims, 'expiresAt'>
}
