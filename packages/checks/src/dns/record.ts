import { domainToASCII } from 'node:url'
import type { Answer as PacketRecord } from 'dns-packet'
import ipaddr from 'ipaddr.js'

/** A record in zone file notation. */
export interface ReadRecord {
  readonly name: string
  readonly type: string
  readonly ttl: number
  readonly value: string
}

/** Returns the record in normal form; nothing for records that are not part of the zone or have an unsupported type. */
export function readDnsRecord(record: PacketRecord): ReadRecord[] {
  if (record.type === 'OPT') return []
  const value = wordsOf(record)
  const ttl = 'ttl' in record ? (record.ttl ?? 0) : 0
  return value === undefined
    ? []
    : [{ name: record.name, type: record.type, ttl, value: normalizeRecord(record.type, value) }]
}

/** Normalises a value for comparison: `10 Mail.Example.com.` and `10 mail.example.com` are the same. */
export function normalizeRecord(type: string, value: string): string {
  if (type === 'TXT') return joined(value)
  const words = value.trim().split(/\s+/)
  if (type === 'A' || type === 'AAAA') return ipaddr.isValid(value) ? ipaddr.parse(value).toString() : value
  if (type === 'CAA') return words.join(' ').replaceAll('"', '').toLowerCase()
  return words.map(normalisedName).join(' ')
}

const normalisedName = (name: string): string =>
  name === '.' ? '.' : (/[^\0-\x7f]/.test(name) ? domainToASCII(name) : name).toLowerCase().replace(/\.$/, '')

/** `"v=spf1 " "-all"`, as tools print the parts of a text, is the text `v=spf1 -all`. */
function joined(text: string): string {
  // Looked at as a whole first: from quotes that nothing ends, a search for parts would start over and over.
  if (!/^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/.test(text)) return text
  const parts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
  return parts.map(([, part = '']) => part.replace(/\\(.)/g, '$1')).join('')
}

function wordsOf(record: Exclude<PacketRecord, { type: 'OPT' }>): string | undefined {
  switch (record.type) {
    case 'A':
    case 'AAAA':
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return record.data
    case 'MX':
      return `${record.data.preference ?? 0} ${record.data.exchange}`
    case 'SRV':
      return `${record.data.priority ?? 0} ${record.data.weight ?? 0} ${record.data.port} ${record.data.target}`
    case 'SOA': {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data
      return [mname, rname, serial, refresh, retry, expire, minimum].join(' ')
    }
    case 'CAA':
      return `${record.data.flags ?? 0} ${record.data.tag} ${record.data.value}`
    case 'TXT':
      return [record.data].flat().join('')
    default:
      return undefined
  }
}
