import { CheckFailure } from '../failure.ts'

/**
 * The messages of grpc.health.v1, written and read by hand: the request is one text, the answer one number, and a library
 * for gRPC would open its own connections past the guard.
 *
 *   message HealthCheckRequest { string service = 1; }
 *   message HealthCheckResponse { ServingStatus status = 1; }
 */
const statuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const

export type ServingStatus = (typeof statuses)[number]

// A field of a Protocol Buffers message begins with its number, shifted by three, and how it is written: as a number of
// seven bits a byte (0), as eight bytes (1), as bytes after their count (2), as four bytes (5).
const [varint, fixed64, counted, fixed32] = [0, 1, 2, 5]

const field = (number: number, written: number): number => (number << 3) | written

/** A field that has its default is left out. */
export function encodeRequest(service: string): Buffer {
  const name = Buffer.from(service)
  return name.length === 0 ? name : Buffer.from([field(1, counted), ...encodeNumber(name.length), ...name])
}

/** Fields that are not known are passed over: a later version may add some. */
export function decodeResponse(message: Buffer): ServingStatus {
  let status = 0
  for (let at = 0; at < message.length; ) {
    const tag = decodeNumber(message, at)
    const value = decodeField(message, tag.end, tag.value & 7)
    if (tag.value === field(1, varint)) status = value.value
    at = value.end
  }
  return statuses[status] ?? 'UNKNOWN'
}

interface DecodedField {
  readonly value: number
  readonly end: number
}

function decodeField(message: Buffer, at: number, written: number): DecodedField {
  if (written === varint) return decodeNumber(message, at)
  const head = written === counted ? decodeNumber(message, at) : { value: measureSize(written), end: at }
  const end = head.end + head.value
  if (end > message.length) throw malformed('it ends within a field')
  return { value: 0, end }
}

function measureSize(written: number): number {
  if (written === fixed64) return 8
  if (written === fixed32) return 4
  throw malformed('a field is written in no known way')
}

function encodeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeNumber(value >>> 7)]
}

/** Multiplication, because shifts end at 32 bits; ten bytes are the longest number. */
function decodeNumber(message: Buffer, at: number): DecodedField {
  let value = 0
  for (let place = 0; place < 10; place++) {
    const byte = message[at + place]
    if (byte === undefined) throw malformed('it ends within a number')
    value += (byte & 0x7f) * 2 ** (7 * place)
    if (byte < 0x80) return { value, end: at + place + 1 }
  }
  throw malformed('a number is too long')
}

const malformed = (what: string) => new CheckFailure('grpc_status', `the answer cannot be read: ${what}`)
