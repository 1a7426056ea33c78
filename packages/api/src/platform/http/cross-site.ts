import { reject } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'

/** Returns whether a browser sent the request: browsers set these headers, and scripts cannot remove them. */
export const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] !== undefined || headers['sec-fetch-mode'] !== undefined

/**
 * Rejects a change that a page of another site made a browser send. Other clients than browsers send neither header.
 * The site `none` means that the user typed the URL.
 */
export function rejectCrossSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = headers
  if (site === undefined && origin === undefined) return
  const from = origin === undefined ? undefined : URL.parse(origin)
  const isOwn = from?.host === host || (publicUrl !== undefined && from?.origin === new URL(publicUrl).origin)
  if (!from || !isOwn) reject('cross_site_request')
}
