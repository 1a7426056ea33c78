import type { Database } from '@wachta/database'
import type { ChainHead } from '../seal/link.ts'
import type { FaultList, VerifyFault } from './fault.ts'
import type { RecordArchive } from './record-archive.ts'

export interface VerifyOptions {
  /** The start of the time range of records. */
  readonly from?: Date | undefined
  /** The end of the time range, exclusive. */
  readonly to?: Date | undefined
  /** Limits the verification to the services of one account. */
  readonly account?: number | undefined
  /** A head that was noted earlier, which the chain must contain. */
  readonly since?: ChainHead | undefined
  /** Trusted roots of time-stamp authorities, in PEM; without them, the authorities of the stamps are not verified. */
  readonly stampRoots?: readonly string[] | undefined
  /** A copy of the analyses that is verified too. */
  readonly archive?: RecordArchive | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: VerifyProgress) => void
}

export interface VerifyProgress {
  readonly stage: 'chain' | 'records' | 'history' | 'audit' | 'corrections'
  readonly count: number
  /** The time up to which records are verified. */
  readonly at?: Date
}

/** One run of the verification; each part adds its faults. */
export interface Verification {
  readonly database: Database
  readonly options: VerifyOptions
  readonly faults: FaultList
}

export interface RecordCounts {
  readonly checked: number
  /** Records after the last sealed window. */
  readonly unsealed: number
  /** Records that were amended or arrived late and are not sealed again yet. */
  readonly pending: number
  /** Sealed days whose records were deleted by retention. */
  readonly expiredDays: number
  /** Records in windows with broken links, which cannot be verified. */
  readonly unprovable: number
  /** Check details that were erased with their account. */
  readonly erased: number
}

export interface VerifyResult {
  readonly links: number
  /** Time stamps of the chain, and the time of the newest. */
  readonly stamps: { readonly count: number; readonly last: Date | null }
  readonly head: (ChainHead & { readonly time: Date }) | null
  /** The time up to which everything is sealed. */
  readonly sealedTo: Date | null
  readonly analyses: RecordCounts
  readonly details: RecordCounts
  /** The counts of the archive; null without one. */
  readonly history: RecordCounts | null
  readonly audit: { readonly entries: number; readonly trees: number }
  readonly corrections: number
  readonly faults: readonly VerifyFault[]
  readonly faultCount: number
}
