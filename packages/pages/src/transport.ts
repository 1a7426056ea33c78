import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { noIndex, plainHeaders, type RawHeaders } from './headers.ts'
import { readHostName } from './locate-page.ts'
import type { PageSource } from './page-source.ts'
import { emptyBody } from './response-body.ts'
import { healthy, notFound, type PageResponse } from './responses.ts'

/**
 * A week: long enough for occasional visitors, and short enough for a domain that moves to a server without TLS. Does
 * not apply to subdomains.
 */
export const strictTransport: RawHeaders = ['Strict-Transport-Security', 'max-age=604800']

interface TransportOptions {
  readonly hasTls: boolean
  readonly isTrustedProxy: (address: string) => boolean
}

/**
 * Whether a request came without TLS although this process serves TLS. Requests from trusted proxies are not
 * redirected.
 */
export const isPlainHttp = ({ socket }: IncomingMessage, { hasTls, isTrustedProxy }: TransportOptions): boolean =>
  hasTls && !(socket instanceof TLSSocket) && !isTrustedProxy(socket.remoteAddress ?? '')

/** The host must be one of ours, because it gets into a header. A URL that is not a path redirects to `/`. */
export const redirectToTls = (host: string, url: string): PageResponse => ({
  status: 308,
  headers: [
    ...plainHeaders,
    ...['Location', `https://${host}${url.startsWith('/') ? url : '/'}`],
    ...['Cache-Control', 'public, max-age=60'],
    ...noIndex,
  ],
  body: emptyBody,
})

/** At this path, proxies that order certificates on demand ask whether a name is the domain of a published page. */
export const domainCheckPath = '/.well-known/wachta/domain'

export function answerDomainCheck(query: string, source: Pick<PageSource, 'has' | 'findHost'>): PageResponse {
  const host = source.findHost(readHostName(new URLSearchParams(query).get('domain') ?? ''))
  return host && host.slug !== null && source.has(host.slug) ? healthy : notFound
}
