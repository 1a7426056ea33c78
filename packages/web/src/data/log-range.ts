import { type RangeName, ranges } from './service.ts'
import { wireTime } from './wire-time.ts'

/** The last so many days, to the end of this minute: whoever asks again within it asks the same. */
export function lastOf(range: RangeName): { readonly from: string; readonly to: string } {
  const to = Math.ceil((Date.now() + 1) / 60_000) * 60_000
  return { from: wireTime(to - ranges[range] * 1000), to: wireTime(to) }
}

export const rangeNames = Object.keys(ranges) as RangeName[]
