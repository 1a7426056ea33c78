const maxCookies = 50
const maxCookieLength = 4096

/**
 * The cookies of one check. A cookie is sent only to the host that set it, and a secure one only over TLS: a check
 * follows a login or a consent page, and needs no other rules of browsers.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, { readonly value: string; readonly isSecure: boolean }>>()

  store(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, equals)).trim()
    if (name === '' || pair.length > maxCookieLength || !/^[\x20-\x7e]*$/.test(pair)) return
    const cookies = this.#hosts.get(url.host) ?? new Map()
    this.#hosts.set(url.host, cookies)
    cookies.delete(name)
    if (isDeletion(attributes) || cookies.size >= maxCookies) return
    const isSecure = attributes.some((attribute) => attribute.trim().toLowerCase() === 'secure')
    cookies.set(name, { value: pair.slice(equals + 1).trim(), isSecure })
  }

  /** Returns the `Cookie` header for a URL; undefined if there are no cookies. */
  buildHeader(url: URL): string | undefined {
    const cookies = this.#hosts.get(url.host)
    if (cookies === undefined) return undefined
    const pairs = [...cookies].flatMap(([name, { value, isSecure }]) =>
      isSecure && url.protocol !== 'https:' ? [] : [`${name}=${value}`],
    )
    return pairs.length === 0 ? undefined : pairs.join('; ')
  }
}

const isDeletion = (attributes: readonly string[]): boolean =>
  attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
    if (/^max-age$/i.test(name)) return /^(?:0|-\d+)$/.test(value)
    // Servers without Max-Age delete a cookie with a date at the start of the epoch.
    return /^expires$/i.test(name) && Date.parse(value) <= 86_400_000
  })
