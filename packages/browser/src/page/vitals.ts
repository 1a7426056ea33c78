import type { CDPSession } from 'playwright-core'
import { evaluateInOwnWorld, runBeforePageScripts } from './own-world.ts'

/** The Web Vitals of a page, in milliseconds after the start of the navigation; null if one did not occur. */
export interface Vitals {
  readonly firstByte: number | null
  readonly contentLoaded: number | null
  readonly load: number | null
  readonly firstContentfulPaint: number | null
  readonly largestContentfulPaint: number | null
  /** A fraction, as browsers define it. */
  readonly layoutShift: number
}

/** As text, because it runs in the page and not in this program. */
const observerScript = `(() => {
  const seen = { fcp: null, lcp: null, cls: 0 }
  const shifts = { first: 0, last: 0, sum: 0 }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime })
  observe('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  // The worst window of shifts that follow each other within a second, of at most five seconds.
  observe('layout-shift', ({ hadRecentInput, startTime, value }) => {
    if (hadRecentInput) return
    if (startTime - shifts.last >= 1000 || startTime - shifts.first >= 5000) Object.assign(shifts, { first: startTime, sum: 0 })
    shifts.last = startTime
    shifts.sum += value
    seen.cls = Math.max(seen.cls, shifts.sum)
  })
  globalThis.vitals = seen
})()`

/** How long to wait for the first paint of a page that has loaded; a page without content is never painted. */
const maxPaintMs = 500

const readerScript = `(async () => {
  const { vitals } = globalThis
  const end = performance.now() + ${maxPaintMs}
  while (vitals && (vitals.fcp === null || vitals.lcp === null) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  const [navigation] = performance.getEntriesByType('navigation')
  return {
    firstByte: navigation?.responseStart,
    contentLoaded: navigation?.domContentLoadedEventEnd,
    load: navigation?.loadEventEnd,
    ...vitals,
  }
})()`

export const observeVitals = (protocol: CDPSession): Promise<void> => runBeforePageScripts(protocol, observerScript)

export async function measureVitals(protocol: CDPSession): Promise<Vitals> {
  const values = (await evaluateInOwnWorld(protocol, readerScript)) as Readonly<Record<string, unknown>>
  return {
    firstByte: toTime(values['firstByte']),
    contentLoaded: toTime(values['contentLoaded']),
    load: toTime(values['load']),
    firstContentfulPaint: toTime(values['fcp']),
    largestContentfulPaint: toTime(values['lcp']),
    layoutShift: toFraction(values['cls']),
  }
}

const maxTimeMs = 3_600_000

/** Validates the values, because the page can return anything. */
const toTime = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 && value <= maxTimeMs ? value : null

const toFraction = (value: unknown): number => (typeof value === 'number' && value >= 0 ? Math.min(value, 1_000) : 0)
