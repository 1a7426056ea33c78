import type { Database } from '@wachta/database'
import type { Head } from '../seal/link.ts'
import type { FaultList, VerifyFault } from './fault.ts'

export interface VerifyOptions {
  /** What was seen from here on, up to but without the end. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only what is of the services of one account. */
  readonly account?: number | undefined
  /** A head that was noted down earlier. */
  readonly since?: Head | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (progress: VerifyProgress) => void
}

export interface VerifyProgress {
  readonly stage: 'chain' | 'records' | 'audit' | 'corrections'
  readonly count: number
  /** Up to where records have been looked at. */
  readonly at?: Date
}

/** One look at everything; each part of it adds to the faults. */
export interface Verification {
  readonly database: Database
  readonly options: VerifyOptions
  readonly faults: FaultList
}

export interface RecordCounts {
  readonly checked: number
  /** Newer than the last seal. */
  readonly unsealed: number
  /** Amended or come in late, and not sealed again yet. */
  readonly pending: number
  /** Days that were sealed and whose content has had its time. */
  readonly expiredDays: number
  /** In windows whose links are broken: nothing can be said of them. */
  readonly unprovable: number
  /** Words about checks that were erased with the account. */
  readonly erased: number
}

export interface VerifyResult {
  readonly links: number
  readonly head: (Head & { readonly time: Date }) | null
  /** Up to when everything is sealed. */
  readonly sealedTo: Date | null
  readonly analyses: RecordCounts
  readonly details: RecordCounts
  readonly audit: { readonly entries: number; readonly trees: number }
  readonly corrections: number
  readonly faults: readonly VerifyFault[]
  readonly faultCount: number
}
