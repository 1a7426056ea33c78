import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createWebServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { isForbidden } from '../../guard/world.ts'
import { attackAddress, datagramPorts, ports, securePorts } from '../addresses.ts'
import { findAttack } from '../attacks/index.ts'
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
  readonly openSockets: Set<Socket>
}

/**
 * Listens on every address of the simulated internet, and classifies each by its address: the attacker's, public, or
 * forbidden.
 */
export async function listenEverywhere(options: ListenerOptions): Promise<void> {
  const web = createWeb(options)
  const serve = (socket: Socket, isSecure: boolean): void => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    options.tally.countConnection()
    countBytes(socket, options)
    if (address !== attackAddress && isForbidden(address))
      options.tally.addEscape(`connection to ${address} port ${socket.localPort}`)
    if (!isSecure) return void web.emit('connection', socket)
    const secureContext = createSecureContext(
      options.certificates[findAttack(options.current.attack)?.certificate ?? 'plain'],
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
  for (const port of datagramPorts) await listenForDatagrams(port, options)
}

function createWeb({ tally, canary, current }: ListenerOptions) {
  const web = createWebServer({ maxHeaderSize: 4_000_000, keepAliveTimeout: 60_000 }, (request, response) => {
    tally.countRequest()
    const searchCanary = createTextSearch(canary, tally)
    searchCanary(Buffer.from(`${request.url}\n${request.rawHeaders.join('\n')}`))
    request.on('data', searchCanary)
    response.on('error', () => undefined)
    serveRequest(request, response, { tally, current })
  })
  web.on('upgrade', (request, socket) => {
    tally.countRequest()
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
    request.once('end', () => tally.addMark(text))
    response.end()
    return
  }
  const attack = kind === 'attack' ? findAttack(name) : undefined
  if (attack !== undefined && file === '') {
    for (const [header, value] of Object.entries(attack.headers ?? {})) response.setHeader(header, value)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(writePage(attack))
    return
  }
  const attackFile = attack?.files?.[file]
  if (attackFile !== undefined) {
    for (const [header, value] of Object.entries(attackFile.headers ?? {})) response.setHeader(header, value)
    response
      .writeHead(attackFile.status ?? 200, { 'content-type': attackFile.type ?? 'text/html' })
      .end(attackFile.body)
    return
  }
  const answer = answers[pathname]
  if (answer !== undefined) answer(response, searchParams, request)
  else response.setHeader('access-control-allow-origin', '*').end('reached')
}

/** Searches a stream for a text, also across two chunks. */
function createTextSearch(text: string, tally: Tally): (chunk: Buffer) => void {
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const joined = Buffer.concat([tail, chunk.subarray(0, text.length)])
    if (joined.includes(text) || chunk.includes(text)) tally.addEscape('a secret of the machine arrived')
    tail = Buffer.from(chunk.subarray(-text.length))
  }
}

/** Counts the bytes of a connection, also while it is open. */
function countBytes(socket: Socket, { tally, openSockets }: ListenerOptions): void {
  const counted = { read: 0, written: 0 }
  const count = (): void => {
    const [read, written] = [socket.bytesRead, socket.bytesWritten - socket.writableLength]
    tally.addBytes(read - counted.read, written - counted.written)
    Object.assign(counted, { read, written })
  }
  const timer = setInterval(count, 200)
  openSockets.add(socket)
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearInterval(timer)
    openSockets.delete(socket)
    count()
  })
}

async function listenForDatagrams(port: number, { tally }: ListenerOptions): Promise<void> {
  const socket = createSocket({ type: 'udp6', reuseAddr: true })
  socket.on('message', (_, { address }) => {
    tally.countDatagram()
    tally.addEscape(`datagram to port ${port} from ${address}`)
  })
  socket.bind(port, '::')
  await once(socket, 'listening')
}
