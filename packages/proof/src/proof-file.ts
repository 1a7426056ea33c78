import type { LinkHeader } from './link.ts'
import { readLinkHeader, readSealingLink, writeLinkHeader } from './proof-links.ts'
import { isRecord, ProofError, parseBase64, parseHash, parseNumber } from './proof-values.ts'

/** Why the links of a proof end: at a stamped link, at the last link of the chain, or because there are too many. */
export const proofEnds = ['stamp', 'head', 'limit'] as const
export type ProofEnd = (typeof proofEnds)[number]

/** Proves without access to the database that a report is in the chain of evidence, and since when. */
export interface ReportProof {
  readonly report_id: number
  /** The link that seals the report, with its content. */
  readonly link: LinkHeader & { readonly content: string }
  /** All links after that link, in order. */
  readonly links: readonly LinkHeader[]
  readonly until: ProofEnd
  /** The time stamp of the last link. */
  readonly stamp: ProofStamp | null
}

interface ProofStamp {
  readonly number: number
  readonly hash: Buffer
  /** An RFC 3161 token over the hash of the link, in DER. */
  readonly token: Buffer
}

export { ProofError }

const format = 'wachta-report-proof'
const formatVersion = 1

/** Enough for about 50 days: an installation creates about 200 links a day. */
export const maxProofLinks = 10_000
const maxProofBytes = 16_000_000

export function writeProof({ report_id, link, links, until, stamp }: ReportProof): string {
  const { content, ...header } = link
  const value = {
    format,
    version: formatVersion,
    report_id,
    link: { ...writeLinkHeader(header), content },
    links: links.map(writeLinkHeader),
    until,
    stamp: stamp && { number: stamp.number, hash: stamp.hash.toString('hex'), token: stamp.token.toString('base64') },
  }
  return `${JSON.stringify(value)}\n`
}

/** Reads a proof. Accepts only the exact form that `writeProof` writes, so that every changed byte is noticed. */
export function readProof(bytes: Uint8Array): ReportProof {
  if (bytes.length > maxProofBytes) throw new ProofError('the file is too large')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const proof = parseProof(parseJson(text))
  if (writeProof(proof) !== text) throw new ProofError('the file differs from the form in which the API writes it')
  return proof
}

function parseProof(value: unknown): ReportProof {
  if (!isRecord(value) || value['format'] !== format) throw new ProofError('the file is not a proof of a report')
  if (value['version'] !== formatVersion) throw new ProofError('a newer version made this proof')
  const { report_id, link, links, until, stamp } = value
  if (!Array.isArray(links) || links.length > maxProofLinks) throw new ProofError('its links are damaged')
  const end = proofEnds.find((each) => each === until)
  if (end === undefined || (end === 'stamp') !== (stamp !== null)) throw new ProofError('its end is damaged')
  return {
    report_id: parseNumber(report_id),
    link: readSealingLink(link),
    links: links.map(readLinkHeader),
    until: end,
    stamp: stamp === null ? null : readStamp(stamp),
  }
}

function readStamp(value: unknown): ProofStamp {
  if (!isRecord(value)) throw new ProofError('its time stamp is damaged')
  return {
    number: parseNumber(value['number']),
    hash: parseHash(value['hash']),
    token: parseBase64(value['token']),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProofError('the file is not JSON')
  }
}
