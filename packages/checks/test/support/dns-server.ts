import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet, TRUNCATED_RESPONSE } from 'dns-packet'

/** How a server fails: with a response code, by violating the protocol, or by not answering. */
export type DnsMode =
  | 'well'
  | 'nxdomain'
  | 'servfail'
  | 'refused'
  | 'notimp'
  | 'wrong_id'
  | 'wrong_name'
  | 'wrong_type'
  | 'forged_first'
  | 'truncated'
  | 'truncated_cut'
  | 'no_extensions'
  | 'garbage'
  | 'query_back'
  | 'silent'
  | 'lossy'

export interface DnsServer {
  readonly port: number
  /** Every received question, with its id and source port. */
  readonly heard: readonly { readonly packet: Packet; readonly port: number; readonly over: 'udp' | 'tcp' }[]
  close(): Promise<void>
}

const codes: Readonly<Record<string, number>> = { nxdomain: 3, servfail: 2, refused: 5, notimp: 4 }

/** A name server on loopback over UDP and TCP, which answers every question with the records of its type. */
export async function startDnsServer(
  records: readonly Answer[],
  { mode = 'well', delay = 0 }: { mode?: DnsMode; delay?: number } = {},
): Promise<DnsServer> {
  const heard: { packet: Packet; port: number; over: 'udp' | 'tcp' }[] = []
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const packet = decode(data.subarray(2))
      heard.push({ packet, port: socket.remotePort ?? 0, over: 'tcp' })
      const answer = encode(answerTo(packet, records, 'well'))
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      // In several parts, as a network may deliver it.
      socket.write(length.subarray(0, 1))
      setTimeout(() => {
        socket.write(length.subarray(1))
        socket.end(mode === 'truncated_cut' ? answer.subarray(0, 20) : answer)
      }, 5)
    })
  })
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as { port: number }
  const udp = createSocket('udp4')
  udp.on('message', (data, from) => {
    const packet = decode(data)
    heard.push({ packet, port: from.port, over: 'udp' })
    if (mode === 'silent' || (mode === 'lossy' && heard.length === 1)) return
    const send = (answer: Buffer) => udp.send(answer, from.port, from.address)
    if (mode === 'forged_first')
      send(encode({ ...answerTo(packet, [], 'nxdomain'), id: ((packet.id ?? 0) + 1) & 0xffff }))
    setTimeout(() => send(mode === 'garbage' ? Buffer.from('not DNS') : encode(answerTo(packet, records, mode))), delay)
  })
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  return {
    port,
    heard,
    close: async () => {
      udp.close()
      tcp.close()
      await Promise.all([once(udp, 'close'), once(tcp, 'close')])
    },
  }
}

function answerTo(query: Packet, records: readonly Answer[], mode: DnsMode): Packet {
  const [question] = query.questions ?? []
  const isExtended = (query.additionals ?? []).some(({ type }) => type === 'OPT')
  const code = mode === 'no_extensions' && isExtended ? 1 : (codes[mode] ?? 0)
  const isTruncated = mode === 'truncated' || mode === 'truncated_cut'
  const wanted = records.filter(({ type }) => type === question?.type || type === 'CNAME')
  return {
    type: mode === 'query_back' ? 'query' : 'response',
    id: mode === 'wrong_id' ? ((query.id ?? 0) + 1) & 0xffff : (query.id ?? 0),
    flags: AUTHORITATIVE_ANSWER | code | (isTruncated ? TRUNCATED_RESPONSE : 0),
    questions: question === undefined ? [] : [asked(question, mode)],
    answers: code !== 0 || isTruncated ? [] : wanted,
  }
}

function asked(question: NonNullable<Packet['questions']>[number], mode: DnsMode) {
  if (mode === 'wrong_name') return { ...question, name: 'other.example' }
  return mode === 'wrong_type' ? { ...question, type: 'HINFO' as const } : question
}
