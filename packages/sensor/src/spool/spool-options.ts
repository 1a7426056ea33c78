import type { SpoolMark } from './marks.ts'
import type { SpooledResult } from './records.ts'

export interface SpoolOptions {
  readonly directory: string
  readonly now: () => number
  /** A clock in milliseconds that is never set. */
  readonly monotonic?: () => number
  /** Called with results when they are on the disk, in the order of their sequences. */
  readonly onDurable: (results: readonly SpooledResult[]) => void
  /** Called with results that could not be written to the disk and are in memory only. */
  readonly onVolatile?: (results: readonly SpooledResult[]) => void
  /** Called when a write fails; it is tried again. */
  readonly onFault?: (error: unknown) => void
  /** The last known marks of the centre. */
  readonly committed?: readonly SpoolMark[]
  /** The first segment whose slots are returned as `recovered`. */
  readonly since?: number
  readonly limits?: Partial<SpoolLimits>
}

export interface SpoolLimits {
  readonly bytes: number
  /** How long results are kept; for unstored results of an earlier process, counted from the start of this one. */
  readonly ageMs: number
  /** The size of stored results that are kept in case the centre loses them; by default, a quarter of `bytes`. */
  readonly storedBytes?: number
  readonly segmentBytes: number
  /** How long a result waits so that others can be written together with it. */
  readonly gatherMs: number
  /** The largest number of results in memory while the disk is faulty. */
  readonly pending: number
}

export const spoolLimits: SpoolLimits = {
  bytes: 1_073_741_824,
  ageMs: 86_400_000,
  segmentBytes: 1_048_576,
  gatherMs: 40,
  pending: 50_000,
}
