import { hash } from 'node:crypto'
import { hashHeader, linkVersions } from '@wachta/proof'

/** One link of the hash chain. */
export interface SealLink {
  readonly version: number
  readonly number: number
  readonly time: Date
  readonly kind: 'analyses' | 'details' | 'audit' | 'report'
  readonly window_start: Date | null
  readonly content: Buffer
  /** Null for links of version 1. */
  readonly content_sha256: Buffer | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/** A link as it is stored. A backup of an older version, verified before it is migrated, lacks the newer columns. */
export type StoredLink = Omit<SealLink, 'version' | 'content_sha256'> & Partial<SealLink>

export const completeLink = (link: StoredLink): SealLink => ({
  ...link,
  version: link.version ?? linkVersions.content,
  content_sha256: link.content_sha256 ?? null,
})

/** Computes the hash of a link here and not in the database, which the verification does not trust. */
export function computeLinkHash(link: Omit<SealLink, 'hash' | 'content_sha256'>): Buffer {
  const { version, number, time, kind, window_start, content, previous_hash } = link
  if (version !== linkVersions.content)
    return hashHeader({ ...link, content_sha256: hash('sha256', content, 'buffer') })
  const head = Buffer.alloc(24)
  head.writeBigInt64BE(BigInt(number), 0)
  head.writeBigInt64BE(BigInt(time.getTime()), 8)
  head.writeBigInt64BE(BigInt(window_start?.getTime() ?? -1), 16)
  const parts = [previous_hash ?? Buffer.alloc(0), head, Buffer.from(`${kind}\0`), content]
  return hash('sha256', Buffer.concat(parts), 'buffer')
}

/** The last link of the hash chain, in the form that is noted outside the installation. */
export interface ChainHead {
  readonly number: number
  readonly hash: string
}

export const writeHead = ({ number, hash: text }: ChainHead): string => `${number}:${text}`

/** Parses a noted head (`number:hash`); undefined if the text is malformed. */
export function parseHead(text: string): ChainHead | undefined {
  const [, number, digest] = /^\s*([1-9]\d{0,14}):([0-9a-f]{64})\s*$/i.exec(text) ?? []
  return number === undefined || digest === undefined
    ? undefined
    : { number: Number(number), hash: digest.toLowerCase() }
}
