import { type LinkHeader, linkVersions } from './link.ts'
import { isRecord, ProofError, parseHash, parseLinkTime, parseNumber } from './proof-values.ts'

/** Returns the header as a proof file contains it. */
export const writeLinkHeader = (header: LinkHeader) => ({
  version: header.version,
  number: header.number,
  time: header.time.toISOString(),
  kind: header.kind,
  window_start: header.window_start?.toISOString() ?? null,
  content_sha256: header.content_sha256.toString('hex'),
  previous_hash: header.previous_hash?.toString('hex') ?? null,
  hash: header.hash.toString('hex'),
})

export function readLinkHeader(value: unknown): LinkHeader {
  if (!isRecord(value)) throw new ProofError('a link is damaged')
  const { version, number, time, kind, window_start, content_sha256, previous_hash, hash } = value
  if (version !== linkVersions.digest)
    throw new ProofError('a link is of a version that proves nothing without content')
  if (typeof kind !== 'string') throw new ProofError('the kind of a link is damaged')
  return {
    version,
    number: parseNumber(number),
    time: parseLinkTime(time),
    kind,
    window_start: window_start === null ? null : parseLinkTime(window_start),
    content_sha256: parseHash(content_sha256),
    previous_hash: previous_hash === null ? null : parseHash(previous_hash),
    hash: parseHash(hash),
  }
}

export function readSealingLink(value: unknown): LinkHeader & { readonly content: string } {
  if (!isRecord(value) || typeof value['content'] !== 'string')
    throw new ProofError('the link of the report is damaged')
  return { ...readLinkHeader(value), content: value['content'] }
}
