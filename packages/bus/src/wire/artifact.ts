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
  readonly is_cut: boolean
  readonly index: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** The largest number of bytes in a chunk; with its headers, it fits into a message of the broker. */
export const maximumChunk = 524_288
const maximumArtifact = 32 * 1024 ** 2
const maximumChunks = maximumArtifact / maximumChunk
const prefix = 'Wachta-'

/** Returns the message of a chunk: its bytes as they are, and everything else in headers. */
export function writeArtifactChunk({ bytes, ...facts }: ArtifactChunk): { headers: MsgHdrs; bytes: Uint8Array } {
  const headers = emptyHeaders()
  // A header can hold only one line of ASCII.
  for (const [name, value] of Object.entries({ ...facts, v: wireVersion }))
    headers.set(prefix + name, encodeURIComponent(String(value).toWellFormed()))
  return { headers, bytes }
}

export function readArtifactChunk(headers: MsgHdrs | undefined, bytes: Uint8Array): ArtifactChunk {
  if (integer(headers, 'v', {}) !== wireVersion) throw new WireError('unknown version')
  const count = integer(headers, 'count', { min: 1, max: maximumChunks })
  if (bytes.length > maximumChunk) throw new WireError('too large')
  return {
    service_id: integer(headers, 'service_id', idRange),
    slot: integer(headers, 'slot', timeRange),
    artifact_id: matching(headers, 'artifact_id', /^[0-9A-Za-z_-]{1,64}$/),
    content_type: value(headers, 'content_type', 255),
    file_name: value(headers, 'file_name', 255),
    sha256: matching(headers, 'sha256', /^[0-9a-f]{64}$/),
    size: integer(headers, 'size', { max: maximumArtifact }),
    is_cut: matching(headers, 'is_cut', /^(?:true|false)$/) === 'true',
    index: integer(headers, 'index', { max: count - 1 }),
    count,
    bytes,
  }
}

function value(headers: MsgHdrs | undefined, name: string, maximum: number): string {
  try {
    return readText(decodeURIComponent(headers?.get(prefix + name) ?? ''), name, maximum)
  } catch {
    throw new WireError(`no ${name}`)
  }
}

function matching(headers: MsgHdrs | undefined, name: string, form: RegExp): string {
  const text = value(headers, name, 1_024)
  if (!form.test(text)) throw new WireError(`no ${name}`)
  return text
}

const integer = (headers: MsgHdrs | undefined, name: string, range: NumberRange): number =>
  readInteger(Number(matching(headers, name, /^[0-9]{1,16}$/)), name, range)
