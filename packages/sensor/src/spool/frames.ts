import { crc32 } from 'node:zlib'

const headerBytes = 8
/** All payloads that are written are shorter, so a larger length means damage. */
const maxPayloadBytes = 1_048_576

/** Joins payloads, each with its length and a checksum, so that an incomplete end can be detected. */
export function writeFrames(payloads: readonly Uint8Array[]): Buffer {
  const size = payloads.reduce((sum, { length }) => sum + headerBytes + length, 0)
  const bytes = Buffer.allocUnsafe(size)
  let offset = 0
  for (const payload of payloads) {
    bytes.writeUInt32LE(payload.length, offset)
    bytes.writeUInt32LE(crc32(payload), offset + 4)
    bytes.set(payload, offset + headerBytes)
    offset += headerBytes + payload.length
  }
  return bytes
}

/** Returns the undamaged payloads. After a damaged one it continues with the next that it can find. */
export function* readFrames(bytes: Buffer): Generator<Buffer> {
  let offset = 0
  while (offset + headerBytes <= bytes.length) {
    const payload = readFrame(bytes, offset)
    if (payload === undefined) offset += 1
    else {
      yield payload
      offset += headerBytes + payload.length
    }
  }
}

/**
 * Returns the payload of a frame at the offset, if there is one. A false match of the checksum is very unlikely
 * (2^-32).
 */
function readFrame(bytes: Buffer, offset: number): Buffer | undefined {
  const length = bytes.readUInt32LE(offset)
  const end = offset + headerBytes + length
  if (length === 0 || length > maxPayloadBytes || end > bytes.length) return undefined
  const payload = bytes.subarray(offset + headerBytes, end)
  return bytes.readUInt32LE(offset + 4) === crc32(payload) ? payload : undefined
}
