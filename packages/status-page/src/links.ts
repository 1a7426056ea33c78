import type { PageView, PostView } from './view.ts'

const schemes = ['http:', 'https:', 'mailto:']

/** Normalizes the target of a link; undefined for scripts, data and other schemes that are not allowed. */
export function toSafeUrl(address: string): string | undefined {
  const url = URL.parse(address.trim())
  return url !== null && schemes.includes(url.protocol) ? url.href : undefined
}

/** An e-mail address as a link; undefined if it has characters that could add something to the message. */
export const toMailLink = (address: string): string | undefined =>
  /^[^\s"'<>?&%,;:@\\]+@[^\s"'<>?&%,;:@\\/]+$/.test(address) ? `mailto:${address}` : undefined

/**
 * The absolute URL of the page, which feeds need, without a trailing slash; empty if it is not an HTTP or HTTPS URL.
 */
export function getPageUrl({ url }: PageView): string {
  const safe = toSafeUrl(url) ?? ''
  return /^https?:/.test(safe) ? safe.replace(/\/+$/, '') : ''
}

/** The fields of a page that visitors need to subscribe. */
export type SubscribableView = Pick<PageView, 'subscribeUrl' | 'pushKey'>

/** The URL to which subscriptions are sent; undefined if visitors cannot subscribe. */
export function getSubscribeUrl({ subscribeUrl }: SubscribableView): string | undefined {
  const safe = toSafeUrl(subscribeUrl ?? '')
  return safe !== undefined && /^https?:/.test(safe) ? safe : undefined
}

/** The key with which browsers subscribe to push messages; undefined if they cannot. */
export function getPushKey(view: SubscribableView): string | undefined {
  const { pushKey } = view
  if (getSubscribeUrl(view) === undefined || typeof pushKey !== 'string') return undefined
  return /^[\w-]{87}$/.test(pushKey) ? pushKey : undefined
}

export const getPostUrl = (view: PageView, { publicId }: PostView): string =>
  `${getPageUrl(view)}/posts/${encodeURIComponent(publicId)}`
