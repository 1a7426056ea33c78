import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterRequest, answering, type Behaviour, ok, pouring } from './behaviour.ts'

const zeros = Buffer.alloc(64 * 1024 * 1024)
const encoded = (encoding: string, body: Uint8Array) =>
  answering(`${ok}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`, body)
const page = (type: string, body: string) =>
  answering(`${ok}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)

const bomb = gzipSync(zeros)

/** Bodies that are small on the wire and large after decompression, or that cannot be decompressed at all. */
export const bodyBehaviours: readonly Behaviour[] = [
  { name: 'gzip bomb', serve: encoded('gzip', bomb) },
  { name: 'gzip bomb in gzip', serve: encoded('gzip, gzip', gzipSync(bomb)) },
  { name: 'gzip in forty gzips', serve: encoded(Array(40).fill('gzip').join(', '), bomb) },
  { name: 'deflate bomb', serve: encoded('deflate', deflateSync(zeros)) },
  {
    name: 'brotli bomb',
    serve: encoded('br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })),
  },
  { name: 'zstd bomb', serve: encoded('zstd', zstdCompressSync(zeros)) },
  { name: 'gzip that ends early', serve: encoded('gzip', bomb.subarray(0, 100)) },
  { name: 'gzip of garbage', serve: encoded('gzip', randomBytes(1000)) },
  { name: 'gzip followed by garbage', serve: encoded('gzip', Buffer.concat([gzipSync('ok'), randomBytes(1000)])) },
  { name: 'gzip of nothing', serve: encoded('gzip', Buffer.alloc(0)) },
  { name: 'text against a slow expression', serve: page('text/plain', `${'a'.repeat(60_000)}!`) },
  { name: 'brackets without end', serve: page('application/json', '['.repeat(60_000)) },
  {
    name: 'garbage as text',
    serve: answering(`${ok}Content-Type: text/html; charset=utf-16\r\n\r\n`, randomBytes(5000)),
  },
]

/** Behaviours that are independent of the protocol: they suit every type that connects. */
export const bareBehaviours: readonly Behaviour[] = [
  { name: 'silence', serve: () => undefined },
  { name: 'end at once', serve: (socket) => void socket.end() },
  { name: 'reset at once', serve: (socket) => void socket.resetAndDestroy() },
  { name: 'reset after the first bytes', serve: (socket) => void socket.once('data', () => socket.resetAndDestroy()) },
  { name: 'end after the first bytes', serve: (socket) => void socket.once('data', () => socket.end()) },
  { name: 'half closed, still reading', serve: (socket) => void socket.end().resume() },
  { name: 'never reading', serve: (socket) => void socket.pause() },
  { name: 'garbage', serve: answering(randomBytes(5000)) },
  { name: 'endless garbage', serve: pouring('', randomBytes(64 * 1024)) },
  { name: 'endless zeros', serve: pouring('', Buffer.alloc(64 * 1024)) },
  { name: 'garbage before anything was asked', serve: (socket) => void socket.write(randomBytes(5000)) },
  { name: 'SSH', serve: (socket) => void socket.write('SSH-2.0-OpenSSH_9.2p1\r\n') },
  { name: 'SMTP', serve: (socket) => void socket.write('220 mail.example.com ESMTP\r\n') },
  { name: 'frames of HTTP/2', serve: afterRequest(Buffer.from('000000040000000000', 'hex')) },
]

const record = (type: number, length: number, body: Uint8Array) =>
  Buffer.concat([Buffer.from([type, 3, 3, length >> 8, length & 0xff]), body])

/** Servers that break the TLS handshake. */
export const tlsBehaviours: readonly Behaviour[] = [
  { name: 'HTTP instead of TLS', serve: answering(`${ok}Content-Length: 2\r\n\r\nok`) },
  { name: 'handshake failure', serve: answering(Buffer.from('15030300020228', 'hex')) },
  { name: 'handshake of garbage', serve: answering(record(22, 1000, randomBytes(1000))) },
  { name: 'endless handshake', serve: pouring('', record(22, 16_000, randomBytes(16_000))) },
  { name: 'record longer than allowed', serve: afterRequest(record(22, 0xffff, randomBytes(0xffff))) },
  { name: 'record that never ends', serve: afterRequest(record(22, 16_000, randomBytes(10))) },
  { name: 'endless warnings', serve: pouring('', Buffer.from('15030300020100', 'hex')) },
  { name: 'endless empty records', serve: pouring('', Buffer.from('1603030000', 'hex')) },
  { name: 'hello of the client sent back', serve: (socket) => void socket.pipe(socket) },
  { name: 'change of cipher before anything', serve: afterRequest(Buffer.from('140303000101', 'hex')) },
]
