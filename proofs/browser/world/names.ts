import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packets from 'dns-packet'
import ipaddr from 'ipaddr.js'
import { alternatingDomain, attackAddress, hexDomain, publicAddress, silentDomain } from '../addresses.ts'
import type { Tally } from './tally.ts'

/** The name server of the sensor. */
export async function serveNames(tally: Tally): Promise<void> {
  const queryCounts = new Map<string, number>()
  // On all other addresses, the listener for forbidden datagrams uses this port.
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('message', (message, { port, address }) => {
    tally.countQuery()
    const query = decode(message)
    if (query === undefined) return tally.addEscape('a datagram to the name server that is no query')
    const { id = 0, questions = [] } = query
    const [{ name = '', type = 'A' } = {}] = questions
    if (name.toLowerCase().endsWith(silentDomain)) tally.addEscape(`DNS query for ${name}`)
    const previousQueries = queryCounts.get(name) ?? 0
    queryCounts.set(name, previousQueries + 1)
    const addresses = resolveAddresses(name.toLowerCase(), type, previousQueries)
    const answers = (addresses ?? []).map(
      (data) => ({ name, type: type === 'AAAA' ? 'AAAA' : 'A', ttl: 0, data }) as const,
    )
    const flags = packets.RECURSION_DESIRED | packets.RECURSION_AVAILABLE | (addresses === undefined ? 3 : 0)
    tally.countReply()
    socket.send(packets.encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
}

function decode(message: Buffer): packets.DecodedPacket | undefined {
  try {
    return packets.decode(message)
  } catch {
    return undefined
  }
}

function resolveAddresses(name: string, type: string, previousQueries: number): string[] | undefined {
  const hexAddress = /^([0-9a-f]{8}|[0-9a-f]{32})\./.exec(name)?.[1]
  if (name.endsWith(hexDomain) && hexAddress !== undefined)
    return (hexAddress.length === 8) === (type === 'A') ? [fromHex(hexAddress)] : []
  const number = Number(/\d+/.exec(name)?.[0] ?? 0)
  if (name.endsWith(alternatingDomain))
    return type === 'A' ? [(previousQueries + number) % 2 === 0 ? attackAddress : '127.0.0.1'] : []
  if (name.endsWith('.many.test')) return type === 'A' ? [publicAddress] : []
  return undefined
}

const fromHex = (hex: string): string => ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()
