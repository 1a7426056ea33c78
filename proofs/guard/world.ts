import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { BlockList, createServer, isIPv4, type Socket } from 'node:net'
import packets from 'dns-packet'
import ipaddr from 'ipaddr.js'

/** What arrived: at which address, and over which protocol. */
export interface Arrival {
  readonly address: string
  readonly protocol: 'tcp' | 'udp'
}

/** The internet of a sensor; it lives in a network namespace and sees every connection. */
export interface World {
  /** The port of every check whose port can be configured. */
  readonly port: number
  readonly arrivals: Arrival[]
  /** The number of connection attempts since the start, with or without a listener. */
  countAttempts(): Promise<number>
  /** The number of echo requests since the start. */
  countEchoes(): Promise<number>
}

export const publicIpv4 = '93.184.215.14'
export const publicIpv6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

/** Another public address; packets to it are dropped. */
const darkIpv4 = '93.184.215.15'
const darkIpv6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2d'

const port = 8080

export async function startWorld(): Promise<World> {
  const arrivals: Arrival[] = []
  execFileSync('ip', ['route', 'add', 'blackhole', darkIpv4, 'table', 'local'])
  execFileSync('ip', ['-6', 'route', 'add', 'blackhole', darkIpv6, 'table', 'local'])
  for (const each of [80, 443, port]) await listen(each, arrivals)
  await listenForDatagrams(arrivals)
  await serveNames()
  return { port, arrivals, countAttempts, countEchoes }
}

/**
 * Written independently of the guard's table and of its library, from the registries: comparing the guard with its own
 * table would prove nothing.
 */
export function isForbidden(address: string): boolean {
  return isIPv4(address)
    ? special.check(address, 'ipv4')
    : !global.check(address, 'ipv6') || special.check(address, 'ipv6')
}

const global = new BlockList()
global.addRange('2000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6')
const special = new BlockList()
for (const [first, last] of [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const)
  special.addRange(first, last, 'ipv4')
for (const [first, last] of [
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const)
  special.addRange(first, last, 'ipv6')

async function listen(listenPort: number, arrivals: Arrival[]): Promise<void> {
  const server = createServer((socket) => {
    arrivals.push({ address: unmapAddress(socket.localAddress ?? ''), protocol: 'tcp' })
    answer(socket)
  })
  await once(server.listen(listenPort, '::'), 'listening')
}

/** A response for web checks, a redirect if the path says so; other protocols end here. */
function answer(socket: Socket): void {
  socket.on('error', () => undefined)
  socket.once('data', (request) => {
    const [, how = '', target = ''] = /^GET \/(\w+)\/([\w-]+) /.exec(request.toString('latin1')) ?? []
    socket.end(createRedirectResponse(how, Buffer.from(target, 'base64url').toString()))
  })
  setTimeout(() => socket.destroy(), 50)
}

/** Returns a response that redirects to a target: by status and header, or in a way that only browsers follow. */
function createRedirectResponse(how: string, target: string): string {
  const page = how === 'meta' ? `<meta http-equiv="refresh" content="0; url=${target}">` : 'ok'
  const header = how === 'refresh' ? `Refresh: 0; url=${target}\r\n` : ''
  const status = /^30\d$/.test(how) ? `${how} Found\r\nLocation: ${target}` : '200 OK'
  return `HTTP/1.1 ${status}\r\n${header}Content-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`
}

/** The address of a page that redirects to a target. */
export const buildRedirectAddress = (how: string, target: string): string =>
  `http://${publicIpv4}/${how}/${Buffer.from(target).toString('base64url')}`

async function listenForDatagrams(arrivals: Arrival[]): Promise<void> {
  const socket = createSocket('udp6')
  socket.on('message', () => arrivals.push({ address: 'unknown', protocol: 'udp' }))
  socket.bind(port, '::')
  await once(socket, 'listening')
}

/**
 * Names such as 7f000001.leads.test resolve to the address that they contain; those in turns.test and dark.test
 * alternately to a public and a private one, with each query; those in both.test to both at once. In dark.test the
 * public address has no listener. No other name exists.
 */
async function serveNames(): Promise<void> {
  const queryCounts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, { port: from, address }) => {
    const { id, questions = [] } = packets.decode(message)
    const [{ name = '', type = 'A' } = {}] = questions
    const key = `${name} ${type}`
    const previousQueries = queryCounts.get(key) ?? 0
    queryCounts.set(key, previousQueries + 1)
    const addresses = resolveAddresses(name.toLowerCase(), type, previousQueries)
    const answers = (addresses ?? []).map(
      (data) => ({ name, type: type === 'AAAA' ? 'AAAA' : 'A', ttl: 0, data }) as const,
    )
    const flags = packets.RECURSION_DESIRED | packets.RECURSION_AVAILABLE | (addresses === undefined ? 3 : 0)
    socket.send(packets.encode({ type: 'response', id: id ?? 0, flags, questions, answers }), from, address)
  })
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
}

const alternatingAddresses = {
  A: [publicIpv4, '127.0.0.1', publicIpv4, '169.254.169.254', '10.1.2.3', publicIpv4, '192.168.1.10'],
  AAAA: [publicIpv6, '::1', publicIpv6, 'fd00::1', '::ffff:127.0.0.1', publicIpv6, '64:ff9b::a9fe:a9fe'],
}

function resolveAddresses(name: string, type: string, previousQueries: number): string[] | undefined {
  const hexAddress = /(?:^|\.)([0-9a-f]{8}|[0-9a-f]{32})\.leads\.test$/.exec(name)?.[1]
  if (hexAddress !== undefined) return (hexAddress.length === 8) === (type === 'A') ? [fromHex(hexAddress)] : []
  const [, number = '', kind] = /^name-(\d+)\.(turns|both|dark)\.test$/.exec(name) ?? []
  const list = type === 'A' ? alternatingAddresses.A : type === 'AAAA' ? alternatingAddresses.AAAA : []
  const next = list[(Number(number) + previousQueries) % list.length] ?? ''
  if (kind === 'turns') return [next]
  if (kind === 'dark') return [next === publicIpv4 ? darkIpv4 : next === publicIpv6 ? darkIpv6 : next]
  if (kind === 'both')
    return list.map((_, index) => list[(Number(number) + previousQueries + index) % list.length] ?? '')
  return undefined
}

const fromHex = (hex: string): string => ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()

const unmapAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')

const countAttempts = async (): Promise<number> =>
  (await readCounters('/proc/self/net/snmp', 'Tcp')).get('ActiveOpens') ?? 0

async function countEchoes(): Promise<number> {
  const ipv4 = (await readCounters('/proc/self/net/snmp', 'Icmp')).get('InEchos') ?? 0
  const ipv6 = /^Icmp6InEchos\s+(\d+)$/m.exec(await readFile('/proc/self/net/snmp6', 'utf8'))?.[1]
  return ipv4 + Number(ipv6)
}

async function readCounters(file: string, protocol: string): Promise<ReadonlyMap<string, number>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith(`${protocol}:`))
  const [names = [], values = []] = lines.map((line) => line.split(' '))
  return new Map(names.map((name, index) => [name, Number(values[index])]))
}
