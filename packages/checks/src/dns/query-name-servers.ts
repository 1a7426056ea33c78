import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { type DnsAnswer, readAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'
import { queryOverTcp } from './query-over-tcp.ts'
import { type QueryOptions, queryOverUdp } from './query-over-udp.ts'
import { createQuery, type DnsQuestion } from './question.ts'

/** Returns the answer of the first server that gives one, and that server. */
export async function queryNameServers(servers: readonly NameServer[], question: DnsQuestion, probe: Probe) {
  const problems: string[] = []
  for (const [index, server] of servers.entries()) {
    probe.enter('lookup')
    try {
      const isLast = index === servers.length - 1
      const answer = await queryServer(server, question, { probe, isLast })
      if (answer !== undefined) return { server, answer }
      problems.push(`${server.address} port ${server.port} did not answer`)
    } catch (cause) {
      if (probe.signal.aborted || cause instanceof CheckFailure || !(cause instanceof Error)) throw cause
      problems.push(`${server.address} port ${server.port}: ${cause.message}`)
    }
  }
  // Without its resolvers, the sensor cannot say anything about the service.
  if (problems.length === 0) throw new Error('the sensor knows no DNS server')
  if (servers.every(({ isOwn }) => isOwn)) throw new Error(problems.join('; '))
  throw new CheckFailure('dns_server_unreachable', problems.join('; '))
}

async function queryServer(
  server: NameServer,
  question: DnsQuestion,
  options: QueryOptions,
): Promise<DnsAnswer | undefined> {
  const answer = await queryOnce(server, question, { ...options, extended: true })
  // Old servers do not support EDNS (RFC 6891) and answer FORMERR.
  return answer?.rcode === 'FORMERR' ? queryOnce(server, question, { ...options, extended: false }) : answer
}

async function queryOnce(server: NameServer, question: DnsQuestion, options: QueryOptions & { extended: boolean }) {
  const query = createQuery(question, options)
  const readPacket = (packet: Buffer): DnsAnswer => {
    options.probe.countBytes(packet.length)
    return readAnswer(packet, query.id, question)
  }
  const answer = await queryOverUdp(server, query, { ...options, read: readPacket })
  return answer?.truncated ? queryOverTcp(server, query, { ...options, read: readPacket }) : answer
}
