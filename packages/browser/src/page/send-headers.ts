import { type CheckSettings, readHeader, readLinesSetting } from '@wachta/checks'
import type { Browser } from 'playwright-core'

/**
 * Sends the headers of the settings to the origin of the service only: the browser asks again at each redirect, whereas
 * the library repeats the headers of a route wherever its request is redirected to. All frames and workers are included.
 * Without any headers, no request is intercepted.
 */
export async function sendHeaders(browser: Browser, settings: CheckSettings, { origin }: URL): Promise<void> {
  const headers = readLinesSetting(settings, 'request_headers')
    .map(readHeader)
    .filter(([name]) => !browserHeaderPattern.test(name))
  if (headers.length === 0) return
  const protocol = await browser.newBrowserCDPSession()
  protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
    const all = { ...lowerNames(Object.entries(request.headers)), ...lowerNames(headers) }
    const entries = Object.entries(all).filter(([name]) => name !== 'cookie')
    protocol
      .send('Fetch.continueRequest', { requestId, headers: entries.map(([name, value]) => ({ name, value })) })
      // The page has cancelled the request, or the browser has ended.
      .catch(() => undefined)
  })
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}

/** Headers that only the browser itself sets; it adds the cookies of the service to its requests. */
const browserHeaderPattern =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|via)$/i

const lowerNames = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
