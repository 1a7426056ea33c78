import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { encode, type Packet } from 'dns-packet'
import type { Probe } from '../probe.ts'
import type { DnsAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'

/** When the question is sent again: packets get lost. After the last one another server is worth a try. */
const sendings_ms = [0, 1000, 2500]
const patience_ms = 4000

/** A packet that is no answer may be forged or late: so long the right one may still come. */
const grace_ms = 300

/** How to ask one server: the last one has all the time that is left, the others a few seconds. */
export interface Patience {
  readonly probe: Probe
  readonly isLast: boolean
}

export interface PacketReading extends Patience {
  /** Reads a packet as the answer; throws where it is none. */
  read(packet: Buffer): DnsAnswer
}

/** Asks over UDP; nothing where the server is silent and there are others to ask. */
export async function askInPackets(
  server: NameServer,
  query: Packet,
  how: PacketReading,
): Promise<DnsAnswer | undefined> {
  // A listener that comes after the end hears nothing.
  how.probe.signal.throwIfAborted()
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
  const timers: NodeJS.Timeout[] = []
  const asked = new Promise<DnsAnswer | undefined>((resolve, reject) => {
    const later = (action: () => void, milliseconds: number) => timers.push(setTimeout(action, milliseconds))
    how.probe.signal.addEventListener('abort', () => reject(how.probe.signal.reason), { once: true })
    socket.on('error', reject)
    socket.on('message', (packet) => {
      try {
        resolve(how.read(packet))
      } catch (cause) {
        later(() => reject(cause), grace_ms)
      }
    })
    // A connected socket takes packets from nobody else, hears that the port is closed, and has a port of its own that
    // the system picks at random.
    socket.once('connect', () => {
      for (const delay of sendings_ms) later(() => send(socket, query, reject), delay)
      if (!how.isLast) later(() => resolve(undefined), patience_ms)
    })
    // Without a callback, which would be called for a failure too.
    socket.connect(server.port, server.address)
  })
  return asked.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
}

function send(socket: Socket, query: Packet, failed: (cause: Error) => void): void {
  socket.send(encode(query), (cause) => cause && failed(cause))
}
