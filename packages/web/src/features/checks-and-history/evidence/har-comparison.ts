import type { HarRow } from './har.ts'

/** A request that the other page did not have, or that took more than twice as long. */
export interface RequestChange {
  readonly kind: 'new' | 'gone' | 'slower'
  /** The URL without the query, which often differs in every check. */
  readonly url: string
  /** The duration of the slowest request to this URL, in milliseconds; null if there was none. */
  readonly before: number | null
  readonly now: number | null
}

/** A difference that is shorter than this is noise, whatever its factor. */
const minDifferenceMs = 50
const slowerFactor = 2

/** Compares the requests of two pages by their addresses without queries: the slowest differences first. */
export function compareRequests(before: readonly HarRow[], now: readonly HarRow[]): readonly RequestChange[] {
  const [slowestBefore, slowestNow] = [findSlowestByAddress(before), findSlowestByAddress(now)]
  const changes: RequestChange[] = []
  for (const [url, length] of slowestNow) {
    const former = slowestBefore.get(url)
    if (former === undefined) changes.push({ kind: 'new', url, before: null, now: length })
    else if (length > former * slowerFactor && length - former >= minDifferenceMs)
      changes.push({ kind: 'slower', url, before: former, now: length })
  }
  for (const [url, length] of slowestBefore)
    if (!slowestNow.has(url)) changes.push({ kind: 'gone', url, before: length, now: null })
  return changes.toSorted((one, other) => getDifferenceMs(other) - getDifferenceMs(one))
}

const getDifferenceMs = ({ before, now }: RequestChange): number => Math.abs((now ?? 0) - (before ?? 0))

function findSlowestByAddress(rows: readonly HarRow[]): ReadonlyMap<string, number> {
  const slowest = new Map<string, number>()
  for (const { url, length } of rows) {
    const address = url.split(/[?#]/, 1)[0] ?? ''
    slowest.set(address, Math.max(slowest.get(address) ?? 0, length))
  }
  return slowest
}
