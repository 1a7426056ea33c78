import { connect, type Socket } from 'node:net'
import { type Load, type LoadMeasurement, measure } from './measure.ts'

export interface Exchange {
  /** The bytes of the request. */
  readonly request: Buffer
  /** The expected body of the response. */
  readonly body: Buffer
  readonly total?: number
}

export interface Reply {
  readonly status: number
  readonly total: number | undefined
  readonly body: Buffer
}

/**
 * Sends the exchanges one after another over persistent connections. It uses plain sockets and prepared requests,
 * because on a machine with two CPUs the load generator takes CPU time from the measured server.
 */
export async function sendHttpLoad(
  address: string,
  exchanges: readonly Exchange[],
  load: Load,
): Promise<LoadMeasurement> {
  const idle = await Promise.all(Array.from({ length: load.concurrency }, () => openConnection(address)))
  const connections = [...idle]
  const measured = await measure(load, async (index) => {
    const { request, body, total } = exchanges[index % exchanges.length] as Exchange
    const connection = idle.pop() as Connection
    const reply = await connection.sendRequest(request)
    idle.push(connection)
    return reply.status === 200 && reply.total === total && reply.body.equals(body)
  })
  for (const { socket } of connections) socket.destroy()
  return measured
}

/** Sends one exchange and returns the response. */
export async function sendExchange(address: string, request: Buffer): Promise<Reply> {
  const connection = await openConnection(address)
  const reply = await connection.sendRequest(request)
  connection.socket.destroy()
  return reply
}

/** Returns the bytes of a request, with a body if there is one. */
export function writeRequest(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Buffer {
  const bodyHeaders =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'localhost', ...bodyHeaders, ...headers })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`,
  )
}

interface Connection {
  readonly socket: Socket
  sendRequest(request: Buffer): Promise<Reply>
}

async function openConnection(address: string): Promise<Connection> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let received = Buffer.alloc(0)
  let pendingReply = Promise.withResolvers<Reply>()
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const reply = readReply(received)
    if (!reply) return
    received = Buffer.alloc(0)
    pendingReply.resolve(reply)
  })
  const rejectPending = () => pendingReply.reject(new Error(`${address} closed the connection`))
  socket.on('error', rejectPending).on('close', rejectPending)
  return {
    socket,
    sendRequest(request) {
      pendingReply = Promise.withResolvers()
      socket.write(request)
      return pendingReply.promise
    },
  }
}

/** Parses the response once it is complete. Requests are not pipelined, so no second response can follow it. */
function readReply(received: Buffer): Reply | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end).toLowerCase()
  const body = received.subarray(end + 4)
  if (body.length < (readNumberHeader(head, 'content-length') ?? 0)) return undefined
  return { status: Number(head.slice(9, 12)), total: readNumberHeader(head, 'x-total-count'), body }
}

function readNumberHeader(head: string, name: string): number | undefined {
  const start = head.indexOf(`\r\n${name}: `)
  return start < 0 ? undefined : Number.parseInt(head.slice(start + name.length + 4, start + name.length + 20), 10)
}
