import { crc32 } from 'node:zlib'

const head = 8
/** Longer ones are not written; a length beyond it is damage. */
const maximumPayload = 1_048_576

/** Payloads one after another, each with its length and a checksum, so that a torn end is known for one. */
export function writeFrames(payloads: readonly Uint8Array[]): Buffer {
  const size = payloads.reduce((sum, { length }) => sum + head + length, 0)
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const payload of payloads) {
    bytes.writeUInt32LE(payload.length, at)
    bytes.writeUInt32LE(crc32(payload), at + 4)
    bytes.set(payload, at + head)
    at += head + payload.length
  }
  return bytes
}

/** The payloads that are whole. Behind one that is torn or damaged it goes on with the next that can be found. */
export function* readFrames(bytes: Buffer): Generator<Buffer> {
  let at = 0
  while (at + head <= bytes.length) {
    const payload = frameAt(bytes, at)
    if (payload === undefined) at += 1
    else {
      yield payload
      at += head + payload.length
    }
  }
}

/** The frame that begins here, if one does: by chance four thousand million times less often than one looks. */
function frameAt(bytes: Buffer, at: number): Buffer | undefined {
  const length = bytes.readUInt32LE(at)
  const end = at + head + length
  if (length === 0 || length > maximumPayload || end > bytes.length) return undefined
  const payload = bytes.subarray(at + head, end)
  return bytes.readUInt32LE(at + 4) === crc32(payload) ? payload : undefined
}
