import { hash } from 'node:crypto'
import { describeSubject, getFingerprint, readCertificate, signPdf, TimeStampError } from '@wachta/signature'
import type { StampAuthority } from '../time-stamps.ts'
import type { ReportFile } from './render-files.ts'
import type { ReportSigner } from './signer.ts'

/** The signed files of a report, and the details of the signature for its record. */
export interface SignedFiles {
  readonly files: readonly ReportFile[]
  readonly fingerprint: string | null
  /** `missing`: the authority returned no time stamp in time. */
  readonly timeStamp: 'none' | 'stamped' | 'missing'
}

export interface SigningOptions {
  readonly signer: ReportSigner | undefined
  readonly authority: StampAuthority | undefined
  /** True if the report has waited long enough: it is signed without a time stamp if the authority returns none. */
  readonly isStampOptional: boolean
  readonly signedAt: Date
}

/**
 * Signs the PDF file of a report; the signature also covers the digests of its other files. Throws a TimeStampError if
 * the authority returns no time stamp and the report may still wait for one.
 */
export async function signFiles(files: readonly ReportFile[], signing: SigningOptions): Promise<SignedFiles> {
  const pdf = files.find(({ type_id }) => type_id === 'pdf')
  const [certificate] = signing.signer?.certificates ?? []
  if (signing.signer === undefined || certificate === undefined || !pdf?.content)
    return { files, fingerprint: null, timeStamp: 'none' }
  const others = files.filter((file) => file !== pdf)
  const { content, timeStamp } = await sign(pdf.content, others, { ...signing, signer: signing.signer })
  const signed = { ...pdf, content, size: content.length, sha256: hash('sha256', content, 'buffer') }
  const fingerprint = getFingerprint(readCertificate(certificate))
  return { files: files.map((file) => (file === pdf ? signed : file)), fingerprint, timeStamp }
}

async function sign(
  content: Buffer,
  others: readonly ReportFile[],
  { signer, authority, isStampOptional, signedAt }: SigningOptions & { readonly signer: ReportSigner },
): Promise<{ readonly content: Buffer; readonly timeStamp: SignedFiles['timeStamp'] }> {
  const options = {
    ...signer,
    signedAt,
    name: describeSubject(readCertificate(signer.certificates[0] ?? '')).replace(/^.*CN=/s, ''),
    reason: 'Service level report',
    files: Object.fromEntries(others.map(({ type_id, sha256 }) => [type_id, sha256.toString('hex')])),
  }
  if (authority === undefined) return { content: await signPdf(content, options), timeStamp: 'none' }
  const requestStamp = (signature: Buffer) => authority(hash('sha256', signature, 'buffer'))
  try {
    return { content: await signPdf(content, { ...options, timeStamp: requestStamp }), timeStamp: 'stamped' }
  } catch (error) {
    if (!isStampOptional || !(error instanceof TimeStampError)) throw error
    return { content: await signPdf(content, options), timeStamp: 'missing' }
  }
}
