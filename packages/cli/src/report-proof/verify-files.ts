import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  describeProofStatus,
  type FindingOutcome,
  type GivenFile,
  type ReportTrust,
  type ReportVerification,
  verifyReportFiles,
} from '@wachta/proof'
import { readCertificate, readCertificateBundle } from '@wachta/signature'
import type { Tone } from '../frame/color.ts'
import { CommandError, type ExitCode, exitCodes, type Invocation } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { Output } from '../frame/output.ts'

/** The options of `verify` that are about files of a report. */
export const verifyFilesOptions = {
  proof: {
    kind: 'text',
    value: 'FILE',
    summary: {
      en: 'the proof file of the report, from GET /reports/{id}/proof',
      pl: 'plik dowodu raportu, z GET /reports/{id}/proof',
    },
  },
  trust: {
    kind: 'text',
    value: 'PEM',
    summary: {
      en: 'certificates that you trust: of the signer, or of its issuers',
      pl: 'zaufane certyfikaty: podpisującego albo jego wystawców',
    },
  },
  fingerprint: {
    kind: 'text',
    value: 'HEX',
    summary: {
      en: "SHA-256 fingerprint of the signer's certificate that you trust",
      pl: 'odcisk SHA-256 zaufanego certyfikatu podpisującego',
    },
  },
  'trust-stamps': {
    kind: 'text',
    value: 'PEM',
    summary: {
      en: 'root certificates of time-stamp authorities that you trust',
      pl: 'certyfikaty główne zaufanych wystawców znaczników czasu',
    },
  },
} as const

interface VerifyFilesInvocation extends Pick<Invocation, 'out' | 'operands'> {
  readonly options: {
    readonly proof: string | undefined
    readonly trust: string | undefined
    readonly fingerprint: string | undefined
    readonly 'trust-stamps': string | undefined
  }
}

/** Verifies the given files of one report, without a connection to anything. */
export async function verifyFiles({ options, operands, out }: VerifyFilesInvocation): Promise<ExitCode> {
  const files = await Promise.all(operands.map(readGivenFile))
  const proof = options.proof === undefined ? undefined : (await readGivenFile(options.proof)).bytes
  const trust = await readTrust(options)
  const verification = verifyReportFiles({ files, proof, trust, now: new Date() })
  out.result(toJson(verification), () => printVerification(out, verification))
  return verification.status === 'valid' ? exitCodes.ok : exitCodes.found
}

async function readGivenFile(path: string): Promise<GivenFile> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw createUsageError({
      en: `${path} cannot be read: ${cause.code ?? cause.message}.`,
      pl: `Nie można odczytać pliku ${path}: ${cause.code ?? cause.message}.`,
    })
  })
  return { name: basename(path), bytes }
}

async function readTrust(options: VerifyFilesInvocation['options']): Promise<ReportTrust> {
  const { fingerprint } = options
  if (fingerprint !== undefined && !/^(?:[0-9a-f]{2}:?){32}$/i.test(fingerprint))
    throw createUsageError({
      en: '--fingerprint is a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons.',
      pl: '--fingerprint to odcisk SHA-256: 64 cyfry szesnastkowe, z dwukropkami lub bez.',
    })
  return {
    roots: await readCertificates(options.trust),
    stampRoots: await readCertificates(options['trust-stamps']),
    fingerprints: fingerprint === undefined ? [] : [fingerprint],
  }
}

async function readCertificates(path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const text = Buffer.from((await readGivenFile(path)).bytes).toString('utf8')
  const certificates = readCertificateBundle(text)
  try {
    for (const certificate of certificates) readCertificate(certificate)
  } catch {
    certificates.length = 0
  }
  if (certificates.length > 0) return certificates
  throw createUsageError({
    en: `${path} contains no certificate in PEM format.`,
    pl: `Plik ${path} nie zawiera certyfikatu w formacie PEM.`,
  })
}

const createUsageError = (text: LocalizedText): CommandError => new CommandError(text, { exitCode: exitCodes.usage })

const marks: Readonly<Record<FindingOutcome, readonly [string, Tone | undefined]>> = {
  passed: ['✓', 'good'],
  untrusted: ['?', 'warning'],
  failed: ['✗', 'bad'],
  not_checked: ['–', undefined],
}

function printVerification(out: Output, verification: ReportVerification): void {
  for (const { outcome, text } of verification.findings) {
    const [mark, tone] = marks[outcome]
    out.print({ en: `  ${mark} ${text.en}`, pl: `  ${mark} ${text.pl}` }, tone)
  }
  const tone = verification.status === 'valid' ? 'good' : verification.status === 'invalid' ? 'bad' : 'warning'
  out.print(describeProofStatus(verification), tone)
}

const toJson = ({ findings, signature, ...verified }: ReportVerification) => ({
  ...verified,
  ...(signature && { signature: { ...signature, files: Object.fromEntries(signature.files) } }),
  findings: findings.map(({ check, outcome, text }) => ({ check, outcome, message: text.en })),
})
