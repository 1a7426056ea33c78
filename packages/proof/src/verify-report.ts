import { hashContent, type PdfVerification, verifyPdf } from '@wachta/signature'
import { type BilingualText, createFinding, judgeFindings, type ReportFinding } from './finding.ts'
import { type ReportProof, readProof } from './proof-file.ts'
import type { GivenFile, ReportEvidence, ReportTrust, ReportVerification } from './report-evidence.ts'
import { verifySealAndLinks } from './verify-links.ts'

/** Verifies the files of one report, offline. Invalid file contents never make it throw. */
export function verifyReportFiles({ files, proof, trust, now }: ReportEvidence): ReportVerification {
  const pdfs = files.filter(isPdf)
  const [pdf] = pdfs
  const others = files.filter((file) => !isPdf(file))
  const verified = pdf && verifyPdfFile(pdf.bytes, trust, now)
  const findings: ReportFinding[] = [
    ...(pdfs.length > 1 ? [createFinding('signature', 'failed', texts.severalPdfs)] : []),
    ...(verified === undefined
      ? [createFinding('signature', 'untrusted', texts.noPdf)]
      : describeSignature(verified, trust)),
    ...others.map((file) => checkListed(file, verified)),
  ]
  const chain = checkProof({ files, proof, trust, now }, verified)
  findings.push(...chain.findings)
  return {
    status: judgeFindings(findings),
    ...(verified?.signature && { signature: verified.signature }),
    ...(verified?.timeStamp && { timeStamp: verified.timeStamp }),
    ...chain,
    findings,
  }
}

const isPdf = ({ name, bytes }: GivenFile): boolean =>
  /\.pdf$/i.test(name) || Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Verifies a PDF file. Throws for unreadable certificates, because they are a mistake of the caller. */
const verifyPdfFile = (bytes: Uint8Array, { roots = [], fingerprints = [], stampRoots = [] }: ReportTrust, now: Date) =>
  verifyPdf(bytes, { now, trustedRoots: roots, trustedFingerprints: fingerprints, trustedStamps: stampRoots })

const trustChecks: ReadonlySet<string> = new Set(['chain', 'time-stamp', 'time-stamp-chain'])

function describeSignature({ findings, signature, timeStamp }: PdfVerification, trust: ReportTrust): ReportFinding[] {
  const broken = findings.find(({ outcome, check }) => outcome === 'failed' && !trustChecks.has(check))
  const [chain, stamp, authority] = (['chain', 'time-stamp', 'time-stamp-chain'] as const).map((name) =>
    findings.find(({ check }) => check === name),
  )
  return [
    broken === undefined
      ? createFinding('signature', 'passed', texts.intact)
      : createFinding('signature', 'failed', texts.changed(broken.message)),
    ...(chain === undefined || signature === undefined
      ? []
      : [createFinding('signer', chain.outcome, texts.signer(signature.subject, signature.fingerprint, chain))]),
    ...(signature === undefined ? [] : [describeStamp(timeStamp, stamp, omitUnjudgeable(authority, trust))]),
  ]
}

type PdfFinding = PdfVerification['findings'][number] | undefined

function describeStamp(
  timeStamp: PdfVerification['timeStamp'],
  stamp: PdfFinding,
  authority: PdfFinding,
): ReportFinding {
  if (stamp?.outcome === 'failed') return createFinding('time_stamp', 'failed', texts.wrongStamp(stamp.message))
  if (timeStamp === undefined) return createFinding('time_stamp', 'not_checked', texts.noStamp)
  if (authority === undefined)
    return createFinding('time_stamp', 'not_checked', texts.unjudged(timeStamp.time, timeStamp.authority))
  return authority.outcome === 'passed'
    ? createFinding('time_stamp', 'passed', texts.stamped(timeStamp.time, timeStamp.authority))
    : createFinding('time_stamp', authority.outcome, texts.wrongStamp(authority.message))
}

/** Without trusted roots, the time-stamp authority cannot be judged; that is not a fault of the file. */
const omitUnjudgeable = (authority: PdfFinding, { stampRoots = [] }: ReportTrust): PdfFinding =>
  stampRoots.length === 0 && authority?.outcome === 'untrusted' ? undefined : authority

/** Checks a file against the digests that the signature of the PDF file covers. */
function checkListed({ name, bytes }: GivenFile, verified: PdfVerification | undefined): ReportFinding {
  if (verified?.signature === undefined) return createFinding('files', 'untrusted', texts.fileAlone(name))
  const digest = hashContent(bytes).toString('hex')
  const isListed = [...verified.signature.files.values()].includes(digest)
  return isListed
    ? createFinding('files', 'passed', texts.listed(name))
    : createFinding('files', 'failed', texts.unlisted(name))
}

type ChainResult = Pick<ReportVerification, 'findings' | 'report_id' | 'sealed' | 'stamped'>

function checkProof(evidence: ReportEvidence, verified: PdfVerification | undefined): ChainResult {
  if (evidence.proof === undefined) return { findings: [createFinding('seal', 'not_checked', texts.noProof)] }
  let proof: ReportProof
  try {
    proof = readProof(evidence.proof)
  } catch (error) {
    return { findings: [createFinding('seal', 'failed', texts.badProof(error instanceof Error ? error.message : ''))] }
  }
  return verifySealAndLinks(proof, { ...evidence, listed: verified?.signature?.files, isPdf })
}

const texts = {
  severalPdfs: {
    en: 'Several PDF files were given. Verify one report at a time.',
    pl: 'Podano kilka plików PDF. Weryfikuj po jednym raporcie.',
  },
  noPdf: {
    en: 'No PDF file was given. Only its signature shows who created these files.',
    pl: 'Nie podano pliku PDF. Tylko jego podpis pokazuje, kto utworzył te pliki.',
  },
  intact: { en: 'The PDF file is as it was signed.', pl: 'Plik PDF jest taki, jaki podpisano.' },
  changed: (why: string): BilingualText => ({
    en: `The PDF file is not as it was signed: ${why}.`,
    pl: `Plik PDF nie jest taki, jaki podpisano: ${why}.`,
  }),
  signer: (subject: string, fingerprint: string, { outcome, message }: { outcome: string; message: string }) =>
    outcome === 'passed'
      ? {
          en: `Signed by ${subject}, fingerprint ${fingerprint}, a signer you trust.`,
          pl: `Podpisał: ${subject}, odcisk ${fingerprint}; to zaufany podpisujący.`,
        }
      : {
          en: `Signed by ${subject}, fingerprint ${fingerprint}. Compare the fingerprint with the one that your provider published (${message}).`,
          pl: `Podpisał: ${subject}, odcisk ${fingerprint}. Porównaj odcisk z tym, który opublikował usługodawca (${message}).`,
        },
  noStamp: {
    en: 'The signature has no time stamp: its time is a statement of the signer.',
    pl: 'Podpis nie ma znacznika czasu: jego czas to oświadczenie podpisującego.',
  },
  stamped: (time: Date, authority: string): BilingualText => ({
    en: `${authority} confirms that the signature was made before ${time.toISOString()}.`,
    pl: `Podpis złożono przed ${time.toISOString()}, co potwierdza ${authority}.`,
  }),
  unjudged: (time: Date, authority: string): BilingualText => ({
    en: `${authority} says that the signature was made before ${time.toISOString()}; give the root certificate of that authority to check it.`,
    pl: `${authority} podaje, że podpis złożono przed ${time.toISOString()}; podaj certyfikat główny tego wystawcy, aby to sprawdzić.`,
  }),
  wrongStamp: (why: string): BilingualText => ({
    en: `The time stamp of the signature is not valid: ${why}.`,
    pl: `Znacznik czasu podpisu jest nieważny: ${why}.`,
  }),
  listed: (name: string): BilingualText => ({
    en: `${name} is a file of this report, as the signature of the PDF file says.`,
    pl: `${name} jest plikiem tego raportu, co potwierdza podpis pliku PDF.`,
  }),
  unlisted: (name: string): BilingualText => ({
    en: `${name} was changed, or is not a file of this report: the signature of the PDF file does not cover it.`,
    pl: `${name} zmieniono albo nie jest plikiem tego raportu: podpis pliku PDF go nie obejmuje.`,
  }),
  fileAlone: (name: string): BilingualText => ({
    en: `${name} alone does not show who created it. Add the PDF file of the report.`,
    pl: `Sam plik ${name} nie pokazuje, kto go utworzył. Dodaj plik PDF raportu.`,
  }),
  noProof: {
    en: 'The chain of evidence was not checked: no proof file was given.',
    pl: 'Łańcucha dowodów nie sprawdzono: nie podano pliku dowodu.',
  },
  badProof: (why: string): BilingualText => ({
    en: `The proof file cannot be read: ${why}.`,
    pl: `Nie można odczytać pliku dowodu: ${why}.`,
  }),
}
