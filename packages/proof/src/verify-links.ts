import { describeSubject, hashContent, judgeAuthority, readCertificate, readTimeStampToken } from '@wachta/signature'
import { type BilingualText, createFinding, type ReportFinding } from './finding.ts'
import { hashHeader, type LinkHeader } from './link.ts'
import type { ReportProof } from './proof-file.ts'
import type { GivenFile, ReportEvidence, ReportVerification } from './report-evidence.ts'
import { readSealedFiles, type SealedFiles } from './sealed-files.ts'

interface LinkContext extends Pick<ReportEvidence, 'files' | 'trust' | 'now'> {
  /** The digests that the signature of the PDF file covers. */
  readonly listed: ReadonlyMap<string, string> | undefined
  readonly isPdf: (file: GivenFile) => boolean
}

type ChainVerification = Pick<ReportVerification, 'findings' | 'report_id' | 'sealed' | 'stamped'>

/**
 * Checks that a link seals the given files, that the links after it form an unbroken chain, and that the last one is
 * stamped.
 */
export function verifySealAndLinks(proof: ReportProof, context: LinkContext): ChainVerification {
  const { link } = proof
  const content = Buffer.from(link.content)
  const sealed = link.kind === 'report' ? readSealedFiles(content) : undefined
  if (!hashContent(content).equals(link.content_sha256) || sealed?.report_id !== proof.report_id)
    return { findings: [createFinding('seal', 'failed', texts.otherContent)] }
  const { stamped, findings } = checkStamp(proof, context)
  return {
    findings: [...checkSeal(sealed, link, context), checkLinks(proof), ...findings],
    report_id: sealed.report_id,
    sealed: { number: link.number, time: link.time },
    ...(stamped && { stamped }),
  }
}

function checkSeal(sealed: SealedFiles, link: LinkHeader, { files, listed, isPdf }: LinkContext): ReportFinding[] {
  const digests = new Map(sealed.files.map(({ type_id, sha256 }) => [type_id, sha256.toString('hex')]))
  const unsealedFiles = files.filter((file) => {
    const digest = hashContent(file.bytes).toString('hex')
    return isPdf(file) ? digests.get('pdf') !== digest : ![...digests.values()].includes(digest)
  })
  if (unsealedFiles.length > 0)
    return unsealedFiles.map(({ name }) => createFinding('seal', 'failed', texts.unsealed(name)))
  const others = [...digests].filter(([type]) => type !== 'pdf')
  const isSame =
    listed === undefined || (listed.size === others.length && others.every(([type, each]) => listed.get(type) === each))
  return [
    isSame ? createFinding('seal', 'passed', texts.sealed(link)) : createFinding('seal', 'failed', texts.otherFiles),
  ]
}

function checkLinks({ link, links }: ReportProof): ReportFinding {
  let previous: LinkHeader | undefined
  for (const each of [link, ...links]) {
    const isNext =
      previous === undefined ||
      (each.number === previous.number + 1 && each.previous_hash?.equals(previous.hash) === true)
    const hasValidHash = hashHeader(each).equals(each.hash)
    if (!isNext || !hasValidHash) return createFinding('links', 'failed', texts.broken(each.number))
    previous = each
  }
  return createFinding('links', 'passed', texts.unbroken(link.number, links.length))
}

/** How far the time of a link may be ahead of the time in its time stamp, because clocks differ. */
const maxClockDifferenceMs = 5 * 60_000

function checkStamp({ link, links, stamp, until }: ReportProof, { trust, now }: LinkContext): ChainVerification {
  const last = links.at(-1) ?? link
  if (stamp === null)
    return {
      findings: [
        createFinding('chain_stamp', 'not_checked', until === 'head' ? texts.notYet(last) : texts.tooFar(last)),
      ],
    }
  if (stamp.number !== last.number || !stamp.hash.equals(last.hash))
    return { findings: [createFinding('chain_stamp', 'failed', texts.otherStamp('it belongs to another link'))] }
  try {
    const token = readTimeStampToken(stamp.token)
    if (!token.imprint.equals(stamp.hash))
      return { findings: [createFinding('chain_stamp', 'failed', texts.otherStamp('it belongs to another digest'))] }
    const authority = describeSubject(token.authority)
    const stamped = { number: last.number, time: token.time, authority }
    const roots = (trust.stampRoots ?? []).map(readCertificate)
    const verdict = judgeAuthority(token, { roots, now })
    if (verdict.outcome === 'untrusted' && roots.length === 0)
      return {
        stamped,
        findings: [createFinding('chain_stamp', 'not_checked', texts.unjudged(last, token.time, authority))],
      }
    if (verdict.outcome !== 'passed')
      return { stamped, findings: [createFinding('chain_stamp', verdict.outcome, texts.otherStamp(verdict.message))] }
    if (token.time.getTime() < last.time.getTime() - maxClockDifferenceMs)
      return {
        stamped,
        findings: [createFinding('chain_stamp', 'untrusted', texts.otherStamp('it is older than its link'))],
      }
    return { stamped, findings: [createFinding('chain_stamp', 'passed', texts.stamped(last, token.time, authority))] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [createFinding('chain_stamp', 'failed', texts.otherStamp(reason))] }
  }
}

const texts = {
  otherContent: {
    en: 'The content in the proof file does not match the digest of its link, or the link belongs to another report.',
    pl: 'Treść w pliku dowodu nie zgadza się ze skrótem jej ogniwa albo ogniwo dotyczy innego raportu.',
  },
  sealed: ({ number, time }: LinkHeader): BilingualText => ({
    en: `Link ${number} of the chain of evidence, of ${time.toISOString()}, seals the given files.`,
    pl: `Podane pliki są zapieczętowane ogniwem ${number} łańcucha dowodów z ${time.toISOString()}.`,
  }),
  unsealed: (name: string): BilingualText => ({
    en: `${name} is not the file that the link in the proof file seals.`,
    pl: `${name} nie jest plikiem, który pieczętuje ogniwo z pliku dowodu.`,
  }),
  otherFiles: {
    en: 'The link in the proof file lists other files than the signature of the PDF file.',
    pl: 'Ogniwo z pliku dowodu wymienia inne pliki niż podpis pliku PDF.',
  },
  unbroken: (first: number, count: number): BilingualText => ({
    en: `Links ${first} to ${first + count} form an unbroken chain.`,
    pl: `Ogniwa od ${first} do ${first + count} tworzą nieprzerwany łańcuch.`,
  }),
  broken: (number: number): BilingualText => ({
    en: `The chain is broken at link ${number}: it was changed, or a link is missing before it.`,
    pl: `Łańcuch jest przerwany na ogniwie ${number}: zmieniono je albo brakuje ogniwa przed nim.`,
  }),
  stamped: ({ number }: LinkHeader, time: Date, authority: string): BilingualText => ({
    en: `${authority} confirms that link ${number}, and with it all earlier links, existed at ${time.toISOString()}.`,
    pl: `Ogniwo ${number}, a z nim wszystkie wcześniejsze, istniało ${time.toISOString()}, co potwierdza ${authority}.`,
  }),
  unjudged: ({ number }: LinkHeader, time: Date, authority: string): BilingualText => ({
    en: `${authority} says that link ${number} existed at ${time.toISOString()}; give the root certificate of that authority to check it.`,
    pl: `${authority} podaje, że ogniwo ${number} istniało ${time.toISOString()}; podaj certyfikat główny tego wystawcy, aby to sprawdzić.`,
  }),
  otherStamp: (why: string): BilingualText => ({
    en: `The time stamp of the chain is not valid: ${why}.`,
    pl: `Znacznik czasu łańcucha jest nieważny: ${why}.`,
  }),
  notYet: ({ number }: LinkHeader): BilingualText => ({
    en: `When the proof file was created, the chain ended at link ${number} and none of its links had a time stamp. Download the proof file again later.`,
    pl: `Gdy powstawał plik dowodu, łańcuch kończył się na ogniwie ${number} i żadne z tych ogniw nie miało znacznika czasu. Pobierz plik dowodu ponownie później.`,
  }),
  tooFar: ({ number }: LinkHeader): BilingualText => ({
    en: `The proof file ends at link ${number}, and none of its links has a time stamp.`,
    pl: `Plik dowodu kończy się na ogniwie ${number}, a żadne z jego ogniw nie ma znacznika czasu.`,
  }),
}
