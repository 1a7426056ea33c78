import { dayMs, type VisitorClaims } from '@wachta/domain'
import type { RawHeaders } from './headers.ts'
import type { ServedPage } from './page-source.ts'

const cookieName = 'wachta_visitor'
/** A link is valid until it is replaced; this is the longest that browsers keep a cookie. */
const linkCookieMs = 400 * dayMs
/** Bounds how many tokens are verified per request. */
const maxCookies = 8

/** Returns the values of our cookie: several, if the paths of pages overlap. */
export function readCookies(header: string | undefined): string[] {
  if (header === undefined) return []
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .slice(0, maxCookies)
    .map((pair) => pair.slice(cookieName.length + 1))
}

/** Makes the browser keep a token that the api signed for this page. Its signature was verified, so it is safe in a header. */
export function setCookie({ view }: ServedPage, token: string, { now, claims, root }: CookieOptions): RawHeaders {
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
  /** Where the page begins. */
  readonly root: string
  readonly now: number
  readonly claims: Pick<VisitorClaims, 'expiresAt'>
}
