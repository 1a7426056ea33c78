import assert from 'node:assert/strict'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { withoutStream } from '../support/quiet.ts'
import type { World } from '../support/world.ts'

export interface Visitor {
  readonly language?: 'en' | 'pl'
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  /** The session of a signed-in user. */
  readonly session?: { readonly id: number; readonly token: string }
  /** Disables the page's policy against foreign scripts. */
  readonly withoutPolicy?: true
}

/** Errors that the browser reported while a page was open: failed scripts and violations of the page's policy. */
export type Complaints = string[]

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: Complaints
}

/**
 * Debian's headless shell, without browser windows, which take most of the time of a new context. Its sandbox does not
 * work for root, who runs the tests.
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
      // Only once: a reload after signing out stays signed out.
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
    // The browser also logs 4xx answers of the API as errors, which the app itself has to handle.
    if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      complaints.push(message.text())
  })
  await page.goto(address + path)
  return { page, context, complaints }
}

/** Asserts that there are this many elements, now or after a moment: pages follow changes with a delay. */
export async function there(found: Locator, count: number, why?: string): Promise<void> {
  for (let tries = 0; tries < 50 && (await found.count()) !== count; tries += 1) await found.page().waitForTimeout(100)
  assert.equal(await found.count(), count, why)
}

/** A pattern of a time in a sentence. Yesterday's times have a date, which matters a few minutes after midnight. */
export const clock = String.raw`(?:\d{1,2} [A-Z][a-z]+, )?\d\d:\d\d`
