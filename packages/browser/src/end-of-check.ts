import { CheckFailure, OverloadedError } from '@wachta/checks'
import { LateError } from './deadline.ts'
import { toNavigationFailure } from './failures.ts'
import type { BrowserSession } from './session.ts'

/** Converts an error of the browser to a failure of the page. Throws the error if it is not about the page. */
export function toFailure(cause: unknown, session: BrowserSession): CheckFailure {
  const { killReason: killedFor, proxy } = session.jailed
  if (killedFor !== null) return new CheckFailure('browser_crashed', killedFor)
  if (session.hasCrashed) return new CheckFailure('browser_crashed', 'the tab of the page crashed')
  if (proxy.exceededLimit !== null) return createLimitFailure(proxy.exceededLimit)
  if (cause instanceof CheckFailure) return cause
  if (cause instanceof LateError) return new CheckFailure('browser_load_incomplete', 'the page does not respond')
  if (cause instanceof Error && cause.message.includes('Download is starting'))
    return new CheckFailure('browser_navigation_failed', 'the address starts a download')
  if (cause instanceof Error && cause.message.includes('net::ERR_'))
    return toNavigationFailure(cause.message, session.page.url(), proxy.connections)
  if (cause instanceof Error && cause.message.includes('has been closed'))
    return new CheckFailure('browser_crashed', 'the browser exited')
  if (cause instanceof Error && libraryErrorPattern.test(cause.message))
    return new CheckFailure('browser_load_incomplete', `the page keeps navigating: ${toReason(cause)}`)
  throw cause
}

/** Errors of Playwright begin with the called function: `page.goto: Navigation interrupted by another one`. */
const libraryErrorPattern = /^(?:page|frame|locator|cdpSession|elementHandle)\.\w+: /

const toReason = ({ message }: Error): string =>
  (message.split('\n')[0] ?? '').replace(libraryErrorPattern, '').slice(0, 200)

/** Throws if the page exceeded a network limit, which is a failure even if the page has loaded. */
export function throwIfExceeded({ jailed }: BrowserSession): void {
  if (jailed.proxy.exceededLimit !== null) throw createLimitFailure(jailed.proxy.exceededLimit)
}

const createLimitFailure = (limit: string): CheckFailure =>
  new CheckFailure('http_body_too_large', `the page exceeded a network limit: ${limit}`)

/** Failures that an overloaded sensor can cause just like a slow page. */
const timeDependentPattern =
  /^(?:timeout_|browser_load_incomplete$|browser_budget_exceeded$|browser_element_missing$|content_text_missing$)/

/**
 * Throws if a failure that depends on time has another cause: the page flooded the browser, or other work kept the CPUs
 * of the sensor busy, for which the page is not to blame.
 */
export function throwIfStarved({ kind }: CheckFailure, session: BrowserSession): void {
  if (!timeDependentPattern.test(kind)) return
  if (session.isFlooded()) throw createFloodFailure()
  if (session.isStarved()) throw new OverloadedError('other work kept the processors of the sensor busy')
}

export const createFloodFailure = (): CheckFailure =>
  new CheckFailure('browser_crashed', 'the page floods the browser with messages')
