import type { BilingualText, GivenFile, ReportEvidence, ReportTrust } from '@wachta/proof'
import { readCertificate, readCertificateBundle } from '@wachta/signature'
import { pageTexts } from './texts.ts'

/** A mistake in the input, which the user can correct. */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly text: BilingualText

  constructor(text: BilingualText) {
    super(text.en)
    this.text = text
  }
}

export interface PageInput {
  readonly files: readonly GivenFile[]
  readonly fingerprint: string
  readonly roots: readonly GivenFile[]
  readonly stampRoots: readonly GivenFile[]
}

/** Converts the input to the evidence to verify. The proof file is recognized by its beginning. */
export function readEvidence({ files, ...trust }: PageInput, now: Date): ReportEvidence {
  const proof = files.find(isProof)
  return {
    // A second proof file is treated like any other file: nothing vouches for it.
    files: files.filter((file) => file !== proof),
    proof: proof?.bytes,
    trust: readTrust(trust),
    now,
  }
}

const isProof = ({ bytes }: GivenFile): boolean =>
  Buffer.from(bytes.subarray(0, 64)).toString('latin1').startsWith('{"format":"wachta-report-proof"')

function readTrust({ fingerprint, roots, stampRoots }: Omit<PageInput, 'files'>): ReportTrust {
  const text = fingerprint.trim()
  if (text !== '' && !/^(?:[0-9a-f]{2}:?){32}$/i.test(text)) throw new InputError(pageTexts.badFingerprint)
  return {
    fingerprints: text === '' ? [] : [text],
    roots: roots.flatMap(readRoots),
    stampRoots: stampRoots.flatMap(readRoots),
  }
}

function readRoots({ bytes }: GivenFile): string[] {
  const certificates = readCertificateBundle(Buffer.from(bytes).toString('utf8'))
  try {
    for (const certificate of certificates) readCertificate(certificate)
  } catch {
    throw new InputError(pageTexts.badCertificate)
  }
  if (certificates.length === 0) throw new InputError(pageTexts.badCertificate)
  return certificates
}
