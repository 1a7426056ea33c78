import { getPushKey, getSubscribeUrl, type SubscribableView } from './links.ts'
import { pushWorkerPath } from './push-worker.ts'

/** A page loads nothing from other origins, and no site may frame it. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; worker-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The widget is made for frames on other sites. */
export const widgetSecurityPolicy = contentSecurityPolicy.replace("frame-ancestors 'none'", 'frame-ancestors *')

/** Pictures may come from customers: even if opened directly, they must load and run nothing. */
export const pictureSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** The worker that shows push messages loads nothing at all. */
const workerSecurityPolicy = "default-src 'none'"

const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** Returns the headers of a file, except media type and caching. `view` says whether visitors can subscribe. */
export function getFileHeaders(path: string, view: SubscribableView = {}): Readonly<Record<string, string>> {
  if (path === 'widget')
    return { ...commonHeaders, 'Content-Security-Policy': widgetSecurityPolicy, ...crossOriginHeaders }
  if (path === 'logo' || path === 'favicon.ico' || path.endsWith('.svg'))
    return { ...commonHeaders, 'Content-Security-Policy': pictureSecurityPolicy, ...crossOriginHeaders }
  if (path === pushWorkerPath)
    return { ...commonHeaders, 'Content-Security-Policy': workerSecurityPolicy, 'X-Frame-Options': 'DENY' }
  // Scripts on other sites may read these files, as they may read those of Atlassian Statuspage.
  if (path.startsWith('api/') || path.startsWith('feed.') || path.endsWith('.ics'))
    return { ...commonHeaders, 'Content-Security-Policy': contentSecurityPolicy, ...corsHeaders }
  return { ...commonHeaders, 'Content-Security-Policy': allowSubscribing(view), 'X-Frame-Options': 'DENY' }
}

/** Allows forms and scripts to post to the API and, if browsers can subscribe, the worker that shows push messages. */
function allowSubscribing(view: SubscribableView): string {
  const url = getSubscribeUrl(view)
  if (url === undefined) return contentSecurityPolicy
  const policy = contentSecurityPolicy.replaceAll(/(?<=connect-src|form-action) 'self'/g, `$& ${new URL(url).origin}`)
  return getPushKey(view) === undefined ? policy : policy.replace("worker-src 'none'", "worker-src 'self'")
}

const crossOriginHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const
const corsHeaders = { ...crossOriginHeaders, 'Access-Control-Allow-Origin': '*' } as const
