import type { PdfVerification } from '@wachta/signature'
import type { ReportFinding } from './finding.ts'

export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The trusted signers and time-stamp authorities. Certificates are PEM or DER. */
export interface ReportTrust {
  /** Issuers of the signer's certificate, or that certificate itself. */
  readonly roots?: readonly (Uint8Array | string)[]
  /** SHA-256 fingerprints of signers' certificates. */
  readonly fingerprints?: readonly string[]
  /** Issuers of the certificates of time-stamp authorities. */
  readonly stampRoots?: readonly (Uint8Array | string)[]
}

export interface ReportVerification {
  /**
   * `valid`: nothing was changed, and the signer is trusted. `untrusted`: no change was found, but no trusted signer
   * vouches for it. `invalid`: something was changed.
   */
  readonly status: 'valid' | 'untrusted' | 'invalid'
  readonly findings: readonly ReportFinding[]
  /** The claims of the file, here and in the following fields: trust them only as far as `status` allows. */
  readonly signature?: PdfVerification['signature']
  readonly timeStamp?: PdfVerification['timeStamp']
  readonly report_id?: number
  readonly sealed?: { readonly number: number; readonly time: Date }
  readonly stamped?: { readonly number: number; readonly time: Date; readonly authority: string }
}

export interface ReportEvidence {
  /** The PDF file of a report and any of its other files. */
  readonly files: readonly GivenFile[]
  /** The bytes of its proof file. */
  readonly proof?: Uint8Array | undefined
  readonly trust: ReportTrust
  readonly now: Date
}
