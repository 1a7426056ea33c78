import { createSocket } from 'node:dgram'
import { type DecodedPacket, decode, encode, type Packet } from 'dns-packet'
import type { Fault, FaultyServer } from './fault.ts'

/** A name server with the given answers; undefined means silence. */
function nameServer(answer: (question: DecodedPacket) => Packet | Buffer | undefined): () => Promise<FaultyServer> {
  return () =>
    new Promise((resolve) => {
      const socket = createSocket('udp4')
      socket.on('message', (bytes, from) => {
        const reply = answer(decode(bytes))
        if (reply !== undefined) socket.send(Buffer.isBuffer(reply) ? reply : encode(reply), from.port, from.address)
      })
      socket.bind(0, '127.0.0.1', () => {
        const nameServers = [`127.0.0.1:${socket.address().port}`]
        resolve({ address: 'service.example', checkContext: { nameServers }, close: () => socket.close() })
      })
    })
}

const code =
  (rcode: number) =>
  ({ id, questions }: DecodedPacket): Packet => ({
    id,
    type: 'response',
    flags: 0x180 | rcode,
    questions: questions ?? [],
  })

export const dnsFaults: readonly Fault[] = [
  { name: 'no such name', type_id: 'http', server: nameServer(code(3)), kind: 'dns_nxdomain' },
  { name: 'a name without addresses', type_id: 'https', server: nameServer(code(0)), kind: 'dns_no_record' },
  { name: 'SERVFAIL', type_id: 'http', server: nameServer(code(2)), kind: 'dns_server_failure' },
  { name: 'REFUSED', type_id: 'http', server: nameServer(code(5)), kind: 'dns_refused' },
  { name: 'FORMERR', type_id: 'http', server: nameServer(code(1)), kind: 'dns_malformed_answer' },
  {
    name: 'a silent name server',
    type_id: 'http',
    server: nameServer(() => undefined),
    timeout_ms: 300,
    kind: 'timeout_lookup',
  },
  {
    name: 'a name that leads inside',
    type_id: 'http',
    server: async () => {
      const inside = nameServer(({ id, questions }) => ({
        id,
        type: 'response',
        questions: questions ?? [],
        answers: [{ type: 'A', name: 'service.example', ttl: 1, data: '169.254.169.254' }],
      }))
      const { checkContext, ...server } = await inside()
      return { ...server, checkContext: { ...checkContext, guard: (address) => !address.startsWith('169.254.') } }
    },
    kind: 'address_forbidden',
  },
]
