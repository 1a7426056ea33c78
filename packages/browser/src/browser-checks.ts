import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { type BrowserChecks, CheckFailure } from '@wachta/checks'
import { within } from './deadline.ts'
import { launchBrowser } from './launch.ts'
import { openPage } from './page/open-page.ts'
import { runBrowserScenario } from './scenario/run-scenario.ts'
import type { BrowserProgram } from './session.ts'

/** Checks with this browser. */
export const createBrowserChecks = (browser: BrowserProgram): BrowserChecks => ({
  openPage: (check, scheme, probe) => openPage(browser, { check, scheme, probe }),
  runScenario: (check, probe) => runBrowserScenario(browser, check, probe),
})

/** Whether a sensor can run checks in a browser. */
export type BrowserAbility =
  | { readonly isAble: true; readonly path: string }
  | { readonly isAble: false; readonly reason: string }

const browserName = 'chromium-headless-shell'
const helpers = ['bwrap', 'socat', 'setpriv', 'prlimit']
const trialMs = 15_000

/** Starts a browser in its jail once, because only a trial shows whether the system permits it. */
export async function findBrowser(path = process.env['PATH'] ?? ''): Promise<BrowserAbility> {
  const missing = [browserName, ...helpers].filter((name) => findProgram(name, path) === undefined)
  const browser = findProgram(browserName, path)
  if (missing.length > 0 || browser === undefined)
    return { isAble: false, reason: `not installed: ${missing.join(', ')}` }
  try {
    await within(tryOnce(browser), trialMs)
    return { isAble: true, path: browser }
  } catch (cause) {
    return { isAble: false, reason: reasonIn(cause) }
  }
}

async function tryOnce(browser: string): Promise<void> {
  const refuse = async () => {
    throw new CheckFailure('address_forbidden', 'the trial needs no network')
  }
  await using jailed = await launchBrowser({ browser, network: { dial: refuse } })
  const page = await jailed.browser.newPage()
  await page.setContent('<title>ready</title>')
  if ((await page.title()) !== 'ready') throw new Error('the browser shows no page')
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(':')
    .map((directory) => join(directory, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** The line of the output that names the cause; the library puts a page of other text around it. */
function reasonIn(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const line = message
    .split('\n')
    .find((each) => /\[err\].*(?:bwrap|setpriv|prlimit|sandbox|FATAL|namespace)/i.test(each))
  return (line?.replace(/^.*\[err\]\s*/, '') ?? message.split('\n')[0] ?? '').slice(0, 200)
}
