import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createWebServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { isForbidden } from '../../guard/world.ts'
import { findAttack } from '../attacks/index.ts'
import { attackAddress, datagramPorts, ports, securePorts } from '../places.ts'
import { answers } from './answers.ts'
import type { Certificates } from './certificates.ts'
import { writePage } from './page.ts'
import { acceptWebSocket } from './sockets.ts'
import type { Tally } from './tally.ts'

export interface ListenerOptions {
  readonly tally: Tally
  /** A secret that must never arrive here. */
  readonly canary: string
  readonly certificates: Certificates
  /** The current attack. */
  readonly current: { attack: string }
  readonly open: Set<Socket>
}

/**
 * Listens on every address of the simulated internet, and classifies each by its address: the attacker's, public, or
 * forbidden.
 */
export async function listenEverywhere(watched: ListenerOptions): Promise<void> {
  const web = createWeb(watched)
  const serve = (socket: Socket, isSecure: boolean): void => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    watched.tally.connection()
    countBytes(socket, watched)
    if (address !== attackAddress && isForbidden(address))
      watched.tally.escape(`connection to ${address} port ${socket.localPort}`)
    if (!isSecure) return void web.emit('connection', socket)
    const secureContext = createSecureContext(
      watched.certificates[findAttack(watched.current.attack)?.certificate ?? 'plain'],
    )
    const secured = new TLSSocket(socket, { isServer: true, secureContext })
    secured.on('error', () => socket.destroy())
    web.emit('connection', secured)
  }
  for (const port of [...ports, ...securePorts]) {
    const server = createServer({ noDelay: true }, (socket) => serve(socket, securePorts.includes(port)))
    server.listen({ port, host: '::', backlog: 2_000 })
    await once(server, 'listening')
  }
  for (const port of datagramPorts) await listenForDatagrams(port, watched)
}

function createWeb({ tally, canary, current }: ListenerOptions) {
  const web = createWebServer({ maxHeaderSize: 4_000_000, keepAliveTimeout: 60_000 }, (request, response) => {
    tally.request()
    const find = createTextSearch(canary, tally)
    find(Buffer.from(`${request.url}\n${request.rawHeaders.join('\n')}`))
    request.on('data', find)
    response.on('error', () => undefined)
    serveRequest(request, response, { tally, current })
  })
  web.on('upgrade', (request, socket) => {
    tally.request()
    const { pathname } = new URL(request.url ?? '/', 'http://a')
    if (pathname === '/redirect') {
      const response = new URL(request.url ?? '/', 'http://a').searchParams.get('to')
      socket
        .on('error', () => socket.destroy())
        .end(`HTTP/1.1 302 Found\r\nLocation: ${response}\r\nContent-Length: 0\r\n\r\n`)
    } else acceptWebSocket(request, socket)
  })
  web.on('clientError', (_, socket) => socket.destroy())
  return web
}

function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { tally, current }: Pick<ListenerOptions, 'tally' | 'current'>,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://a')
  const [, kind, name = '', file = ''] = (pathname === '/' ? `/attack/${current.attack}/` : pathname).split('/')
  if (kind === 'mark') {
    let text = name
    request.on('data', (chunk: Buffer) => {
      text = `${text} ${chunk.toString().slice(0, 200)}`
    })
    request.once('end', () => tally.mark(text))
    response.end()
    return
  }
  const attack = kind === 'attack' ? findAttack(name) : undefined
  if (attack !== undefined && file === '') {
    for (const [header, value] of Object.entries(attack.headers ?? {})) response.setHeader(header, value)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(writePage(attack))
    return
  }
  const served = attack?.files?.[file]
  if (served !== undefined) {
    for (const [header, value] of Object.entries(served.headers ?? {})) response.setHeader(header, value)
    response.writeHead(served.status ?? 200, { 'content-type': served.type ?? 'text/html' }).end(served.body)
    return
  }
  const answer = answers[pathname]
  if (answer !== undefined) answer(response, searchParams, request)
  else response.setHeader('access-control-allow-origin', '*').end('reached')
}

/** Searches a stream for a text, also across two chunks. */
function createTextSearch(text: string, tally: Tally): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    const both = Buffer.concat([rest, chunk.subarray(0, text.length)])
    if (both.includes(text) || chunk.includes(text)) tally.escape('a secret of the machine arrived')
    rest = Buffer.from(chunk.subarray(-text.length))
  }
}

/** Counts the bytes of a connection, also while it is open. */
function countBytes(socket: Socket, { tally, open }: ListenerOptions): void {
  const counted = { read: 0, written: 0 }
  const count = (): void => {
    const [read, written] = [socket.bytesRead, socket.bytesWritten - socket.writableLength]
    tally.bytes(read - counted.read, written - counted.written)
    Object.assign(counted, { read, written })
  }
  const timer = setInterval(count, 200)
  open.add(socket)
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearInterval(timer)
    open.delete(socket)
    count()
  })
}

async function listenForDatagrams(port: number, { tally }: ListenerOptions): Promise<void> {
  const socket = createSocket({ type: 'udp6', reuseAddr: true })
  socket.on('message', (_, { address }) => {
    tally.datagram()
    tally.escape(`datagram to port ${port} from ${address}`)
  })
  socket.bind(port, '::')
  await once(socket, 'listening')
}
