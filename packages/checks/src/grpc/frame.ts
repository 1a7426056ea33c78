import { CheckFailure } from '../failure.ts'

// Five bytes precede a message: whether it is compressed, and its length with the highest byte first.
// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
const headLength = 5

export function frameMessage(message: Buffer): Buffer {
  const head = Buffer.alloc(headLength)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

/** Returns the message of an answer; throws a CheckFailure unless there is exactly one and it is uncompressed. */
export function unframe(body: Buffer): Buffer {
  if (body.length < headLength) throw createMalformedFailure('there is no message')
  if (body[0] !== 0) throw createMalformedFailure('it is compressed, which was not requested')
  const length = body.readUInt32BE(1)
  if (body.length !== headLength + length)
    throw createMalformedFailure(`${body.length - headLength} bytes, not ${length}`)
  return body.subarray(headLength)
}

const createMalformedFailure = (reason: string) =>
  new CheckFailure('grpc_status', `the answer cannot be read: ${reason}`)
