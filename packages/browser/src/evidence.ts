import type { Probe } from '@wachta/checks'
import type { Locator, Page } from 'playwright-core'
import { withTimeout } from './deadline.ts'
import { type HarPage, writeHar } from './page/har.ts'
import { readHtml } from './page/own-world.ts'
import type { LoggedRequest } from './page/request-log.ts'
import type { BrowserSession } from './session.ts'

/** The time limit for one piece of evidence; a page that hangs yields none. */
const evidenceTimeoutMs = 2_000
const maxHtmlLength = 1_000_000

interface EvidenceInput {
  readonly pages: readonly HarPage[]
  readonly secretFields: readonly Locator[]
}

/** Keeps the HAR, the console log, a screenshot and the HTML as evidence. */
export async function keepBrowserEvidence(
  session: BrowserSession,
  probe: Probe,
  { pages, secretFields }: EvidenceInput,
): Promise<void> {
  const { requests, jailed } = session
  const har = writeHar(
    {
      pages,
      requests: requests.requests,
      connections: jailed.proxy.connections,
      getPageId: (request) => findPageId(request, pages),
    },
    probe.masks,
  )
  probe.keep('har', har, 'application/json')
  if (session.console.lines.length > 0) probe.keep('console_log', `${session.console.lines.join('\n')}\n`)
  if (session.hasCrashed || jailed.killReason !== null) return
  const [picture, html] = await Promise.all([
    probe.hasKept('screenshot') ? null : takeScreenshot(session.page, probe, secretFields),
    withTimeout(readHtml(session.protocol), evidenceTimeoutMs).catch(() => null),
  ])
  if (picture !== null) probe.keep('screenshot', picture, 'image/jpeg')
  if (html !== null) probe.keep('content', html.slice(0, maxHtmlLength), 'text/html; charset=utf-8')
}

/** Takes a screenshot of the window, with secrets covered; null if that fails. */
export async function takeScreenshot(
  page: Page,
  probe: Probe,
  covered: readonly Locator[] = [],
): Promise<Buffer | null> {
  const mask = [...covered, ...probe.masks.secrets.flatMap((secret) => locateText(page, secret))]
  const options = { type: 'jpeg', quality: 70, timeout: evidenceTimeoutMs, mask, maskColor: '#808080' } as const
  return withTimeout(page.screenshot(options), evidenceTimeoutMs).catch(() => null)
}

/** Returns the elements that show a text, in all frames. */
const locateText = (page: Page, text: string): Locator[] => page.frames().map((frame) => frame.getByText(text))

/** Returns the id of the last page or step that began before the request. */
const findPageId = ({ wallTime }: LoggedRequest, pages: readonly HarPage[]): string =>
  (pages.findLast(({ startedAt }) => startedAt <= wallTime) ?? pages[0])?.id ?? ''
