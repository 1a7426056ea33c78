import { type CheckSettings, isBrowserHeader, readHeader, readLinesSetting } from '@wachta/checks'
import type { Browser } from 'playwright-core'

/**
 * Sends the headers of the settings to the origin of the service only. The browser pauses a request again at each
 * redirect, whereas Playwright's own routes send their headers wherever the request is redirected to. All frames and
 * workers are included. Without any headers, no request is intercepted.
 */
export async function sendHeaders(browser: Browser, settings: CheckSettings, { origin }: URL): Promise<void> {
  const headers = readLinesSetting(settings, 'request_headers')
    .map(readHeader)
    // Services that were stored before these headers were rejected may still have some.
    .filter(([name]) => !isBrowserHeader(name))
  if (headers.length === 0) return
  const protocol = await browser.newBrowserCDPSession()
  protocol.on('Fetch.requestPaused', ({ requestId, request }) => {
    const all = { ...lowerNames(Object.entries(request.headers)), ...lowerNames(headers) }
    // The browser itself adds the cookies of the service.
    const entries = Object.entries(all).filter(([name]) => name !== 'cookie')
    protocol
      .send('Fetch.continueRequest', { requestId, headers: entries.map(([name, value]) => ({ name, value })) })
      // The page has cancelled the request, or the browser has ended.
      .catch(() => undefined)
  })
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}

const lowerNames = (headers: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
