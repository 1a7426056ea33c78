import { CheckFailure, OverloadedError } from '@wachta/checks'
import { LateError } from './deadline.ts'
import { navigationFailure } from './failures.ts'
import type { BrowserSession } from './session.ts'

/** What an error of the browser says about the page. Throws the error if it says nothing. */
export function toFailure(cause: unknown, session: BrowserSession): CheckFailure {
  const { killedFor, proxy } = session.jailed
  if (killedFor !== null) return new CheckFailure('browser_crashed', killedFor)
  if (session.hasCrashed) return new CheckFailure('browser_crashed', 'the tab of the page crashed')
  if (proxy.exceeded !== null)
    return new CheckFailure('http_body_too_large', `the page loads without an end: ${proxy.exceeded}`)
  if (cause instanceof CheckFailure) return cause
  if (cause instanceof LateError) return new CheckFailure('browser_load_incomplete', 'the page does not react')
  if (cause instanceof Error && cause.message.includes('Download is starting'))
    return new CheckFailure('browser_navigation_failed', 'the address starts a download')
  if (cause instanceof Error && cause.message.includes('net::ERR_'))
    return navigationFailure(cause.message, session.page.url(), proxy.connections)
  throw cause
}

/** Failures that an overloaded sensor causes as well as a slow page. */
const timed =
  /^(?:timeout_|browser_load_incomplete$|browser_budget_exceeded$|browser_element_missing$|content_text_missing$)/

/** A page is not to blame for a failure in time while other work kept the processors from its browser. */
export function throwIfStarved({ kind }: CheckFailure, session: BrowserSession): void {
  if (timed.test(kind) && session.isStarved())
    throw new OverloadedError('other work kept the processors of the sensor busy')
}
