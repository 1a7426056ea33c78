import { getPushKey, getSubscribeUrl, type SubscribableView } from './links.ts'
import { pushWorkerPath } from './push-worker.ts'

/** A page loads nothing from other origins, and no site may frame it. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; worker-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The widget is made for frames on other sites. */
export const widgetSecurityPolicy = contentSecurityPolicy.replace("frame-ancestors 'none'", 'frame-ancestors *')

/** Pictures may come from customers: opened by themselves, they load and run nothing. */
export const pictureSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** The worker that shows push messages loads nothing at all. */
const workerSecurityPolicy = "default-src 'none'"

const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The headers of a file besides its media type and those for caches; its page may have a form that posts to the api. */
export function getFileHeaders(path: string, view: SubscribableView = {}): Readonly<Record<string, string>> {
  if (path === 'widget') return { ...headersOfAll, 'Content-Security-Policy': widgetSecurityPolicy, ...fromElsewhere }
  if (path === 'logo' || path === 'favicon.ico' || path.endsWith('.svg'))
    return { ...headersOfAll, 'Content-Security-Policy': pictureSecurityPolicy, ...fromElsewhere }
  if (path === pushWorkerPath)
    return { ...headersOfAll, 'Content-Security-Policy': workerSecurityPolicy, 'X-Frame-Options': 'DENY' }
  // Programs on other sites read these, as they read those of Statuspage.
  if (path.startsWith('api/') || path.startsWith('feed.') || path.endsWith('.ics'))
    return { ...headersOfAll, 'Content-Security-Policy': contentSecurityPolicy, ...forPrograms }
  return { ...headersOfAll, 'Content-Security-Policy': allowSubscribing(view), 'X-Frame-Options': 'DENY' }
}

/** Forms and scripts may post to the api; with push messages, the page may start the worker that shows them. */
function allowSubscribing(view: SubscribableView): string {
  const url = getSubscribeUrl(view)
  if (url === undefined) return contentSecurityPolicy
  const policy = contentSecurityPolicy.replaceAll(/(?<=connect-src|form-action) 'self'/g, `$& ${new URL(url).origin}`)
  return getPushKey(view) === undefined ? policy : policy.replace("worker-src 'none'", "worker-src 'self'")
}

const fromElsewhere = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const
const forPrograms = { ...fromElsewhere, 'Access-Control-Allow-Origin': '*' } as const
