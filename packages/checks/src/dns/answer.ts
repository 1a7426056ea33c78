import { type DecodedPacket, decode } from 'dns-packet'
import { CheckFailure } from '../failure.ts'
import type { DnsQuestion, QueriedType } from './question.ts'
import { type ReadRecord, readDnsRecord } from './record.ts'

export interface DnsAnswer {
  readonly rcode: string
  readonly truncated: boolean
  readonly authoritative: boolean
  readonly records: readonly ReadRecord[]
  readonly authorities: readonly ReadRecord[]
}

/** RFC 1035, 2136 and 6895. */
const responseCodes = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'YXDOMAIN', 'YXRRSET']

const failureKinds: Readonly<Record<string, string>> = {
  FORMERR: 'dns_malformed_answer',
  NOTIMP: 'dns_malformed_answer',
  NXDOMAIN: 'dns_nxdomain',
  REFUSED: 'dns_refused',
}

/** Reads a packet as the answer to the query; throws a CheckFailure if it is not. */
export function readAnswer(packet: Buffer, id: number, question: DnsQuestion): DnsAnswer {
  const decoded = decodePacket(packet)
  const [repeatedQuestion, ...others] = decoded.questions ?? []
  if (decoded.id !== id || !decoded.flag_qr)
    throw createMalformedFailure(`the id ${decoded.id} is not that of the question`)
  const rcode = readCode(decoded)
  // Servers that cannot read a question need not repeat it.
  const matchesQuestion =
    repeatedQuestion?.type === question.type && isSameName(repeatedQuestion.name, question.name) && others.length === 0
  if (!matchesQuestion && !(repeatedQuestion === undefined && rcode === 'FORMERR')) {
    throw createMalformedFailure(
      repeatedQuestion === undefined
        ? 'it repeats no question'
        : `it answers the question ${repeatedQuestion.name} ${repeatedQuestion.type}`,
    )
  }
  return {
    rcode,
    truncated: decoded.flag_tc,
    authoritative: decoded.flag_aa,
    records: (decoded.answers ?? []).flatMap(readDnsRecord),
    authorities: (decoded.authorities ?? []).flatMap(readDnsRecord),
  }
}

/**
 * Returns the records that the question asks for, of the name itself or of the name at the end of its aliases; throws a
 * CheckFailure if there are none.
 */
export function findRequestedRecords(answer: DnsAnswer, { name, type }: DnsQuestion): readonly ReadRecord[] {
  const { rcode } = answer
  if (rcode !== 'NOERROR')
    throw new CheckFailure(failureKinds[rcode] ?? 'dns_server_failure', `${name} ${type}: ${rcode}`)
  const names = followAliases(name, type, answer.records)
  const found = answer.records.filter((record) => record.type === type && names.has(normalizeName(record.name)))
  if (found.length === 0) throw new CheckFailure('dns_no_record', `${name} has no ${type} record`)
  return found
}

function followAliases(name: string, type: QueriedType, records: readonly ReadRecord[]): ReadonlySet<string> {
  const names = new Set([normalizeName(name)])
  if (type === 'CNAME') return names
  const aliases = new Map(
    records.filter((record) => record.type === 'CNAME').map((alias) => [normalizeName(alias.name), alias]),
  )
  for (let alias = aliases.get(normalizeName(name)); alias !== undefined; ) {
    if (names.has(alias.value)) break
    names.add(alias.value)
    alias = aliases.get(alias.value)
  }
  return names
}

function decodePacket(packet: Buffer): DecodedPacket {
  try {
    return decode(packet)
  } catch (cause) {
    throw createMalformedFailure(cause instanceof Error ? cause.message : String(cause))
  }
}

function readCode({ flags = 0 }: DecodedPacket): string {
  const code = flags & 0xf
  return responseCodes[code] ?? `RCODE${code}`
}

const createMalformedFailure = (reason: string) =>
  new CheckFailure('dns_malformed_answer', `the answer cannot be read: ${reason}`)

const normalizeName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

const isSameName = (one: string, other: string): boolean => normalizeName(one) === normalizeName(other)
