import { deflateSync, gzipSync } from 'node:zlib'
import type { Fault } from './fault.ts'
import { answering, page, rawServer, webServer } from './servers.ts'

const answered = (name: string, kind: string, ...answer: readonly (string | Buffer)[]): Fault => ({
  name,
  type_id: 'http',
  server: () => answering(...answer),
  kind,
})

const status = (code: number, kind: string, settings = {}): Fault => ({
  name: `status ${code}`,
  type_id: 'http',
  settings,
  server: () => webServer((_, response) => response.writeHead(code).end()),
  kind,
})

const redirect = (name: string, kind: string, location: string | undefined, settings = {}): Fault => ({
  name,
  type_id: 'http',
  settings,
  server: () => webServer((_, response) => response.writeHead(302, location === undefined ? {} : { location }).end()),
  kind,
})

const packed = (name: string, kind: string, encoding: string, content: Buffer, settings = {}): Fault => ({
  name,
  type_id: 'http',
  settings,
  server: () => page(content, { 'content-encoding': encoding }),
  kind,
})

/** Sends the beginning of an answer, and then nothing more. */
const stalling = (name: string, kind: string, beginning: string): Fault => ({
  name,
  type_id: 'http',
  server: () => rawServer((socket) => socket.once('data', () => socket.write(beginning))),
  timeout_ms: 300,
  kind,
})

const ok = 'HTTP/1.1 200 OK\r\n'

export const httpFaults: readonly Fault[] = [
  answered('no HTTP at all', 'http_response_invalid', 'SSH-2.0-OpenSSH_9.2\r\n'),
  answered('a bad status line', 'http_response_invalid', 'HTTP/1.1 abc OK\r\n\r\n'),
  answered('a status of two digits', 'http_response_invalid', 'HTTP/1.1 20 OK\r\n\r\n'),
  answered('an unknown version', 'http_response_invalid', 'HTTP/9.9 200 OK\r\n\r\n'),
  answered('HTTP 0.9', 'http_response_invalid', '<html>hello</html>'),
  answered('a header without a name', 'http_response_invalid', `${ok}: value\r\n\r\n`),
  answered('a blank in the name of a header', 'http_response_invalid', `${ok}Bad Name: value\r\n\r\n`),
  answered('a NUL in a header', 'http_response_invalid', `${ok}A: b\0c\r\n\r\n`),
  answered('two lengths', 'http_response_invalid', `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
  answered('a length that is no number', 'http_response_invalid', `${ok}Content-Length: many\r\n\r\nab`),
  answered(
    'a length and chunks',
    'http_response_invalid',
    `${ok}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ),
  answered(
    'a bad size of a chunk',
    'http_response_invalid',
    `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`,
  ),
  answered(
    'a chunk longer than it said',
    'http_response_invalid',
    `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n`,
  ),
  answered(
    'a length of a chunk beyond all numbers',
    'http_response_invalid',
    `${ok}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(17)}\r\n`,
  ),
  answered('binary rubbish', 'http_response_invalid', Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])),
  answered('huge headers', 'http_headers_too_large', `${ok}X: ${'a'.repeat(70_000)}\r\n\r\n`),
  answered(
    'endless headers',
    'http_headers_too_large',
    ok,
    ...Array(2000).fill('X-Filling: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'),
  ),
  answered('a body cut short', 'http_body_incomplete', `${ok}Content-Length: 10\r\n\r\nabc`),
  answered('chunks cut short', 'http_body_incomplete', `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
  answered('no last chunk', 'http_body_incomplete', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n`),
  {
    name: 'a body cut by a reset',
    type_id: 'http',
    server: () =>
      rawServer((socket) =>
        socket.once('data', () => {
          socket.write(`${ok}Content-Length: 10\r\n\r\nabc`)
          setTimeout(() => socket.resetAndDestroy(), 50)
        }),
      ),
    kind: 'http_body_incomplete',
  },
  stalling('silence after the request', 'timeout_first_byte', ''),
  stalling('silence within the headers', 'timeout_first_byte', `${ok}Content-`),
  stalling('silence within the body', 'timeout_transfer', `${ok}Content-Length: 10\r\n\r\nabc`),
  {
    name: 'a byte now and then',
    type_id: 'http',
    server: () =>
      rawServer((socket) =>
        socket.once('data', () => {
          socket.write(`${ok}Content-Length: 1000\r\n\r\n`)
          const drip = setInterval(() => socket.write('a'), 20)
          socket.on('close', () => clearInterval(drip))
        }),
      ),
    timeout_ms: 300,
    kind: 'timeout_transfer',
  },
  { name: 'an endless body', type_id: 'http', server: () => endless(), kind: 'http_body_too_large' },
  packed('a zip bomb', 'http_body_too_large', 'gzip', gzipSync(Buffer.alloc(50_000_000))),
  packed('a smaller bomb', 'http_body_too_large', 'gzip', gzipSync(Buffer.alloc(900_000))),
  packed('packed content above the limit', 'content_too_large', 'gzip', gzipSync('hello '.repeat(100)), {
    maximum_data_size: 100,
  }),
  packed('gzip that is none', 'http_decompression_failed', 'gzip', Buffer.from('hello')),
  packed('gzip cut short', 'http_decompression_failed', 'gzip', gzipSync('hello '.repeat(100)).subarray(0, 20)),
  packed('gzip with a wrong sum', 'http_decompression_failed', 'gzip', damaged(gzipSync('hello'))),
  packed(
    'deflate cut short',
    'http_decompression_failed',
    'deflate',
    deflateSync('hello '.repeat(100)).subarray(0, 10),
  ),
  packed('Brotli that is none', 'http_decompression_failed', 'br', Buffer.from('hello')),
  packed('an unknown encoding', 'http_decompression_failed', 'pied-piper', Buffer.from('hello')),
  redirect('a redirect to itself', 'http_too_many_redirects', '/'),
  redirect('more redirects than allowed', 'http_too_many_redirects', '/again', { maximum_redirects: 1 }),
  redirect('a redirect to nowhere', 'http_redirect_invalid', undefined),
  redirect('a redirect to what is no address', 'http_redirect_invalid', 'http://[::1'),
  redirect('a redirect to an empty host', 'http_redirect_invalid', 'http:///'),
  redirect('a redirect to a file', 'http_redirect_forbidden', 'file:///etc/passwd'),
  redirect('a redirect to a script', 'http_redirect_forbidden', 'javascript:alert(1)'),
  redirect('a redirect to FTP', 'http_redirect_forbidden', 'ftp://127.0.0.1/'),
  redirect('a redirect that is not wanted', 'http_status_redirect', '/', {
    follow_redirects: false,
    expected_status_codes: '200',
  }),
  {
    name: 'a redirect inside',
    type_id: 'http',
    server: async () => ({
      ...(await webServer((_, response) => response.writeHead(302, { location: 'http://127.0.0.9/' }).end())),
      checkContext: { guard: (address) => address !== '127.0.0.9' },
    }),
    kind: 'http_redirect_forbidden',
  },
  status(201, 'http_status', { expected_status_codes: '200' }),
  status(304, 'http_status_redirect', { expected_status_codes: '200' }),
  status(400, 'http_status_client_error'),
  status(401, 'http_authentication_required'),
  status(403, 'http_access_denied'),
  status(404, 'http_not_found'),
  status(410, 'http_not_found'),
  status(418, 'http_status_client_error'),
  status(429, 'http_rate_limited'),
  status(500, 'http_status_server_error'),
  status(502, 'http_gateway_error'),
  status(503, 'http_unavailable'),
  status(504, 'http_gateway_error'),
  status(599, 'http_status_server_error'),
  answered(
    'switching protocols unasked',
    'http_status',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n',
  ),
  answered('an undefined status', 'http_status', 'HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n'),
]

const endless = () =>
  webServer((_, response) => {
    const block = Buffer.alloc(65_536, 'a')
    const pour = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', pour)
    pour()
  })

function damaged(bytes: Buffer): Buffer {
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1
  return bytes
}
