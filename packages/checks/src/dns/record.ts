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

/**
 * Returns the record in normal form; an empty list for records that are not part of the zone or have an unsupported
 * type.
 */
export function readDnsRecord(record: PacketRecord): ReadRecord[] {
  if (record.type === 'OPT') return []
  const value = formatValue(record)
  const ttl = 'ttl' in record ? (record.ttl ?? 0) : 0
  return value === undefined
    ? []
    : [{ name: record.name, type: record.type, ttl, value: normalizeRecord(record.type, value) }]
}

/** Normalises a value for comparison: `10 Mail.Example.com.` and `10 mail.example.com` are the same. */
export function normalizeRecord(type: string, value: string): string {
  if (type === 'TXT') return joinTextParts(value)
  const words = value.trim().split(/\s+/)
  if (type === 'A' || type === 'AAAA') return ipaddr.isValid(value) ? ipaddr.parse(value).toString() : value
  if (type === 'CAA') return words.join(' ').replaceAll('"', '').toLowerCase()
  return words.map(normalizeName).join(' ')
}

const normalizeName = (name: string): string =>
  name === '.' ? '.' : (/[^\0-\x7f]/.test(name) ? domainToASCII(name) : name).toLowerCase().replace(/\.$/, '')

/** `"v=spf1 " "-all"`, as tools print the parts of a text, is the text `v=spf1 -all`. */
function joinTextParts(text: string): string {
  // The whole text is matched first: with an unclosed quote, a search for parts would take quadratic time.
  if (!/^"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*$/.test(text)) return text
  const parts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
  return parts.map(([, part = '']) => part.replace(/\\(.)/g, '$1')).join('')
}

function formatValue(record: Exclude<PacketRecord, { type: 'OPT' }>): string | undefined {
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
