import assert from 'node:assert/strict'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { withoutStream } from '../support/quiet.ts'
import type { World } from '../support/world.ts'

export interface Visitor {
  readonly language?: 'en' | 'pl'
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  /** Signed in already with this session. */
  readonly session?: { readonly id: number; readonly token: string }
  /** As if the page had no policy that keeps scripts from elsewhere out. */
  readonly withoutPolicy?: true
}

/** What a browser complained about while a page was open: scripts that failed, and what the policy of the page kept out. */
export type Complaints = string[]

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: Complaints
}

/**
 * Debian's own, without the windows around pages, which take most of the time of a new context. Its sandbox does not work
 * for root, which is who tests run as.
 */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking', '--no-first-run'],
  })

/** Opens a path as a user, in a browser with empty storage. */
export async function visit(
  browser: Browser,
  { address }: Pick<World, 'address'>,
  path: string,
  as: Visitor = {},
): Promise<Visit> {
  const { language = 'en', theme = 'light', width = 1280, session, withoutPolicy = false } = as
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    timezoneId: 'Europe/Warsaw',
    reducedMotion: 'reduce',
    bypassCSP: withoutPolicy,
  })
  await context.addInitScript(
    ({ kept, language, theme }) => {
      if (localStorage.getItem('wachta.preferences') === null)
        localStorage.setItem('wachta.preferences', JSON.stringify({ language, theme, clock: 'browser' }))
      // Only once: a page that is loaded again after signing out stays signed out.
      if (kept && sessionStorage.getItem('visited') === null)
        sessionStorage.setItem('wachta.session', JSON.stringify(kept))
      sessionStorage.setItem('visited', 'yes')
    },
    { kept: session ?? null, language, theme },
  )
  const page = withoutStream(await context.newPage())
  page.setDefaultTimeout(20_000)
  const complaints: Complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // A refusal of the API is logged by the browser as an error too; those are ours to show, not to hide.
    if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      complaints.push(message.text())
  })
  await page.goto(address + path)
  return { page, context, complaints }
}

/** So many of something are there, or will be in a moment: what a page shows follows what it was told. */
export async function there(found: Locator, count: number, why?: string): Promise<void> {
  for (let tries = 0; tries < 50 && (await found.count()) !== count; tries += 1) await found.page().waitForTimeout(100)
  assert.equal(await found.count(), count, why)
}

/** A time in a sentence, for a pattern. What was yesterday has its date, and a few minutes after midnight much was yesterday. */
export const clock = String.raw`(?:\d{1,2} [A-Z][a-z]+, )?\d\d:\d\d`
