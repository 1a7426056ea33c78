import type { PageView, PostView } from './view.ts'

const schemes = ['http:', 'https:', 'mailto:']

/** Normalizes an address that links may use; undefined for scripts, data and other schemes. */
export function toSafeUrl(address: string): string | undefined {
  const url = URL.parse(address.trim())
  return url !== null && schemes.includes(url.protocol) ? url.href : undefined
}

/** An e-mail address as a link; undefined if it has characters that could add something to the message. */
export const toMailLink = (address: string): string | undefined =>
  /^[^\s"'<>?&%,;:@\\]+@[^\s"'<>?&%,;:@\\/]+$/.test(address) ? `mailto:${address}` : undefined

/** Without a slash at its end; feeds cannot have relative addresses. Empty if the page has no address of the web. */
export function getPageUrl({ url }: PageView): string {
  const safe = toSafeUrl(url) ?? ''
  return /^https?:/.test(safe) ? safe.replace(/\/+$/, '') : ''
}

/** What visitors need to subscribe. */
export type SubscribableView = Pick<PageView, 'subscribeUrl' | 'pushKey'>

/** Where visitors subscribe; undefined if they cannot. */
export function getSubscribeUrl({ subscribeUrl }: SubscribableView): string | undefined {
  const safe = toSafeUrl(subscribeUrl ?? '')
  return safe !== undefined && /^https?:/.test(safe) ? safe : undefined
}

/** The key with which browsers subscribe; undefined if they cannot. */
export function getPushKey(view: SubscribableView): string | undefined {
  const { pushKey } = view
  if (getSubscribeUrl(view) === undefined || typeof pushKey !== 'string') return undefined
  return /^[\w-]{87}$/.test(pushKey) ? pushKey : undefined
}

export const getPostUrl = (view: PageView, { publicId }: PostView): string =>
  `${getPageUrl(view)}/posts/${encodeURIComponent(publicId)}`
