import type { Page } from 'playwright-core'

/** What people notice of the loading of a page. Milliseconds after the navigation began; null for what did not happen. */
export interface Vitals {
  readonly firstByte: number | null
  readonly contentLoaded: number | null
  readonly load: number | null
  readonly firstContentfulPaint: number | null
  readonly largestContentfulPaint: number | null
  /** A fraction, as browsers define it. */
  readonly layoutShift: number
}

/**
 * Runs in the page before its own scripts; as text, because it belongs to the page and not to this program. A page can
 * lie about its vitals, but only to its owner.
 */
export const observeVitals = `(() => {
  const seen = { fcp: null, lcp: null, cls: 0 }
  const observe = (type, take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    } catch {}
  }
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime })
  observe('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value })
  Object.defineProperty(globalThis, '__wachtaVitals', { value: seen })
})()`

const readInPage = `(() => {
  const [navigation] = performance.getEntriesByType('navigation')
  return {
    firstByte: navigation?.responseStart,
    contentLoaded: navigation?.domContentLoadedEventEnd,
    load: navigation?.loadEventEnd,
    ...globalThis.__wachtaVitals,
  }
})()`

export async function measureVitals(page: Page): Promise<Vitals> {
  const read = (await page.evaluate(readInPage)) as Readonly<Record<string, unknown>>
  return {
    firstByte: time(read['firstByte']),
    contentLoaded: time(read['contentLoaded']),
    load: time(read['load']),
    firstContentfulPaint: time(read['fcp']),
    largestContentfulPaint: time(read['lcp']),
    layoutShift: fraction(read['cls']),
  }
}

const maxTime = 3_600_000

/** What comes from a page may be anything. */
const time = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 && value <= maxTime ? value : null

const fraction = (value: unknown): number => (typeof value === 'number' && value >= 0 ? Math.min(value, 1_000) : 0)
