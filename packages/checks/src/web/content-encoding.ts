import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { CheckFailure } from '../failure.ts'
import type { SizeLimit } from './size-limit.ts'

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

/** Some servers send deflate without the zlib header, which starts with the method 8. */
const deflate: Unpack = (packed, options) =>
  ((packed[0] ?? 0) & 0x0f) === 8 ? promisify(inflate)(packed, options) : promisify(inflateRaw)(packed, options)

const encodings: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate,
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

/** Content that expands by more than this factor counts as an attack. */
const maxRatio = 100

/** Content up to this size in bytes is accepted at any ratio. */
const maxUncheckedBytes = 65_536

const maxEncodings = 3

/** Decodes content by the names in `Content-Encoding`. */
export async function decodeContent(packed: Buffer, encoding: string, limit: SizeLimit): Promise<Buffer> {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const steps = names.filter((name) => name !== '' && name !== 'identity').reverse()
  if (steps.length > maxEncodings) throw createFailure(`packed ${steps.length} times`)
  let content = packed
  for (const name of steps) content = await unpackOnce(content, name, limit)
  return content
}

async function unpackOnce(packed: Buffer, name: string, limit: SizeLimit): Promise<Buffer> {
  const unpack = Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (unpack === undefined) throw createFailure(`unknown encoding ${JSON.stringify(name)}`)
  const ratioLimit = Math.max(maxUncheckedBytes, packed.length * maxRatio)
  try {
    return await unpack(packed, { maxOutputLength: Math.min(limit.bytes, ratioLimit) || 1 })
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError
    if (!isTooLarge) throw createFailure(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`)
    if (limit.bytes <= ratioLimit) throw limit.createFailure()
    throw new CheckFailure('http_body_too_large', `${packed.length} bytes unpack to more than ${ratioLimit}`)
  }
}

const createFailure = (message: string) => new CheckFailure('http_decompression_failed', message)
