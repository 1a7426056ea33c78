import type { Socket } from 'node:net'
import { type Packet, streamEncode } from 'dns-packet'
import { CheckFailure } from '../failure.ts'
import type { DnsAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'
import type { PacketReading } from './query-over-udp.ts'

/** Queries a server over TCP, where two bytes with the length precede each message. */
export async function queryOverTcp(server: NameServer, query: Packet, reading: PacketReading): Promise<DnsAnswer> {
  const socket = await server.connect()
  reading.probe.enter('lookup')
  try {
    socket.write(streamEncode(query))
    return reading.read(await readFirstMessage(socket))
  } finally {
    socket.destroy()
  }
}

async function readFirstMessage(socket: Socket): Promise<Buffer> {
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    const length = received.length < 2 ? Number.POSITIVE_INFINITY : received.readUInt16BE(0)
    if (received.length >= length + 2) return received.subarray(2, length + 2)
  }
  throw new CheckFailure('dns_malformed_answer', 'the connection ended before the answer was complete')
}
