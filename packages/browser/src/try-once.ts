import { CheckFailure } from '@wachta/checks'
import { withTimeout } from './deadline.ts'
import { launchBrowser } from './launch.ts'

const trialTimeoutMs = 15_000

/**
 * Starts a browser in its jail, because only a trial shows whether the system permits it. Returns the reason if it
 * fails.
 */
export async function tryBrowserOnce(browser: string): Promise<string | null> {
  try {
    await withTimeout(showPage(browser), trialTimeoutMs)
    return null
  } catch (cause) {
    return findReason(cause)
  }
}

async function showPage(browser: string): Promise<void> {
  const rejectConnection = async () => {
    throw new CheckFailure('address_forbidden', 'the trial needs no network')
  }
  await using jailed = await launchBrowser({ browser, network: { dial: rejectConnection } })
  const page = await jailed.browser.newPage()
  await page.setContent('<title>ready</title>')
  if ((await page.title()) !== 'ready') throw new Error('the browser shows no page')
}

/** Finds the line of the output that names the cause; Playwright adds a page of other text. */
function findReason(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const line = message
    .split('\n')
    .find((each) => /\[err\].*(?:bwrap|setpriv|prlimit|sandbox|FATAL|namespace)/i.test(each))
  return (line?.replace(/^.*\[err\]\s*/, '') ?? message.split('\n')[0] ?? '').slice(0, 200)
}
