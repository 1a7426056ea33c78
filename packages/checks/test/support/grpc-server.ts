import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { startListening } from '@wachta/testing/listening'

/** The answer to a call. */
export interface GrpcAnswer {
  readonly headers?: OutgoingHttpHeaders
  /** Everything after the headers, including framing; undefined for an answer of headers only. */
  readonly body?: Buffer
  readonly trailers?: OutgoingHttpHeaders
}

export type GrpcHandler = (
  request: { headers: IncomingHttpHeaders; body: Buffer },
  stream: ServerHttp2Stream,
) => GrpcAnswer | null

interface Options {
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly handler: GrpcHandler
}

/**
 * A gRPC server over HTTP/2, as specified: the request is a POST of one length-prefixed message,
 *
 *   | compressed (1 byte, 0) | length (4 bytes, big-endian) | message |
 *
 * and the answer consists of headers, a message with the same prefix, and trailers with `grpc-status`. A handler that
 * returns null answers by itself, or not at all.
 */
export async function startGrpcServer({ tls, handler }: Options) {
  const server: Http2Server = tls === undefined ? createServer() : createSecureServer(tls)
  server.on('sessionError', () => undefined)
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('end', () => answer(stream, handler({ headers, body: Buffer.concat(chunks) }, stream)))
  })
  const { port, close } = await startListening(server)
  return { port, close, address: `127.0.0.1:${port}` }
}

/** A message with its length prefix. */
export function framed(...message: readonly number[]): Buffer {
  return Buffer.from([0, 0, 0, 0, message.length, ...message])
}

/** The health service of a server: service names and their numeric states. */
export function health(states: Readonly<Record<string, number>>): GrpcHandler {
  return ({ headers, body }) => {
    if (headers[':path'] !== '/grpc.health.v1.Health/Check') return { headers: { 'grpc-status': '12' } }
    // The only field of the request: tag 0x0a, length, name.
    const service = body.subarray(body.length > 5 ? 7 : 5).toString()
    const state = states[service]
    if (state === undefined) return { headers: { 'grpc-status': '5', 'grpc-message': 'unknown%20service' } }
    return { body: framed(0x08, state), trailers: { 'grpc-status': '0' } }
  }
}

function answer(stream: ServerHttp2Stream, given: GrpcAnswer | null): void {
  if (given === null) return
  const headers = { ':status': 200, 'content-type': 'application/grpc', ...given.headers }
  const { body, trailers } = given
  stream.respond(headers, { endStream: body === undefined, waitForTrailers: trailers !== undefined })
  stream.once('wantTrailers', () => stream.sendTrailers(trailers ?? {}))
  if (body !== undefined) stream.end(body)
}
