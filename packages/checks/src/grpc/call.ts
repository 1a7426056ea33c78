import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import type { Socket } from 'node:net'
import { CheckFailure } from '../failure.ts'
import { frameMessage } from './frame.ts'

/** The expected message has two bytes; this limits what another server may send. */
const maxAnswerBytes = 65_536

export interface GrpcCall {
  /** An established connection to an address that the guard allowed. */
  readonly socket: Socket
  readonly authority: URL
  readonly path: string
  readonly message: Buffer
  readonly signal: AbortSignal
  /** Called with the first headers of the answer. */
  onHeaders(headers: IncomingHttpHeaders): void
}

export interface CallAnswer {
  readonly headers: IncomingHttpHeaders
  readonly trailers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Makes one call over its own connection. The status is in the trailers; without a body, it is in the headers. */
export async function call(request: GrpcCall): Promise<CallAnswer> {
  const session = connect(request.authority, { createConnection: () => request.socket })
  try {
    return await receiveAnswer(session, request)
  } finally {
    session.destroy()
  }
}

function receiveAnswer(session: ClientHttp2Session, request: GrpcCall): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': request.path,
      'content-type': 'application/grpc',
      te: 'trailers',
      'user-agent': 'wachta',
    })
    let headers: IncomingHttpHeaders | undefined
    let trailers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    let size = 0
    session.on('error', (cause) => reject(toSessionFailure(cause)))
    session.once('close', () => reject(createHungUpFailure()))
    stream.on('error', (cause) => reject(toStreamFailure(cause, stream.rstCode)))
    stream.once('response', (received) => {
      headers = received
      request.onHeaders(received)
    })
    stream.once('trailers', (received) => {
      trailers = received
    })
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxAnswerBytes)
        reject(new CheckFailure('grpc_status', `the answer is longer than ${maxAnswerBytes} bytes`))
    })
    stream.once('end', () => {
      if (headers === undefined) reject(createHungUpFailure())
      else resolve({ headers, trailers, body: Buffer.concat(chunks) })
    })
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    stream.end(frameMessage(request.message))
  })
}

const createHungUpFailure = () =>
  new CheckFailure('connection_closed', 'the server ended the connection without an answer')

/** A server of another protocol violates HTTP/2 with its first byte. */
function toSessionFailure(cause: Error): Error {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code === 'ERR_HTTP2_ERROR')
    return new CheckFailure('http_response_invalid', `this is not HTTP/2: ${cause.message}`)
  return code.startsWith('ERR_HTTP2_') ? new CheckFailure('grpc_status', cause.message) : cause
}

function toStreamFailure(cause: Error, rstCode: number | undefined): Error {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (code !== 'ERR_HTTP2_STREAM_ERROR') return toSessionFailure(cause)
  const name = Object.entries(constants).find(([key, value]) => /^NGHTTP2_[A-Z_]+$/.test(key) && value === rstCode)?.[0]
  return new CheckFailure('grpc_status', `the server reset the call: ${name?.replace('NGHTTP2_', '') ?? rstCode}`)
}
