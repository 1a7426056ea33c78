import { reject } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'

/** Returns whether a browser sent the request: browsers set these headers, and scripts cannot remove them. */
export const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] !== undefined || headers['sec-fetch-mode'] !== undefined

/**
 * Rejects a change that a page of another site made a browser send. Clients other than browsers send neither
 * `Sec-Fetch-Site` nor `Origin`. The site `none` means that the user typed the URL.
 */
export function rejectCrossSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = headers
  if (site === undefined && origin === undefined) return
  const sourceUrl = origin === undefined ? undefined : URL.parse(origin)
  const isOwn = sourceUrl?.host === host || (publicUrl !== undefined && sourceUrl?.origin === new URL(publicUrl).origin)
  if (!sourceUrl || !isOwn) reject('cross_site_request')
}
