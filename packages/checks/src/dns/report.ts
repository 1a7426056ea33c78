import type { DnsAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'
import type { DnsQuestion } from './question.ts'
import type { ReadRecord } from './record.ts'

/** Formats question and answer in zone file notation. */
export function formatAnswer(server: NameServer, question: DnsQuestion, answer: DnsAnswer): string {
  return [
    `; server ${server.address} port ${server.port}`,
    `; status ${answer.rcode}${answer.authoritative ? ', authoritative' : ''}`,
    `; question ${question.name}. IN ${question.type}`,
    ...answer.records.map(formatRecord),
    ...(answer.authorities.length > 0 ? ['; authority', ...answer.authorities.map(formatRecord)] : []),
    '',
  ].join('\n')
}

const formatRecord = ({ name, ttl, type, value }: ReadRecord): string => `${name}. ${ttl} IN ${type} ${value}`
