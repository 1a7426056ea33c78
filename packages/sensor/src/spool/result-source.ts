import type { SpooledResult } from './records.ts'

/** Numbered results of one host that can be sent, and sent again. */
export interface ResultSource {
  /** Names the disk, or the memory: another one is another host. */
  readonly host: string
  /** What the centre does not have: [from, to] by group. */
  outstanding(): ReadonlyMap<number, readonly [from: number, to: number]>
  /** The first sequence of a group that is still held: what came before will not come any more. */
  first(group: number): number
  /** Results of a group from a sequence on, or from the next one that is left, without a gap between them. */
  read(group: number, from: number, limit: number): Promise<readonly SpooledResult[]>
}
