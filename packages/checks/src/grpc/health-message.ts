import { CheckFailure } from '../failure.ts'

// The messages of grpc.health.v1 are encoded and decoded by hand: the request is a single text, the answer a single
// number, and a gRPC library would open its own connections, which bypass the guard.
//
//   message HealthCheckRequest { string service = 1; }
//   message HealthCheckResponse { ServingStatus status = 1; }

/** The values of `ServingStatus`, by number. */
const statuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const

export type ServingStatus = (typeof statuses)[number]

// Each field of a Protocol Buffers message begins with its number, shifted left by three bits, plus its wire type: a
// varint of seven bits per byte (0), eight bytes (1), bytes after their length (2), or four bytes (5).
const [varint, fixed64, lengthDelimited, fixed32] = [0, 1, 2, 5]

const encodeTag = (fieldNumber: number, wireType: number): number => (fieldNumber << 3) | wireType

/** Encodes the request for the health of a service. The empty name of the whole server is the default and omitted. */
export function encodeRequest(service: string): Buffer {
  const name = Buffer.from(service)
  return name.length === 0 ? name : Buffer.from([encodeTag(1, lengthDelimited), ...encodeNumber(name.length), ...name])
}

/** Skips unknown fields, because a later version may add some. */
export function decodeResponse(message: Buffer): ServingStatus {
  let status = 0
  for (let at = 0; at < message.length; ) {
    const tag = decodeNumber(message, at)
    const value = decodeField(message, tag.end, tag.value & 7)
    if (tag.value === encodeTag(1, varint)) status = value.value
    at = value.end
  }
  return statuses[status] ?? 'UNKNOWN'
}

interface DecodedField {
  readonly value: number
  readonly end: number
}

function decodeField(message: Buffer, at: number, wireType: number): DecodedField {
  if (wireType === varint) return decodeNumber(message, at)
  const head = wireType === lengthDelimited ? decodeNumber(message, at) : { value: getFixedSize(wireType), end: at }
  const end = head.end + head.value
  if (end > message.length) throw createMalformedFailure('it ends within a field')
  return { value: 0, end }
}

function getFixedSize(wireType: number): number {
  if (wireType === fixed64) return 8
  if (wireType === fixed32) return 4
  throw createMalformedFailure('a field has an unknown wire type')
}

function encodeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeNumber(value >>> 7)]
}

/** Multiplies instead of shifting, because shifts are limited to 32 bits. The longest number has ten bytes. */
function decodeNumber(message: Buffer, at: number): DecodedField {
  let value = 0
  for (let index = 0; index < 10; index++) {
    const byte = message[at + index]
    if (byte === undefined) throw createMalformedFailure('it ends within a number')
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  throw createMalformedFailure('a number is too long')
}

const createMalformedFailure = (reason: string) =>
  new CheckFailure('grpc_status', `the answer cannot be read: ${reason}`)
