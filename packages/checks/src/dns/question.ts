import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { type Packet, RECURSION_DESIRED, type RecordType } from 'dns-packet'
import ipaddr from 'ipaddr.js'
import { CheckFailure } from '../failure.ts'

/** The supported record types. */
export const dnsRecordTypes = [
  'A',
  'AAAA',
  'CAA',
  'CNAME',
  'MX',
  'NS',
  'PTR',
  'SOA',
  'SRV',
  'TXT',
] as const satisfies readonly RecordType[]

export type QueriedType = (typeof dnsRecordTypes)[number]

export interface DnsQuestion {
  readonly name: string
  readonly type: QueriedType
}

/** The size that fits into one packet on every route (DNS flag day 2020). */
const udpPayloadSize = 1232

/** Returns the question about a host; an IP address is converted to its name in the reverse tree. */
export function createQuestion(host: string, recordType: string | null): DnsQuestion {
  const type = dnsRecordTypes.find((supported) => supported === recordType)
  if (type === undefined) throw new CheckFailure('settings_invalid', `unknown record type ${recordType}`)
  if (!isIP(host)) return { name: host, type }
  if (type !== 'PTR')
    throw new CheckFailure('settings_invalid', `an IP address has PTR records, but no ${type} records`)
  return { name: toReverseName(host), type }
}

/** Creates a query with an unpredictable id. */
export function createQuery({ name, type }: DnsQuestion, { extended }: { extended: boolean }): Packet & { id: number } {
  return {
    type: 'query',
    id: randomInt(0x1_0000),
    flags: RECURSION_DESIRED,
    questions: [{ name, type, class: 'IN' }],
    additionals: extended
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  }
}

/**
 * `192.0.2.1` becomes `1.2.0.192.in-addr.arpa`; in the name of an IPv6 address, every half byte is a label (RFC 3596).
 */
function toReverseName(address: string): string {
  const parsed = ipaddr.parse(address)
  const bytes = parsed.toByteArray()
  if (parsed.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${[...digits].reverse().join('.')}.ip6.arpa`
}
