import type { CommittedCommand } from '@wachta/bus'

/**
 * The form in which results are sent, by shard. A sensor packs results for a shard as long as the analyst of the shard
 * says that it reads packed ones, because analysts of older versions do not.
 */
export interface ResultForms {
  isPacked(group: number): boolean
  /** Reads from the marks of an analyst whether it reads packed results of its shards. */
  accept(command: Pick<CommittedCommand, 'marks' | 'readsPacked'>): void
  /** Stops packing results of a shard until its analyst confirms again that it reads packed ones. */
  stopPacking(group: number): void
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
    stopPacking: (group) => void packed.delete(group),
  }
}
