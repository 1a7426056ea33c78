import { hashContent } from '@wachta/signature'

/** The header of a link of the hash chain: exactly the data that the hash of the link covers. */
export interface LinkHeader {
  readonly version: number
  readonly number: number
  readonly time: Date
  readonly kind: string
  readonly window_start: Date | null
  readonly content_sha256: Buffer
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/**
 * `content`: the hash covers the whole content. `digest`: it covers the digest of the content, so a header can be
 * verified without the content.
 */
export const linkVersions = { content: 1, digest: 2 } as const

/**
 * The beginning of the hash input of version 2. In version 1, the hash of another link is in this place, which never
 * equals these bytes.
 */
const prefix = Buffer.from('wachta link 2\0')

/** Computes the hash of a link of version 2 from its header. */
export function hashHeader(header: Omit<LinkHeader, 'hash' | 'version'>): Buffer {
  const { number, time, kind, window_start, content_sha256, previous_hash } = header
  const numbers = Buffer.alloc(24)
  numbers.writeBigInt64BE(BigInt(number), 0)
  numbers.writeBigInt64BE(BigInt(time.getTime()), 8)
  numbers.writeBigInt64BE(BigInt(window_start?.getTime() ?? -1), 16)
  return hashContent(prefix, numbers, previous_hash ?? Buffer.alloc(32), content_sha256, Buffer.from(kind))
}
