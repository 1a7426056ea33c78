import type { Mark } from './marks.ts'
import type { SpooledResult } from './records.ts'

export interface SpoolOptions {
  readonly directory: string
  readonly now: () => number
  /** Told of results once they are on the disk, in the order of their sequences. */
  readonly onDurable: (results: readonly SpooledResult[]) => void
  /** Told of results that the disk did not take, and that are held in memory for the centre. */
  readonly onVolatile?: (results: readonly SpooledResult[]) => void
  /** The disk does not take what is to be written; it is tried again. */
  readonly onFault?: (error: unknown) => void
  /** What the centre has, as it was last known. */
  readonly committed?: readonly Mark[]
  /** From which segment on to tell of the slots in it. */
  readonly since?: number
  readonly limits?: Partial<SpoolLimits>
}

export interface SpoolLimits {
  readonly bytes: number
  readonly age_ms: number
  /** How much is kept of what the centre has, in case that it loses it: a quarter of the bytes, unless told otherwise. */
  readonly storedBytes?: number
  readonly segmentBytes: number
  /** How long a result waits for others to be written with. */
  readonly gather_ms: number
  /** How many results are held in memory while the disk takes nothing. */
  readonly pending: number
}

export const spoolLimits: SpoolLimits = {
  bytes: 1_073_741_824,
  age_ms: 86_400_000,
  segmentBytes: 1_048_576,
  gather_ms: 40,
  pending: 50_000,
}
