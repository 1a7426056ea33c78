import { CheckFailure, OverloadedError } from '@wachta/checks'
import { LateError } from './deadline.ts'
import { toNavigationFailure } from './failures.ts'
import type { BrowserSession } from './session.ts'

/** Converts an error of the browser to a failure of the page. Throws the error if it is not about the page. */
export function toFailure(cause: unknown, session: BrowserSession): CheckFailure {
  const { killedFor, proxy } = session.jailed
  if (killedFor !== null) return new CheckFailure('browser_crashed', killedFor)
  if (session.hasCrashed) return new CheckFailure('browser_crashed', 'the tab of the page crashed')
  if (proxy.exceeded !== null) return createLimitFailure(proxy.exceeded)
  if (cause instanceof CheckFailure) return cause
  if (cause instanceof LateError) return new CheckFailure('browser_load_incomplete', 'the page does not react')
  if (cause instanceof Error && cause.message.includes('Download is starting'))
    return new CheckFailure('browser_navigation_failed', 'the address starts a download')
  if (cause instanceof Error && cause.message.includes('net::ERR_'))
    return toNavigationFailure(cause.message, session.page.url(), proxy.connections)
  if (cause instanceof Error && cause.message.includes('has been closed'))
    return new CheckFailure('browser_crashed', 'the browser ended')
  if (cause instanceof Error && ofLibrary.test(cause.message))
    return new CheckFailure('browser_load_incomplete', `the page does not hold still: ${toReason(cause)}`)
  throw cause
}

/** Errors of the library begin with the called function: `page.goto: Navigation interrupted by another one`. */
const ofLibrary = /^(?:page|frame|locator|cdpSession|elementHandle)\.\w+: /

const toReason = ({ message }: Error): string => (message.split('\n')[0] ?? '').replace(ofLibrary, '').slice(0, 200)

/** A page that took too much of the network is not well, even if it has loaded. */
export function throwIfExceeded({ jailed }: BrowserSession): void {
  if (jailed.proxy.exceeded !== null) throw createLimitFailure(jailed.proxy.exceeded)
}

const createLimitFailure = (limit: string): CheckFailure =>
  new CheckFailure('http_body_too_large', `the page loads without an end: ${limit}`)

/** Failures that an overloaded sensor causes as well as a slow page. */
const timed =
  /^(?:timeout_|browser_load_incomplete$|browser_budget_exceeded$|browser_element_missing$|content_text_missing$)/

/** A page is not to blame for a failure in time while other work kept the processors from its browser. */
export function throwIfStarved({ kind }: CheckFailure, session: BrowserSession): void {
  if (!timed.test(kind)) return
  if (session.isFlooded()) throw createFloodFailure()
  if (session.isStarved()) throw new OverloadedError('other work kept the processors of the sensor busy')
}

export const createFloodFailure = (): CheckFailure =>
  new CheckFailure('browser_crashed', 'the page floods the browser with messages')
