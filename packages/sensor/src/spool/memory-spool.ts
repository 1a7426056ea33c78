import { randomUUID } from 'node:crypto'
import { createSpoolMarks, type SpoolMark } from './marks.ts'
import type { SpooledResult } from './records.ts'
import type { ResultSource } from './result-source.ts'

/** A result that has no sequence yet. */
export type UnnumberedResult = Omit<SpooledResult, 'sequence'>

/**
 * Results that could not be written to the disk, in memory until the centre has stored them or the disk works again.
 */
export interface MemorySpool extends ResultSource {
  readonly held: number
  /** Adds results and gives them sequences. If there are too many, it drops the oldest ones of the largest shard. */
  append(results: readonly UnnumberedResult[]): SpooledResult[]
  /** Removes the results that the centre has stored. Marks of earlier sessions are ignored, as by the spool on disk. */
  applyMarks(marks: readonly SpoolMark[]): void
  /** Removes and returns all results that the centre has not stored. */
  drain(): UnnumberedResult[]
}

interface MemorySpoolOptions {
  readonly limit: number
  readonly onDropped: (results: number) => void
}

/**
 * Creates a memory spool with a host id that is new for every process: a restart loses the results, and their sequences
 * must not be used again under a host id that the centre knows.
 */
export function createMemorySpool({ limit, onDropped }: MemorySpoolOptions): MemorySpool {
  const groups = new Map<number, SpooledResult[]>()
  const next = new Map<number, number>()
  const stored = createSpoolMarks()
  let held = 0
  const getFirstSequence = (group: number) => groups.get(group)?.[0]?.sequence ?? next.get(group) ?? 1
  const dropOldest = (): void => {
    const largestShard = [...groups.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    const dropped = largestShard.splice(0, held - limit).length
    held -= dropped
    onDropped(dropped)
  }
  return {
    host: randomUUID(),
    get held() {
      return held
    },
    append(results) {
      const numbered = results.map((unnumbered) => {
        const { group } = unnumbered
        const sequence = next.get(group) ?? 1
        next.set(group, sequence + 1)
        const result = { ...unnumbered, sequence }
        const shardResults = groups.get(group)
        if (shardResults === undefined) groups.set(group, [result])
        else shardResults.push(result)
        return result
      })
      held += numbered.length
      while (held > limit) dropOldest()
      return numbered
    },
    applyMarks(marks) {
      for (const mark of marks) {
        stored.apply(mark)
        const [group] = mark
        const results = groups.get(group)
        if (results === undefined) continue
        const firstUnstored = results.findIndex(({ sequence }) => sequence > stored.get(group))
        held -= results.splice(0, firstUnstored === -1 ? results.length : firstUnstored).length
      }
    },
    drain() {
      const all = [...groups.values()].flat()
      groups.clear()
      held = 0
      return all.map(({ group, report, packed }) => ({ group, report, packed }))
    },
    first: getFirstSequence,
    outstanding: () =>
      new Map(
        [...groups].flatMap(([group, results]) => {
          const last = results.at(-1)
          return last === undefined ? [] : [[group, [getFirstSequence(group), last.sequence] as const] as const]
        }),
      ),
    async read(group, from, count) {
      const results = groups.get(group) ?? []
      const first = results.findIndex(({ sequence }) => sequence >= from)
      return first === -1 ? [] : results.slice(first, first + count)
    },
  }
}
