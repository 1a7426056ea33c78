import { CheckFailure } from '@wachta/checks'
import { within } from './deadline.ts'
import { launchBrowser } from './launch.ts'

const trialMs = 15_000

/** Starts a browser in its jail, because only a trial shows whether the system permits it; returns the reason if it does not. */
export async function tryBrowserOnce(browser: string): Promise<string | null> {
  try {
    await within(showPage(browser), trialMs)
    return null
  } catch (cause) {
    return findReason(cause)
  }
}

async function showPage(browser: string): Promise<void> {
  const refuse = async () => {
    throw new CheckFailure('address_forbidden', 'the trial needs no network')
  }
  await using jailed = await launchBrowser({ browser, network: { dial: refuse } })
  const page = await jailed.browser.newPage()
  await page.setContent('<title>ready</title>')
  if ((await page.title()) !== 'ready') throw new Error('the browser shows no page')
}

/** The line of the output that names the cause; the library puts a page of other text around it. */
function findReason(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const line = message
    .split('\n')
    .find((each) => /\[err\].*(?:bwrap|setpriv|prlimit|sandbox|FATAL|namespace)/i.test(each))
  return (line?.replace(/^.*\[err\]\s*/, '') ?? message.split('\n')[0] ?? '').slice(0, 200)
}
