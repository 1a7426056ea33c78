import { readFileSync } from 'node:fs'

/** Counters of the kernel for this network namespace, whether or not a program listens. */
export interface NetworkCounters {
  /** Attempted connections. */
  readonly connections: number
  /** Sent datagrams, without those that a listener dropped because its buffer was full. */
  readonly datagrams: number
  readonly echoes: number
}

export function readCounters(): NetworkCounters {
  const [ipv4, ipv6] = [readFileSync('/proc/net/snmp', 'utf8'), readFileSync('/proc/net/snmp6', 'utf8')]
  const readIpv6 = (name: string) => Number(new RegExp(`^${name}\\s+(\\d+)$`, 'm').exec(ipv6)?.[1] ?? 0)
  const udp = parseTable(ipv4, 'Udp')
  return {
    connections: parseTable(ipv4, 'Tcp').get('ActiveOpens') ?? 0,
    datagrams:
      (udp.get('OutDatagrams') ?? 0) -
      (udp.get('RcvbufErrors') ?? 0) +
      readIpv6('Udp6OutDatagrams') -
      readIpv6('Udp6RcvbufErrors'),
    echoes: (parseTable(ipv4, 'Icmp').get('OutEchos') ?? 0) + readIpv6('Icmp6OutEchos'),
  }
}

function parseTable(text: string, protocol: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${protocol}:`))
  const [names = [], values = []] = lines.map((line) => line.split(' '))
  return new Map(names.map((name, index) => [name, Number(values[index])]))
}
