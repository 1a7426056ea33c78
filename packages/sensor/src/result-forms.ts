import type { CommittedCommand } from '@wachta/bus'

/**
 * The form in which results are sent, by shard. A sensor packs results for a shard as long as the analyst of the shard
 * says that it reads packed ones, because analysts of older versions do not.
 */
export interface ResultForms {
  isPacked(group: number): boolean
  /** Takes what an analyst says with the marks of its shards. */
  accept(command: Pick<CommittedCommand, 'marks' | 'readsPacked'>): void
  /** Stops packing results of a shard until its analyst says again that it reads packed ones. */
  doubt(group: number): void
}

export function createResultForms(): ResultForms {
  const packed = new Set<number>()
  return {
    isPacked: (group) => packed.has(group),
    accept({ marks, readsPacked = false }) {
      for (const [group] of marks) {
        if (readsPacked) packed.add(group)
        else packed.delete(group)
      }
    },
    doubt: (group) => void packed.delete(group),
  }
}
