import type { SpooledResult } from './records.ts'

/** The results of one host with their sequences. They can be sent several times. */
export interface ResultSource {
  /** The id of the spool on disk or in memory that the sequences belong to. */
  readonly host: string
  /** Returns, for each shard, the range of sequences that the centre has not stored. */
  outstanding(): ReadonlyMap<number, readonly [from: number, to: number]>
  /** Returns the first sequence of a shard that can still be sent; earlier results are stored or lost. */
  first(shard: number): number
  /**
   * Reads results of a shard without gaps, from the sequence on or, if it is lost, from the next existing one. Rejects
   * if the reading fails now but can succeed later.
   */
  read(shard: number, from: number, limit: number): Promise<readonly SpooledResult[]>
}
