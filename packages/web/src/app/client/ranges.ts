import { wireTimestamp } from './wire-time.ts'

/** The time ranges that can be selected for a service, in seconds. */
export const ranges = { day: 86_400, week: 604_800, month: 2_592_000, quarter: 7_776_000 } as const

export type RangeName = keyof typeof ranges

/** The ranges for single checks, which the API returns for at most a month; longer ranges have only totals. */
export const shortRanges: readonly RangeName[] = ['day', 'week', 'month']

export const toRange = (range: RangeName) => {
  const to = Math.ceil(Date.now() / 60_000) * 60_000
  return { from: wireTimestamp(to - ranges[range] * 1000), to: wireTimestamp(to) }
}

/** Returns the range that ends with the current minute, so that queries within that minute are equal and cached. */
export function lastPeriod(range: RangeName): { readonly from: string; readonly to: string } {
  const to = Math.ceil((Date.now() + 1) / 60_000) * 60_000
  return { from: wireTimestamp(to - ranges[range] * 1000), to: wireTimestamp(to) }
}

export const rangeNames = Object.keys(ranges) as RangeName[]
