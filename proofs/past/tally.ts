import type { Operation } from '@wachta/resource'
import type { Write } from './writes.ts'

export interface Tally {
  add(write: Write, status: number): void
  print(print: (line: string) => void): void
  /** What the run did not cover. A run in which everything is rejected proves nothing. */
  gaps(): string[]
}

interface Count {
  tried: number
  accepted: number
}

/** Families through which the past could be rewritten: most of their writes must have been accepted. */
const historyFamilies = new Set([
  'suspensions',
  'service_suspensions',
  'corrections',
  'services',
  'accounts',
  'history',
])
/** With fewer tries, a family is not judged. */
const minTries = 20

/** Counts what was tried and what was accepted, by operation and by family. */
export function createTally(operations: readonly Operation[]): Tally {
  const byOperation = new Map<string, Count>(operations.map(({ id }) => [id, { tried: 0, accepted: 0 }]))
  const byFamily = new Map<string, Count>(operations.map(({ tag }) => [tag, { tried: 0, accepted: 0 }]))
  const statuses = new Map<number, number>()
  const total = { tried: 0, accepted: 0 }
  return {
    add({ operation, family }, status) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      for (const count of [byOperation.get(operation), byFamily.get(family), total]) {
        if (!count) throw new Error(`no such operation: ${operation} of ${family}`)
        count.tried += 1
        if (status < 300) count.accepted += 1
      }
    },
    print(print) {
      for (const [family, { tried, accepted }] of [...byFamily].toSorted())
        print(`${family.padEnd(28)} ${String(tried).padStart(5)} tried ${String(accepted).padStart(5)} accepted`)
      const neverAccepted = [...byOperation].filter(([, { accepted }]) => accepted === 0).map(([id]) => id)
      print(
        `answers: ${[...statuses]
          .toSorted(([a], [b]) => a - b)
          .map(([status, count]) => `${status} × ${count}`)
          .join(', ')}`,
      )
      print(
        `${total.accepted} of ${total.tried} writes accepted; operations never accepted: ${neverAccepted.join(', ') || 'none'}`,
      )
    },
    gaps() {
      const untried = [...byOperation].filter(([, { tried }]) => tried === 0).map(([id]) => `${id} was never tried`)
      const rejectedTooOften = [...byFamily]
        .filter(([family, count]) => count.accepted < getMinAccepted(family, count.tried))
        .map(([family, { tried, accepted }]) => `${family}: only ${accepted} of ${tried} accepted`)
      const failed = statuses.get(500) ?? 0
      return [...untried, ...rejectedTooOften, ...(failed > 0 ? [`${failed} server errors`] : [])]
    },
  }
}

const getMinAccepted = (family: string, tried: number): number =>
  tried < minTries ? 0 : Math.ceil(tried * (historyFamilies.has(family) ? 0.3 : 0.05))
