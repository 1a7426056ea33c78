import type { HarRow } from './har.ts'

/** A request that only one of two page loads had, or that took more than twice as long in the second one. */
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

/** Compares the requests of two page loads by their URLs without queries; returns the largest differences first. */
export function compareRequests(before: readonly HarRow[], now: readonly HarRow[]): readonly RequestChange[] {
  const [slowestBefore, slowestNow] = [findSlowestByUrl(before), findSlowestByUrl(now)]
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

function findSlowestByUrl(rows: readonly HarRow[]): ReadonlyMap<string, number> {
  const slowest = new Map<string, number>()
  for (const { url, length } of rows) {
    const urlWithoutQuery = url.split(/[?#]/, 1)[0] ?? ''
    slowest.set(urlWithoutQuery, Math.max(slowest.get(urlWithoutQuery) ?? 0, length))
  }
  return slowest
}
