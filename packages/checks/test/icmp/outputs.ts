import type { Echoes } from '../../src/icmp/echoes.ts'

/** Output of the programs and its meaning: one packet a second, unless the numbers differ. */
export interface Output {
  readonly name: string
  readonly program: 'fping' | 'ping'
  readonly address: string
  readonly stdout?: string
  readonly stderr?: string
  readonly echoes: Echoes | undefined
  readonly kind?: string
}

const routerSaid = (words: string, address = '192.0.2.9') =>
  `${words} from 198.51.100.1 for ICMP Echo sent to ${address}\n${address} : [0], timed out (NaN avg, 100% loss)\n\n${address} : - -\n`

const statistics = (received: number) =>
  `\n--- 192.0.2.9 ping statistics ---\n2 packets transmitted, ${received} received, ${100 - 50 * received}% packet loss, time 202ms\n`

const lost = (notice: string | null): Echoes => ({ sent: 2, received: 0, times: [], notice })

const fpingNotices: readonly (readonly [string, string])[] = [
  ['ICMP Network Unreachable', 'ping_network_unreachable'],
  ['ICMP Host Unreachable', 'ping_host_unreachable'],
  ['ICMP Unreachable (Destination Network Unknown)', 'ping_network_unreachable'],
  ['ICMP Unreachable (Destination Host Unknown)', 'ping_host_unreachable'],
  ['ICMP Unreachable (Communication with Network Prohibited)', 'ping_prohibited'],
  ['ICMP Unreachable (Communication with Host Prohibited)', 'ping_prohibited'],
  ['ICMP Unreachable (Communication Administratively Prohibited)', 'ping_prohibited'],
  ['ICMP Time Exceeded', 'ping_ttl_exceeded'],
]

const pingNotices: readonly (readonly [string, string])[] = [
  ['Destination Net Unreachable', 'ping_network_unreachable'],
  ['Destination Host Unreachable', 'ping_host_unreachable'],
  ['Packet filtered', 'ping_prohibited'],
  ['Destination Host Prohibited', 'ping_prohibited'],
  ['Time to live exceeded', 'ping_ttl_exceeded'],
  ['Destination unreachable: No route', 'ping_network_unreachable'],
  ['Destination unreachable: Address unreachable', 'ping_host_unreachable'],
  ['Destination unreachable: Administratively prohibited', 'ping_prohibited'],
  ['Time exceeded: Hop limit', 'ping_ttl_exceeded'],
]

export const outputs: readonly Output[] = [
  {
    name: 'all answered',
    program: 'fping',
    address: '192.0.2.9',
    stderr: '\n192.0.2.9 : 0.334 12.5\n',
    echoes: { sent: 2, received: 2, times: [0.334, 12.5], notice: null },
  },
  {
    name: 'one lost',
    program: 'fping',
    address: '2001:db8::9',
    stderr: '2001:db8::9 : 8 -\n',
    echoes: { sent: 2, received: 1, times: [8], notice: null },
  },
  { name: 'too few fields', program: 'fping', address: '192.0.2.9', stderr: '192.0.2.9 : 1.0\n', echoes: undefined },
  { name: 'other words', program: 'fping', address: '192.0.2.9', stderr: '192.0.2.9 : 1.0 NaN\n', echoes: undefined },
  {
    name: 'another address',
    program: 'fping',
    address: '192.0.2.9',
    stderr: '192.0.2.99 : 1.0 2.0\n',
    echoes: undefined,
  },
  {
    name: 'no privilege',
    program: 'fping',
    address: '192.0.2.9',
    stderr: "fping: can't create raw socket (must run as root?): Operation not permitted\n",
    echoes: undefined,
  },
  ...fpingNotices.map(([words, kind]): Output => {
    const echoes = lost(`${words} from 198.51.100.1`)
    return { name: words, program: 'fping', address: '192.0.2.9', stderr: routerSaid(words), echoes, kind }
  }),
  {
    name: 'all answered, one twice',
    program: 'ping',
    address: '192.0.2.9',
    stdout: `PING 192.0.2.9 (192.0.2.9) 64(92) bytes of data.
72 bytes from 192.0.2.9: icmp_seq=1 ttl=64 time=0.026 ms
72 bytes from 192.0.2.9: icmp_seq=1 ttl=64 time=9.1 ms (DUP!)
72 bytes from 192.0.2.9: icmp_seq=2 ttl=64 time=54 ms
${statistics(2)}rtt min/avg/max/mdev = 0.026/27.013/54.000/26.987 ms
`,
    echoes: { sent: 2, received: 2, times: [0.026, 54], notice: null },
  },
  {
    name: 'packets too small for times',
    program: 'ping',
    address: '192.0.2.9',
    stdout: `PING 192.0.2.9 (192.0.2.9) 1(29) bytes of data.
9 bytes from 192.0.2.9: icmp_seq=1 ttl=64
${statistics(1)}`,
    echoes: { sent: 2, received: 1, times: [], notice: null },
  },
  {
    name: 'no network here',
    program: 'ping',
    address: '192.0.2.9',
    stderr: 'ping: connect: Network is unreachable\n',
    echoes: lost('Network is unreachable'),
    kind: 'ping_network_unreachable',
  },
  {
    name: 'no privilege',
    program: 'ping',
    address: '192.0.2.9',
    stderr: 'ping: socktype: SOCK_RAW\nping: socket: Operation not permitted\n',
    echoes: undefined,
  },
  ...pingNotices.map(([words, kind]): Output => {
    const line = `From 198.51.100.1 icmp_seq=1 ${words}`
    const stdout = `PING 192.0.2.9 (192.0.2.9) 64(92) bytes of data.\n${line}\n${statistics(0)}`
    return { name: words, program: 'ping', address: '192.0.2.9', stdout, echoes: lost(line), kind }
  }),
]
