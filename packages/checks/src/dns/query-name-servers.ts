import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { type DnsAnswer, readAnswer } from './answer.ts'
import type { NameServer } from './name-server.ts'
import { queryOverTcp } from './query-over-tcp.ts'
import { type AskTimeout, queryOverUdp } from './query-over-udp.ts'
import { createQuery, type DnsQuestion } from './question.ts'

/** Returns the answer of the first server that gives one, and that server. */
export async function queryNameServers(servers: readonly NameServer[], question: DnsQuestion, probe: Probe) {
  const faults: string[] = []
  for (const [index, server] of servers.entries()) {
    probe.enter('lookup')
    try {
      const isLast = index === servers.length - 1
      const answer = await queryServer(server, question, { probe, isLast })
      if (answer !== undefined) return { server, answer }
      faults.push(`${server.address} port ${server.port} is silent`)
    } catch (cause) {
      if (probe.signal.aborted || cause instanceof CheckFailure || !(cause instanceof Error)) throw cause
      faults.push(`${server.address} port ${server.port}: ${cause.message}`)
    }
  }
  // Without resolvers, the sensor cannot say anything about the service.
  if (faults.length === 0) throw new Error('the sensor knows no DNS server')
  throw new CheckFailure('dns_server_unreachable', faults.join('; '))
}

async function queryServer(
  server: NameServer,
  question: DnsQuestion,
  patience: AskTimeout,
): Promise<DnsAnswer | undefined> {
  const answer = await queryOnce(server, question, { ...patience, extended: true })
  // Old servers do not support EDNS (RFC 6891) and answer FORMERR.
  return answer?.rcode === 'FORMERR' ? queryOnce(server, question, { ...patience, extended: false }) : answer
}

async function queryOnce(server: NameServer, question: DnsQuestion, how: AskTimeout & { extended: boolean }) {
  const query = createQuery(question, how)
  const read = (packet: Buffer): DnsAnswer => {
    how.probe.countBytes(packet.length)
    return readAnswer(packet, query.id, question)
  }
  const answer = await queryOverUdp(server, query, { ...how, read })
  return answer?.truncated ? queryOverTcp(server, query, { ...how, read }) : answer
}
