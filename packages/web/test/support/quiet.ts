import type { Page, Request } from 'playwright-core'

/** Ignores the live stream, which never ends, in waits for an idle network. */
export function withoutStream(page: Page): Page {
  const underWay = new Set<Request>()
  let restsSince = Date.now()
  const over = (request: Request) => {
    if (underWay.delete(request)) restsSince = Date.now()
  }
  page.on('request', (request) => {
    if (!/\/v3\/live$|\/live-worker-/.test(request.url())) underWay.add(request)
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  page.on('framenavigated', () => underWay.clear())
  const waitForLoadState = page.waitForLoadState.bind(page)
  page.waitForLoadState = async (state, options) => {
    if (state !== 'networkidle') return waitForLoadState(state, options)
    await waitForLoadState('load')
    const giveUp = Date.now() + 30_000
    while (underWay.size > 0 || Date.now() - restsSince < 500) {
      if (Date.now() > giveUp) throw new Error(`still under way: ${[...underWay].map((each) => each.url()).join(', ')}`)
      await page.waitForTimeout(50)
    }
  }
  return page
}
