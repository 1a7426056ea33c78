import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, crc32, deflateSync, gzipSync } from 'node:zlib'

export type Answer = (response: ServerResponse, query: URLSearchParams, request: IncomingMessage) => void

const chunk = Buffer.alloc(262_144, '<p>xxxxxxxx ')

/** Responses for pages of attacks, or that are the page themselves. */
export const answers: Readonly<Record<string, Answer>> = {
  '/empty': (response) => void response.setHeader('access-control-allow-origin', '*').end(),
  '/sink': (response, _, request) => {
    request.resume()
    request.once('end', () => response.end('taken'))
  },
  '/never': () => undefined,
  '/redirect': (response, query, request) => redirect(response, query, request),
  '/drip': (response) => repeat(response.setHeader('content-type', 'text/html'), 100, () => response.write('x')),
  '/drip-headers': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket?.write(`x-${Date.now()}: a\r\n`), 100)
    socket?.once('close', () => clearInterval(timer))
  },
  '/flood': (response, query) =>
    writeEndlessly(response.setHeader('content-type', query.get('type') ?? 'text/plain'), chunk),
  '/bomb': (response, query) => {
    const encoding = query.get('encoding') ?? 'gzip'
    response.setHeader('content-type', query.get('type') ?? 'text/plain')
    response.setHeader('content-encoding', encoding).end(bombs[encoding]?.())
  },
  '/headers': ({ socket }, query) => {
    const [count, size] = [Number(query.get('count')), Number(query.get('size'))]
    socket?.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n')
    const value = 'x'.repeat(size)
    let next = 0
    const write = (): void => {
      while (next < count && socket?.writable) if (!socket.write(`x-${next++}: ${value}\r\n`)) return
      if (next >= count) socket?.end('Content-Length: 1\r\n\r\na')
    }
    socket?.on('drain', write)
    write()
  },
  '/cookies': (response) =>
    void response
      .setHeader(
        'set-cookie',
        Array.from({ length: 500 }, (_, index) => `c${index}=${'x'.repeat(4_000)}`),
      )
      .end('<script>for (let index = 0; index < 50; index += 1) fetch("/empty?" + index)</script>'),
  '/garbage': ({ socket }) => socket?.end(randomBytes(1_000_000)),
  '/reset': ({ socket }) => socket?.resetAndDestroy(),
  '/length': ({ socket }, query) => {
    socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${query.get('value')}\r\n\r\nabc`)
  },
  '/chunks': ({ socket }) => {
    socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc\r\n-1\r\n')
  },
  '/continues': ({ socket }) => {
    const timer = setInterval(() => socket?.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)), 10)
    socket?.once('close', () => clearInterval(timer))
  },
  '/xml': (response) => {
    const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`)
    response.setHeader('content-type', 'application/xml')
    response.end(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "xxxxxxxxxx">${entities.join('')}]><a>&e20;</a>`)
  },
  '/authenticate': (response) =>
    void response.writeHead(401, { 'www-authenticate': `Basic realm="${Math.random()}"` }).end(),
  '/picture': (response) => void response.setHeader('content-type', 'image/png').end(hugePicture()),
  '/download': (response, query) => {
    response.setHeader('content-disposition', 'attachment; filename="a.bin"')
    if (query.has('flood')) writeEndlessly(response, chunk)
    else response.end('x'.repeat(100_000))
  },
  '/events': (response) =>
    writeEndlessly(
      response.setHeader('content-type', 'text/event-stream'),
      Buffer.from(`data: ${'x'.repeat(60_000)}\n\n`),
    ),
}

function redirect(response: ServerResponse, query: URLSearchParams, { url = '' }: IncomingMessage): void {
  const [how, to] = [query.get('how') ?? '302', query.get('to') ?? '']
  const target = { self: url, next: `${url}x`, long: `/empty?${'x'.repeat(500_000)}` }[to] ?? to
  response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/html')
  if (how === 'meta') response.end(`<meta http-equiv="refresh" content="0; url=${target}">`)
  else if (how === 'refresh') response.setHeader('refresh', `0; url=${target}`).end('page')
  else if (how === 'early-hints') {
    response.writeEarlyHints({ link: [`<${target}a.js>; rel=preload; as=script`, `<${target}>; rel=preconnect`] })
    response.end(`<link rel="preload" as="script" href="${target}">`)
  } else response.writeHead(Number(how), { location: target }).end()
}

/** Writes endlessly, as fast as the other side reads. */
function writeEndlessly(response: ServerResponse, data: Buffer): void {
  const write = (): void => {
    while (!response.destroyed && response.write(data));
  }
  response.on('drain', write)
  write()
}

function repeat(response: ServerResponse, intervalMs: number, write: () => void): void {
  const timer = setInterval(write, intervalMs)
  response.once('close', () => clearInterval(timer))
  write()
}

/** Each is a gigabyte when decompressed. */
const bombs: Readonly<Record<string, () => Buffer>> = {
  gzip: memoize(() => compressZeros(gzipSync)),
  br: memoize(() => brotliCompressSync(zeros(), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
  'gzip,gzip': memoize(() => gzipSync(compressZeros(gzipSync))),
}

const zeros = (): Buffer => Buffer.alloc(1_000_000_000, ' ')

const compressZeros = (pack: (data: Buffer) => Buffer): Buffer => pack(zeros())

function memoize<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** A picture of 30,000 by 30,000 pixels: 3.6 GB when decoded. */
const hugePicture = memoize(() => {
  const size = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(size / 8) + 1) * size))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[createPngChunk('IHDR', header), createPngChunk('IDAT', rows), createPngChunk('IEND', Buffer.alloc(0))],
  ])
})

function createPngChunk(kind: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(kind), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, checksum])
}
