/** 128 bits of SHA-256: enough that other records with the same digest cannot be found. */
export const digestLength = 16
/** Two bytes identify all but one in 65,536 changed records; the digest of the window detects that one too. */
export const leafLength = 2

/** The seal of one service in one window: a digest of all its records, and a short digest of each record in order. */
export interface SealedService {
  readonly service_id: number
  readonly count: number
  readonly digest: Buffer
  /** The concatenated short digests. They identify the changed record; `digest` proves that there is a change. */
  readonly leaves: Buffer
  /** The number of the link that this one replaces for the service; 0 if none. */
  readonly replaces: number
}

/** The first byte of a link's content is its layout. */
const layouts = { first: 1, amended: 2 } as const

/** Encodes services, which must be sorted by id, as the content of a link. */
export function writeServices(services: readonly SealedService[], { isAmended }: { isAmended: boolean }): Buffer {
  const parts: Uint8Array[] = [Buffer.of(isAmended ? layouts.amended : layouts.first)]
  let last = 0
  for (const { service_id, count, digest, leaves, replaces } of services) {
    parts.push(encodeVarint(service_id - last), encodeVarint(count))
    if (isAmended) parts.push(encodeVarint(replaces))
    parts.push(digest, leaves)
    last = service_id
  }
  return Buffer.concat(parts)
}

export class MalformedSeal extends Error {
  override readonly name = 'MalformedSeal'
}

export function readSealedServices(content: Buffer): SealedService[] {
  const layout = content[0]
  if (layout !== layouts.first && layout !== layouts.amended) throw new MalformedSeal(`no layout ${layout}`)
  const cursor = new Cursor(content, 1)
  const services: SealedService[] = []
  let service_id = 0
  while (!cursor.isAtEnd) {
    service_id += cursor.readVarint()
    const count = cursor.readVarint()
    const replaces = layout === layouts.amended ? cursor.readVarint() : 0
    services.push({
      service_id,
      count,
      replaces,
      digest: cursor.take(digestLength),
      leaves: cursor.take(count * leafLength),
    })
  }
  return services
}

/** The last entry of one chain of the audit log. */
export interface AuditEnd {
  readonly tree_id: number
  readonly sequence: number
  readonly hash: Buffer
}

export interface AuditEnds {
  /** The id of the last audit entry that is covered. */
  readonly upTo: number
  readonly ends: readonly AuditEnd[]
}

export const writeAuditEnds = ({ upTo, ends }: AuditEnds): Buffer =>
  Buffer.concat([
    Buffer.of(layouts.first),
    encodeVarint(upTo),
    ...ends.flatMap(({ tree_id, sequence, hash }) => [encodeVarint(tree_id), encodeVarint(sequence), hash]),
  ])

export function readAuditEnds(content: Buffer): AuditEnds {
  if (content[0] !== layouts.first) throw new MalformedSeal(`no layout ${content[0]}`)
  const cursor = new Cursor(content, 1)
  const upTo = cursor.readVarint()
  const ends: AuditEnd[] = []
  while (!cursor.isAtEnd)
    ends.push({ tree_id: cursor.readVarint(), sequence: cursor.readVarint(), hash: cursor.take(32) })
  return { upTo, ends }
}

/** Encodes a number with seven bits per byte, the lowest first; the highest bit means that more bytes follow. */
function encodeVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

class Cursor {
  readonly #content: Buffer
  #at: number

  constructor(content: Buffer, at: number) {
    this.#content = content
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#content.length
  }

  readVarint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#content[this.#at]
      if (byte === undefined || factor > 2 ** 49) throw new MalformedSeal('a number has no end')
      this.#at += 1
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }

  take(length: number): Buffer {
    const taken = this.#content.subarray(this.#at, this.#at + length)
    if (taken.length < length) throw new MalformedSeal('it ends too early')
    this.#at += length
    return taken
  }
}
