import { toWireTime } from './wire-time.ts'

/** The time ranges that can be selected for a service, in seconds. */
export const rangeSeconds = { day: 86_400, week: 604_800, month: 2_592_000, quarter: 7_776_000 } as const

export type RangeName = keyof typeof rangeSeconds

/** The ranges for single checks, which the API returns for at most a month; longer ranges have only totals. */
export const shortRanges: readonly RangeName[] = ['day', 'week', 'month']

/** Like `getLastPeriod`, except that exactly at a full minute the range ends at that minute, not the next one. */
export const toRange = (range: RangeName) => {
  const to = Math.ceil(Date.now() / 60_000) * 60_000
  return { from: toWireTime(to - rangeSeconds[range] * 1000), to: toWireTime(to) }
}

/** Returns the range that ends with the current minute, so that queries within that minute are equal and cached. */
export function getLastPeriod(range: RangeName): { readonly from: string; readonly to: string } {
  const to = Math.ceil((Date.now() + 1) / 60_000) * 60_000
  return { from: toWireTime(to - rangeSeconds[range] * 1000), to: toWireTime(to) }
}

export const rangeNames = Object.keys(rangeSeconds) as RangeName[]
