import { CheckFailure } from '../failure.ts'
import type { CallAnswer } from './call.ts'

/** The names of the status codes, by code: https://grpc.io/docs/guides/status-codes/ */
const names = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]

const kinds: Readonly<Record<string, string>> = {
  NOT_FOUND: 'grpc_service_unknown',
  UNIMPLEMENTED: 'grpc_unimplemented',
}

/** Throws unless the call succeeded. */
export function judgeCall({ headers, trailers }: CallAnswer): void {
  // An answer without a message has its status in the headers already.
  const code = trailers['grpc-status'] ?? headers['grpc-status']
  if (code === undefined) throw createNotGrpcFailure(headers)
  const name = (/^\d+$/.test(String(code)) ? names[Number(code)] : undefined) ?? `status ${JSON.stringify(code)}`
  if (name === 'OK') return
  const text = decodeMessage(String(trailers['grpc-message'] ?? headers['grpc-message'] ?? ''))
  throw new CheckFailure(kinds[name] ?? 'grpc_status', text === '' ? name : `${name}: ${text}`)
}

/** A proxy may answer in plain HTTP. */
function createNotGrpcFailure(headers: CallAnswer['headers']): CheckFailure {
  const status = Number(headers[':status'])
  if (status === 404) return new CheckFailure('grpc_unimplemented', 'HTTP status 404')
  if (status !== 200) return new CheckFailure('grpc_status', `HTTP status ${status}`)
  const type = String(headers['content-type'] ?? 'nothing')
  return new CheckFailure(
    'grpc_status',
    type.startsWith('application/grpc') ? 'the call ended without a status' : `the answer is ${type}, not gRPC`,
  )
}

/** Decodes the percent-encoded message; returns it unchanged if it is malformed. */
function decodeMessage(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}
