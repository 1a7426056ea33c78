import { hash } from 'node:crypto'

/** One link of the chain of seals. */
export interface SealLink {
  readonly number: number
  readonly time: Date
  readonly kind: 'analyses' | 'details' | 'audit'
  readonly window_start: Date | null
  readonly content: Buffer
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
}

/** What the hash of a link has to be: computed here, and not by the database, which is what is doubted. */
export function hashOfLink({
  number,
  time,
  kind,
  window_start,
  content,
  previous_hash,
}: Omit<SealLink, 'hash'>): Buffer {
  const head = Buffer.alloc(24)
  head.writeBigInt64BE(BigInt(number), 0)
  head.writeBigInt64BE(BigInt(time.getTime()), 8)
  head.writeBigInt64BE(BigInt(window_start?.getTime() ?? -1), 16)
  const parts = [previous_hash ?? Buffer.alloc(0), head, Buffer.from(`${kind}\0`), content]
  return hash('sha256', Buffer.concat(parts), 'buffer')
}

/** The newest link of a chain, as it is noted down elsewhere. */
export interface Head {
  readonly number: number
  readonly hash: string
}

export const writeHead = ({ number, hash: text }: Head): string => `${number}:${text}`

/** What somebody noted down earlier; undefined where it is not of this form. */
export function parseHead(text: string): Head | undefined {
  const [, number, digest] = /^\s*([1-9]\d{0,14}):([0-9a-f]{64})\s*$/i.exec(text) ?? []
  return number === undefined || digest === undefined
    ? undefined
    : { number: Number(number), hash: digest.toLowerCase() }
}
