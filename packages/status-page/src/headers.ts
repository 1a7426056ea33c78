/** What a page may load and who may frame it: nothing from elsewhere, and nobody. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** The widget is made for frames on other sites. */
export const widgetSecurityPolicy = contentSecurityPolicy.replace("frame-ancestors 'none'", 'frame-ancestors *')

/** Pictures may come from customers: opened by themselves, they load and run nothing. */
export const pictureSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const headersOfAll = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** The headers of a file besides its media type and those for caches. */
export function getFileHeaders(path: string): Readonly<Record<string, string>> {
  if (path === 'widget') return { ...headersOfAll, 'Content-Security-Policy': widgetSecurityPolicy, ...fromElsewhere }
  if (path === 'logo' || path === 'favicon.ico' || path.endsWith('.svg'))
    return { ...headersOfAll, 'Content-Security-Policy': pictureSecurityPolicy, ...fromElsewhere }
  // Programs on other sites read these, as they read those of Statuspage.
  if (path.startsWith('api/') || path.startsWith('feed.') || path.endsWith('.ics'))
    return { ...headersOfAll, 'Content-Security-Policy': contentSecurityPolicy, ...forPrograms }
  return { ...headersOfAll, 'Content-Security-Policy': contentSecurityPolicy, 'X-Frame-Options': 'DENY' }
}

const fromElsewhere = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const
const forPrograms = { ...fromElsewhere, 'Access-Control-Allow-Origin': '*' } as const
