import assert from 'node:assert/strict'
import { findFreePort } from '../free-port.ts'
import { type Reply, startApi, type TestApi } from './start-api.ts'

export interface OAuthApi {
  readonly api: TestApi
  /** The URL at which it is served. */
  readonly url: string
  readonly issuer: URL
}

/** Starts the API at its public URL, which OAuth 2 clients require. */
export async function startOAuthApi(overrides: Parameters<typeof startApi>[0] = {}): Promise<OAuthApi> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const api = await startApi({ ...overrides, publicUrl: url })
  await api.app.listen({ host: '127.0.0.1', port })
  return { api, url, issuer: new URL(`${url}/oauth`) }
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly line: string
}

/** A minimal browser for OAuth 2: it keeps cookies by path, and follows no redirects by itself. */
export class CookieBrowser {
  cookies: Cookie[] = []

  async open(url: string): Promise<Response> {
    const { pathname } = new URL(url)
    const cookie = this.cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookie.join('; ') } })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/)
    const [name = '', value = ''] = pair.split('=', 2)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/'
    this.cookies = this.cookies.filter((one) => one.name !== name || one.path !== path)
    if (value !== '') this.cookies.push({ name, value, path, line })
  }
}

export interface Decision {
  /** The session of the user who decides. */
  readonly as: string
  /** The granted scopes; all requested ones by default. An empty list denies the request. */
  readonly scopes?: readonly string[]
}

/** Opens an authorization request in a browser, decides as the web app does, and returns the final URL. */
export async function authorize({ api, url }: OAuthApi, address: string, decision: Decision): Promise<URL> {
  const browser = new CookieBrowser()
  const { uid, location } = await beginAuthorization(browser, address)
  if (uid === undefined) return location
  const next = await decideAuthorization(api, uid, decision)
  assert.equal(next.status, 200, next.text)
  const response = await browser.open(`${url}${next.body.continue}`)
  return new URL(response.headers.get('location') ?? `about:${response.status}`)
}

/** Opens an authorization request. Returns the URL of the consent page, or of another redirect. */
export async function beginAuthorization(
  browser: CookieBrowser,
  address: string,
): Promise<{ uid?: string; location: URL }> {
  const response = await browser.open(address)
  const location = new URL(response.headers.get('location') ?? `about:${response.status}`, address)
  const [, uid] = /^\/authorize\/([\w-]+)$/.exec(location.pathname) ?? []
  return uid === undefined ? { location } : { uid, location }
}

/** Decides on an authorization request by its id. */
export async function decideAuthorization(api: TestApi, uid: string, { as, scopes }: Decision): Promise<Reply> {
  const path = `/authorization_requests/${uid}`
  if (scopes?.length === 0) return api.call('POST', `${path}/deny`, { as })
  const reply = await api.call('GET', path, { as })
  if (reply.status !== 200) return reply
  return api.call('POST', `${path}/approve`, { as, body: { scopes: scopes ?? reply.body.scopes } })
}
