import { reject } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'

/** Browsers say so themselves, and no page can take it back. */
export const isBrowser = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] !== undefined || headers['sec-fetch-mode'] !== undefined

/**
 * Rejects a change that a page of another site has made a browser send. What is no browser has neither header. `none` is
 * somebody who typed the address.
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
