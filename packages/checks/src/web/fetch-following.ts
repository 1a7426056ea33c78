import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import type { CookieJar } from './cookie-jar.ts'
import { fetchOnce } from './fetch-once.ts'
import { type CheckRequest, getHeaderValue, getHeaderValues, type Header, type WebResponse } from './web-request.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Headers that reveal nothing. All others, and cookies, are sent only to the origin that they are for. */
const harmlessHeaders: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

interface RedirectOptions {
  /** How many redirects are followed. */
  readonly maxRedirects: number
  readonly cookies: CookieJar
  /** Whether a redirect is itself the expected answer. */
  readonly isExpected?: (answer: WebResponse) => boolean
  /** Carries out each request. */
  readonly fetch?: typeof fetchOnce
}

/** Sends a request and follows redirects. Each hop is a separate request and passes the guard. */
export async function fetchFollowing(
  request: CheckRequest,
  { maxRedirects, cookies, isExpected = () => false, fetch = fetchOnce }: RedirectOptions,
  probe: Probe,
): Promise<WebResponse> {
  let next = request
  probe.count('redirect_count', 0)
  for (let hops = 0; ; hops += 1) {
    const pending = fetch(addCookies(next, cookies), probe)
    const answer = await (hops === 0 ? pending : wrapRedirectFailure(next, pending))
    for (const cookie of getHeaderValues(answer, 'set-cookie')) cookies.store(answer.url, cookie)
    if (!redirectStatuses.has(answer.status) || isExpected(answer)) return answer
    if (hops === maxRedirects) throw new CheckFailure('http_too_many_redirects', `more than ${maxRedirects} redirects`)
    next = followRedirect(next, answer)
    probe.count('redirect_count', 1)
  }
}

async function wrapRedirectFailure(request: CheckRequest, answer: Promise<WebResponse>): Promise<WebResponse> {
  try {
    return await answer
  } catch (cause) {
    if (!(cause instanceof CheckFailure) || cause.kind !== 'address_forbidden') throw cause
    throw new CheckFailure('http_redirect_forbidden', `redirected to ${request.url.host}: ${cause.message}`)
  }
}

function addCookies(request: CheckRequest, cookies: CookieJar): CheckRequest {
  const cookie = cookies.buildHeader(request.url)
  if (cookie === undefined) return request
  const isCookie = ([name]: Header) => name.toLowerCase() === 'cookie'
  const existing = request.headers.filter(isCookie).map(([, value]) => value)
  const others = request.headers.filter((header) => !isCookie(header))
  return { ...request, headers: [...others, ['Cookie', [...existing, cookie].join('; ')]] }
}

function followRedirect(request: CheckRequest, answer: WebResponse): CheckRequest {
  const url = getRedirectUrl(answer)
  const isOtherOrigin = url.origin !== request.url.origin
  const { method, body } = carryBody(request, answer.status, isOtherOrigin)
  const headers = request.headers.filter(([name]) => {
    const key = name.toLowerCase()
    if (key === 'content-type') return body !== null
    return !isOtherOrigin || harmlessHeaders.has(key)
  })
  return { ...request, url, method, body, headers }
}

/**
 * As in browsers, methods other than GET and HEAD are repeated only after 307 and 308; but the body is never sent to
 * another origin, because it may contain secrets.
 */
function carryBody(
  { method, body }: CheckRequest,
  status: number,
  isOtherOrigin: boolean,
): Pick<CheckRequest, 'method' | 'body'> {
  const keepsMethod = status === 307 || status === 308 || method === 'HEAD' || method === 'GET'
  if (!keepsMethod) return { method: 'GET', body: null }
  return { method, body: isOtherOrigin ? null : body }
}

function getRedirectUrl(answer: WebResponse): URL {
  const location = getHeaderValue(answer, 'location')
  if (location === undefined)
    throw new CheckFailure('http_redirect_invalid', `status ${answer.status} without Location`)
  // Headers are decoded as Latin-1, but non-ASCII characters in a URL are UTF-8.
  const decoded = Buffer.from(location, 'latin1').toString()
  const url = URL.parse(decoded, answer.url.href)
  if (url === null || url.hostname === '') {
    if (url !== null && !isWeb(url)) throw createSchemeFailure(url)
    throw new CheckFailure('http_redirect_invalid', `Location is ${JSON.stringify(decoded.slice(0, 200))}`)
  }
  if (!isWeb(url)) throw createSchemeFailure(url)
  url.username = ''
  url.password = ''
  url.hash = ''
  return url
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:'

const createSchemeFailure = ({ protocol }: URL) =>
  new CheckFailure('http_redirect_forbidden', `redirected to the scheme ${protocol.slice(0, 50)}`)
