import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { encode, type Packet } from 'dns-packet'
import type { Probe } from '../probe.ts'
import type { DnsAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'

/** When the query is sent, after the socket is connected: three times, because packets get lost. */
const sendDelaysMs = [0, 1000, 2500]

/** When the next server, if there is one, is queried instead. */
const nextServerDelayMs = 4000

/** An invalid packet may be forged or late, so wait this long for the right answer. */
const graceMs = 300

export interface QueryOptions {
  readonly probe: Probe
  /** Whether this is the last server: it gets all the remaining time, the others a few seconds. */
  readonly isLast: boolean
}

export interface PacketReading extends QueryOptions {
  /** Reads a packet as the answer; throws if it is not. */
  read(packet: Buffer): DnsAnswer
}

/** Queries a server over UDP; returns undefined if it does not answer and there are other servers to query. */
export async function queryOverUdp(
  server: NameServer,
  query: Packet,
  reading: PacketReading,
): Promise<DnsAnswer | undefined> {
  // A listener added after the abort would never be called.
  reading.probe.signal.throwIfAborted()
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
  const timers: NodeJS.Timeout[] = []
  const answer = new Promise<DnsAnswer | undefined>((resolve, reject) => {
    const schedule = (action: () => void, milliseconds: number) => timers.push(setTimeout(action, milliseconds))
    reading.probe.signal.addEventListener('abort', () => reject(reading.probe.signal.reason), { once: true })
    socket.on('error', reject)
    socket.on('message', (packet) => {
      try {
        resolve(reading.read(packet))
      } catch (cause) {
        schedule(() => reject(cause), graceMs)
      }
    })
    // A connected socket receives packets from this server only, reports a closed port, and has a random port.
    socket.once('connect', () => {
      for (const delay of sendDelaysMs) schedule(() => send(socket, query, reject), delay)
      if (!reading.isLast) schedule(() => resolve(undefined), nextServerDelayMs)
    })
    // Without a callback, which would be called for a failure too.
    socket.connect(server.port, server.address)
  })
  return answer.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
}

function send(socket: Socket, query: Packet, onError: (cause: Error) => void): void {
  socket.send(encode(query), (cause) => cause && onError(cause))
}
