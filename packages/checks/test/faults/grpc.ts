import { constants } from 'node:http2'
import { createServer } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { getTestAuthority } from '@wachta/testing/certificates'
import { findFreePort } from '@wachta/testing/free-port'
import { startListening } from '@wachta/testing/listening'
import { framed, type GrpcAnswer, type GrpcHandler, health, startGrpcServer } from '../support/grpc-server.ts'
import type { Fault } from './fault.ts'

const server = (handler: GrpcHandler) => () => startGrpcServer({ handler })
const answering = (answer: GrpcAnswer) => server(() => answer)
const status = (code: string, message?: string) =>
  answering({ headers: { 'grpc-status': code, ...(message !== undefined && { 'grpc-message': message }) } })

/** A TCP server that always gives the same answer; null closes the connection. */
const raw = (words: string | null) => async () => {
  const { port, close } = await startListening(
    createServer((socket) => socket.once('data', () => (words === null ? socket.end() : socket.write(words)))),
  )
  return { address: `127.0.0.1:${port}`, close }
}

const ok = { 'grpc-status': '0' }

const fault = (name: string, kind: string, rest: Partial<Fault> & Pick<Fault, 'server'>): Fault => ({
  name,
  type_id: 'grpc_health',
  kind,
  ...rest,
  settings: { tls: false, ...rest.settings },
})

export const grpcFaults: readonly Fault[] = [
  fault('the server is not serving', 'grpc_not_serving', { server: server(health({ '': 2 })) }),
  fault('the state is unknown', 'grpc_not_serving', { server: server(health({ '': 0 })) }),
  fault('a state without a number is unknown', 'grpc_not_serving', {
    server: answering({ body: framed(), trailers: ok }),
  }),
  fault('the service is not known', 'grpc_service_unknown', { server: server(health({ '': 3 })) }),
  fault('the service is not found', 'grpc_service_unknown', {
    settings: { service: 'a.B' },
    server: server(health({})),
  }),
  fault('there is no health service', 'grpc_unimplemented', { server: status('12', 'no such method') }),
  fault('a web server answers with 404', 'grpc_unimplemented', {
    server: answering({ headers: { ':status': 404, 'content-type': 'text/html' }, body: Buffer.from('<p>') }),
  }),
  fault('the server is overloaded', 'grpc_status', { server: status('14', 'no%20healthy%20upstream') }),
  fault('the message of the status is broken', 'grpc_status', { server: status('13', '100%') }),
  fault('the status is no number', 'grpc_status', { server: status('fine') }),
  fault('a login is required', 'grpc_status', { server: status('16') }),
  fault('the gateway has no server', 'grpc_status', { server: answering({ headers: { ':status': 503 } }) }),
  fault('a web page comes', 'grpc_status', {
    server: answering({ headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }),
  }),
  fault('there is no status', 'grpc_status', { server: answering({ body: framed(8, 1) }) }),
  fault('there is no message', 'grpc_status', { server: answering({ headers: ok }) }),
  fault('the message is cut', 'grpc_status', {
    server: answering({ body: framed(8, 1).subarray(0, 6), trailers: ok }),
  }),
  fault('the message is compressed', 'grpc_status', {
    server: answering({ body: Buffer.from([1, 0, 0, 0, 2, 8, 1]), trailers: ok }),
  }),
  fault('the message is garbage', 'grpc_status', { server: answering({ body: framed(0xff, 0xff), trailers: ok }) }),
  fault('the message is endless', 'grpc_status', { server: answering({ body: Buffer.alloc(200_000), trailers: ok }) }),
  fault('the call is reset', 'grpc_status', {
    server: server((_, stream) => {
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
      return null
    }),
  }),
  fault('the server goes away', 'connection_closed', {
    server: server((_, stream) => {
      stream.session?.socket.destroy()
      stream.session?.destroy()
      return null
    }),
  }),
  fault('the server speaks HTTP/1', 'http_response_invalid', { server: raw('HTTP/1.1 400 Bad Request\r\n\r\n') }),
  fault('the server hangs up', 'connection_closed', { server: raw(null) }),
  fault('the server is silent', 'timeout_first_byte', { timeout_ms: 300, server: server(() => null) }),
  fault('the server speaks TLS, but not HTTP/2', 'tls_no_application_protocol', {
    settings: { tls: true, verify_certificate: false },
    server: async () => {
      const { port, close } = await startListening(createSecureServer(getTestAuthority().localhost))
      return { address: `127.0.0.1:${port}`, close }
    },
  }),
  fault('nothing listens', 'connection_refused', {
    server: async () => ({ address: `127.0.0.1:${await findFreePort()}`, close: async () => undefined }),
  }),
  fault('the answer is slower than allowed', 'timeout_total', {
    settings: { maximum_response_time: 50 },
    server: server((_, stream) => {
      setTimeout(() => {
        stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
        stream.once('wantTrailers', () => stream.sendTrailers(ok))
        stream.end(framed(8, 1))
      }, 120)
      return null
    }),
  }),
]
