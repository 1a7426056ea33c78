import type { IncomingMessage } from 'node:http'

/**
 * Returns the IP address of the visitor: that of the connection or, if it comes from a trusted proxy, the last one in
 * X-Forwarded-For that is not a trusted proxy. Entries before it may be forged.
 */
export function getVisitorAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrustedProxy: (address: string) => boolean,
): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const chain = [
    request.socket.remoteAddress ?? '',
    ...forwarded
      .map((one) => one.trim())
      .filter(Boolean)
      .reverse(),
  ]
  return chain.find((address) => !isTrustedProxy(address)) ?? chain.at(-1) ?? ''
}
