import { findFreePort } from '@wachta/testing/free-port'
import type { Answer } from 'dns-packet'
import { type DnsMode, startDnsServer } from '../support/dns-server.ts'
import type { Fault } from './fault.ts'

const a: Answer = { type: 'A', name: 'www.example.com', ttl: 300, data: '192.0.2.1' }

/** A name server that fails according to its mode. */
const server =
  (mode: DnsMode, records: readonly Answer[] = [a], delay = 0): Fault['server'] =>
  async () => {
    const { port, close } = await startDnsServer(records, { mode, delay })
    return { address: 'www.example.com', settings: { dns_server: '127.0.0.1', port }, close }
  }

const fault = (name: string, kind: string, rest: Partial<Fault> & Pick<Fault, 'server'>): Fault => ({
  name,
  type_id: 'dns',
  kind,
  ...rest,
})

export const dnsRecordFaults: readonly Fault[] = [
  fault('the name does not exist', 'dns_nxdomain', { server: server('nxdomain') }),
  fault('the server fails', 'dns_server_failure', { server: server('servfail') }),
  fault('the server refuses', 'dns_refused', { server: server('refused') }),
  fault('the server does not know the question', 'dns_malformed_answer', { server: server('notimp') }),
  fault('the answer has another id', 'dns_malformed_answer', { server: server('wrong_id') }),
  fault('the answer is about another name', 'dns_malformed_answer', { server: server('wrong_name') }),
  fault('the answer is about another type', 'dns_malformed_answer', { server: server('wrong_type') }),
  fault('the answer is a question', 'dns_malformed_answer', { server: server('query_back') }),
  fault('the answer is garbage', 'dns_malformed_answer', { server: server('garbage') }),
  fault('the long answer ends halfway', 'dns_malformed_answer', { server: server('truncated_cut') }),
  fault('there is no record', 'dns_no_record', { server: server('well', []) }),
  fault('there is no record of the type', 'dns_no_record', { settings: { record_type: 'MX' }, server: server('well') }),
  fault('the record is at another name', 'dns_no_record', {
    server: server('well', [{ ...a, name: 'mail.example.com' }]),
  }),
  fault('the alias leads nowhere', 'dns_no_record', {
    server: server('well', [{ type: 'CNAME', name: 'www.example.com', ttl: 60, data: 'gone.example.com' }]),
  }),
  fault('the answer is not the expected one', 'dns_unexpected_answer', {
    settings: { expected_answers: ['192.0.2.1', '192.0.2.2'] },
    server: server('well'),
  }),
  fault('the server is silent', 'timeout_lookup', { timeout_ms: 300, server: server('silent') }),
  fault('the server is slower than allowed', 'timeout_total', {
    settings: { maximum_response_time: 50 },
    server: server('well', [a], 120),
  }),
  fault('nothing listens', 'dns_server_unreachable', {
    server: async () => ({
      address: 'www.example.com',
      settings: { dns_server: '127.0.0.1', port: await findFreePort() },
      close: async () => undefined,
    }),
  }),
  fault('an IP address has no such records', 'settings_invalid', {
    server: async () => ({ ...(await server('well')()), address: '192.0.2.1' }),
  }),
]
