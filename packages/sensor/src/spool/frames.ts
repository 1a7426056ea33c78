import { crc32 } from 'node:zlib'

const head = 8
/** No longer payload is written, so a larger length means damage. */
const maxPayload = 1_048_576

/** Joins payloads, each with its length and a checksum, so that an incomplete end can be detected. */
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

/** Returns the undamaged payloads. After a damaged one it continues with the next that it can find. */
export function* readFrames(bytes: Buffer): Generator<Buffer> {
  let at = 0
  while (at + head <= bytes.length) {
    const payload = readFrame(bytes, at)
    if (payload === undefined) at += 1
    else {
      yield payload
      at += head + payload.length
    }
  }
}

/**
 * Returns the payload of a frame at the offset, if there is one. A false match of the checksum is very unlikely
 * (2^-32).
 */
function readFrame(bytes: Buffer, at: number): Buffer | undefined {
  const length = bytes.readUInt32LE(at)
  const end = at + head + length
  if (length === 0 || length > maxPayload || end > bytes.length) return undefined
  const payload = bytes.subarray(at + head, end)
  return bytes.readUInt32LE(at + 4) === crc32(payload) ? payload : undefined
}
