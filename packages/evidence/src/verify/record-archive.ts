import type { SealScope, SealWindow } from '../seal/window.ts'

/** A record of an archive, with the bytes that seals are computed from. */
export interface ArchivedRecord {
  /** Epoch milliseconds. */
  readonly time: number
  readonly record: Buffer
}

/** A copy of the analyses outside the database, which keeps them longer. */
export interface RecordArchive {
  /** The days that it must contain completely, in epoch milliseconds. */
  readonly range: SealWindow
  /** Returns the records of services in a window, in order; services without records are absent. */
  readRecords(scope: SealScope): Promise<ReadonlyMap<number, readonly ArchivedRecord[]>>
  /** Returns the services that have records in a window. */
  listServices(window: SealWindow): Promise<readonly number[]>
}
