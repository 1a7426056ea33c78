import type { Socket } from 'node:net'
import type { Endpoint } from '@wachta/checks'

/** The replies to a request of a browser in SOCKS 5 (RFC 1928): browsers use only CONNECT without authentication. */
export type SocksReply = 'connected' | 'forbidden' | 'unreachable'

const codes: Readonly<Record<SocksReply, number>> = { connected: 0, forbidden: 2, unreachable: 4 }

const version = 5
const connectCommand = 1
/** The types of addresses in a request. */
const [ipv4Type, nameType, ipv6Type] = [1, 3, 4]
const maxRequestLength = 262

export const encodeReply = (kind: SocksReply): Buffer => Buffer.from([version, codes[kind], 0, 1, 0, 0, 0, 0, 0, 0])

/** Reads the destination that a client requests; undefined if it uses another protocol. */
export async function readDestination(client: Socket): Promise<Endpoint | undefined> {
  const greeting = await readUntil(client, (bytes) => (bytes.length < 2 ? 2 : 2 + (bytes[1] ?? 0)))
  if (greeting?.[0] !== version || !greeting.subarray(2).includes(0)) return undefined
  client.write(Buffer.from([version, 0]))
  const request = await readUntil(client, getRequestLength)
  if (request?.[0] !== version || request[1] !== connectCommand) return undefined
  const host = readHost(request)
  return host === undefined ? undefined : { host, port: request.readUInt16BE(request.length - 2) }
}

/** Returns the length of a request, or how many bytes are needed to determine it. */
function getRequestLength(bytes: Buffer): number {
  if (bytes.length < 5) return 5
  const type = bytes[3]
  if (type === ipv4Type) return 10
  if (type === ipv6Type) return 22
  return 7 + (bytes[4] ?? 0)
}

function readHost(request: Buffer): string | undefined {
  const type = request[3]
  if (type === ipv4Type) return [...request.subarray(4, 8)].join('.')
  if (type === ipv6Type) return formatIpv6(request.subarray(4, 20))
  if (type !== nameType) return undefined
  const name = request.subarray(5, -2).toString('latin1')
  return /^[\x21-\x7e]+$/.test(name) ? name.replace(/^\[|\]$/g, '') : undefined
}

/** Formats an IPv6 address in its canonical form, which the guard expects. */
function formatIpv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/** Reads exactly one message; undefined if the connection closes before its end, or it is too long. */
function readUntil(client: Socket, getLength: (bytes: Buffer) => number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0)
    const finish = (message: Buffer | undefined): void => {
      client.off('readable', readAvailable)
      client.off('close', onClose)
      resolve(message)
    }
    const onClose = (): void => finish(undefined)
    const readAvailable = (): void => {
      while (bytes.length < getLength(bytes) && bytes.length <= maxRequestLength) {
        const chunk = client.read(getLength(bytes) - bytes.length) as Buffer | null
        if (chunk === null) return
        bytes = Buffer.concat([bytes, chunk])
      }
      finish(bytes.length > maxRequestLength ? undefined : bytes)
    }
    client.on('readable', readAvailable)
    client.on('close', onClose)
    readAvailable()
  })
}
