import type { Probe } from '@wachta/checks'
import type { Locator, Page } from 'playwright-core'
import { within } from './deadline.ts'
import { type HarPage, writeHar } from './page/har.ts'
import { readHtml } from './page/own-world.ts'
import type { LoggedRequest } from './page/request-log.ts'
import type { BrowserSession } from './session.ts'

/** Time for one piece of evidence. A page that hangs gives none. */
const evidenceMs = 2_000
const maxHtml = 1_000_000

interface KeptPages {
  readonly pages: readonly HarPage[]
  readonly secretFields: readonly Locator[]
}

/** Keeps what people would have seen, and what the page did. */
export async function keepBrowserEvidence(
  session: BrowserSession,
  probe: Probe,
  { pages, secretFields }: KeptPages,
): Promise<void> {
  const { requests, jailed } = session
  const har = writeHar(
    {
      pages,
      requests: requests.requests,
      connections: jailed.proxy.connections,
      pageOf: (request) => findPageId(request, pages),
    },
    probe.masks,
  )
  probe.keep('har', har, 'application/json')
  if (session.console.lines.length > 0) probe.keep('console_log', `${session.console.lines.join('\n')}\n`)
  if (session.hasCrashed || jailed.killedFor !== null) return
  const [picture, html] = await Promise.all([
    probe.hasKept('screenshot') ? null : takeScreenshot(session.page, probe, secretFields),
    within(readHtml(session.protocol), evidenceMs).catch(() => null),
  ])
  if (picture !== null) probe.keep('screenshot', picture, 'image/jpeg')
  if (html !== null) probe.keep('content', html.slice(0, maxHtml), 'text/html; charset=utf-8')
}

/** A picture of what the window shows, with secrets covered; null if the page does not let itself be painted. */
export async function takeScreenshot(
  page: Page,
  probe: Probe,
  covered: readonly Locator[] = [],
): Promise<Buffer | null> {
  const mask = [...covered, ...probe.masks.secrets.flatMap((secret) => showing(page, secret))]
  const options = { type: 'jpeg', quality: 70, timeout: evidenceMs, mask, maskColor: '#808080' } as const
  return within(page.screenshot(options), evidenceMs).catch(() => null)
}

/** Elements of all frames that show a text. */
const showing = (page: Page, text: string): Locator[] => page.frames().map((frame) => frame.getByText(text))

/** The last part that began before the request. */
const findPageId = ({ wallTime }: LoggedRequest, pages: readonly HarPage[]): string =>
  (pages.findLast(({ startedAt }) => startedAt <= wallTime) ?? pages[0])?.id ?? ''
