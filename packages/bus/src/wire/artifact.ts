import { headers as emptyHeaders, type MsgHdrs } from '@nats-io/nats-core'
import { type NumberRange, readInteger, readText, WireError, wireVersion } from './frame.ts'
import { idRange, timeRange } from './values.ts'

/** A part of an artifact that fits into one message. All fields except `bytes` are sent as headers of the message. */
export interface ArtifactChunk {
  readonly service_id: number
  readonly slot: number
  readonly artifact_id: string
  readonly content_type: string
  readonly file_name: string
  /** The SHA-256 of the whole artifact in hex; if the joined chunks do not match it, they are discarded. */
  readonly sha256: string
  readonly size: number
  readonly isTruncated: boolean
  /** Whether the check was good: evidence to compare failures with. Older sensors do not send it. */
  readonly isReference?: boolean
  readonly index: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** The largest number of bytes in a chunk; with its headers, it fits into a message of the broker. */
export const maxChunkBytes = 524_288
const maxArtifactBytes = 32 * 1024 ** 2
const maxChunks = maxArtifactBytes / maxChunkBytes
const prefix = 'Wachta-'

/** Returns the message of a chunk: its bytes as they are, and everything else in headers. */
export function encodeArtifactChunk({ bytes, isTruncated, isReference, ...metadata }: ArtifactChunk): {
  headers: MsgHdrs
  bytes: Uint8Array
} {
  const headers = emptyHeaders()
  const fields = { ...metadata, is_cut: isTruncated, ...(isReference && { is_reference: true }), v: wireVersion }
  // A header can hold only one line of ASCII.
  for (const [name, value] of Object.entries(fields))
    headers.set(prefix + name, encodeURIComponent(String(value).toWellFormed()))
  return { headers, bytes }
}

export function decodeArtifactChunk(headers: MsgHdrs | undefined, bytes: Uint8Array): ArtifactChunk {
  if (readIntegerHeader(headers, 'v', {}) !== wireVersion) throw new WireError('unknown version')
  const count = readIntegerHeader(headers, 'count', { min: 1, max: maxChunks })
  if (bytes.length > maxChunkBytes) throw new WireError('too large')
  return {
    service_id: readIntegerHeader(headers, 'service_id', idRange),
    slot: readIntegerHeader(headers, 'slot', timeRange),
    artifact_id: readMatchingHeader(headers, 'artifact_id', /^[0-9A-Za-z_-]{1,64}$/),
    content_type: readHeader(headers, 'content_type', 255),
    file_name: readHeader(headers, 'file_name', 255),
    sha256: readMatchingHeader(headers, 'sha256', /^[0-9a-f]{64}$/),
    size: readIntegerHeader(headers, 'size', { max: maxArtifactBytes }),
    isTruncated: readMatchingHeader(headers, 'is_cut', /^(?:true|false)$/) === 'true',
    ...(headers?.get(`${prefix}is_reference`) === 'true' && { isReference: true }),
    index: readIntegerHeader(headers, 'index', { max: count - 1 }),
    count,
    bytes,
  }
}

function readHeader(headers: MsgHdrs | undefined, name: string, maximum: number): string {
  try {
    return readText(decodeURIComponent(headers?.get(prefix + name) ?? ''), name, maximum)
  } catch {
    throw new WireError(`invalid ${name}`)
  }
}

function readMatchingHeader(headers: MsgHdrs | undefined, name: string, pattern: RegExp): string {
  const text = readHeader(headers, name, 1_024)
  if (!pattern.test(text)) throw new WireError(`invalid ${name}`)
  return text
}

const readIntegerHeader = (headers: MsgHdrs | undefined, name: string, range: NumberRange): number =>
  readInteger(Number(readMatchingHeader(headers, name, /^[0-9]{1,16}$/)), name, range)
