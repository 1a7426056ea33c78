import type { CheckReport } from '@wachta/bus'
import { packChecks } from '@wachta/domain'
import type { SpooledResult } from '@wachta/sensor/src/spool/records.ts'

interface SpooledResults {
  /** The sequence number of the first stored result. */
  first: number
  results: SpooledResult[]
}

/** A disk that never fails: results with their sequence numbers until the centre has them. */
export function createSpool(host: string) {
  const shelves = new Map<number, SpooledResults>()
  const getShelf = (group: number): SpooledResults => {
    const known = shelves.get(group) ?? { first: 1, results: [] }
    shelves.set(group, known)
    return known
  }
  return {
    host,
    append(group: number, report: CheckReport): SpooledResult {
      const { first, results: held } = getShelf(group)
      const spooled = { group, sequence: first + held.length, report, packed: packChecks([report]) }
      held.push(spooled)
      return spooled
    },
    committed(marks: Iterable<readonly [group: number, sequence: number]>): void {
      for (const [group, sequence] of marks) {
        const known = getShelf(group)
        const committedCount = Math.min(known.results.length, sequence - known.first + 1)
        if (committedCount <= 0) continue
        known.results = known.results.slice(committedCount)
        known.first += committedCount
      }
    },
    outstanding: (): ReadonlyMap<number, readonly [from: number, to: number]> =>
      new Map(
        [...shelves]
          .filter(([, { results: held }]) => held.length > 0)
          .map(([group, { first, results: held }]) => [group, [first, first + held.length - 1]]),
      ),
    first: (group: number): number => getShelf(group).first,
    async read(group: number, from: number, limit: number): Promise<readonly SpooledResult[]> {
      const { first, results: held } = getShelf(group)
      const offset = Math.max(0, from - first)
      return held.slice(offset, offset + limit)
    },
  }
}
