import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { findPeerProcess } from './peer-process.ts'

/** A message that a provider accepted. */
export interface AcceptedMessage {
  readonly channel: string
  readonly id: string
  readonly service: number
  readonly kind: 'start' | 'end'
  /** `came` is when the whole message had arrived, `at` when the response was sent. */
  readonly came: number
  readonly at: number
  /** The process that sent it, if known. */
  readonly pid: number | undefined
  /** Whether it arrived in one message together with others. */
  readonly isInDigest: boolean
}

/** Mails to this address count as a separate channel, so that a contact can get digests as well as single mails. */
export const digestAddress = 'night@example.com'

/** The behaviour of a provider: it accepts messages, rejects them temporarily, or does not respond. */
export type ProviderBehaviour = 'well' | 'refusing' | 'hung'

export interface Sink extends AsyncDisposable {
  readonly name: string
  readonly port: number
  behaviour: ProviderBehaviour
}

/** Returns the ids of the processes that may send messages. */
type Senders = () => readonly number[]

const noSenders: Senders = () => []

/** A mail server. A message counts as accepted when the positive response is sent. */
export async function openMailSink(onAccepted: (taken: AcceptedMessage) => void, senders = noSenders): Promise<Sink> {
  const pids = new Map<number, number | undefined>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const came = Date.now()
        if (sink.behaviour === 'hung') return
        if (sink.behaviour === 'refusing') return callback(Object.assign(new Error('later'), { responseCode: 451 }))
        void PostalMime.parse(Buffer.concat(parts)).then((mail) => {
          callback()
          const channel = mail.to?.[0]?.address === digestAddress ? 'digest' : 'mail'
          const sent = { channel, came, pid: pids.get(session.remotePort) }
          for (const notification of parseNotifications(mail)) onAccepted({ ...sent, ...notification })
        })
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => void pids.set(socket.remotePort ?? 0, findPeerProcess(socket, senders())))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const sink: Sink = {
    name: 'mail',
    port: (server.server.address() as AddressInfo).port,
    behaviour: 'well',
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}

/** A web server: a webhook of a customer, or a gateway for text messages. */
export async function openWebSink(
  name: 'json_post' | 'sms',
  onAccepted: (taken: AcceptedMessage) => void,
  senders = noSenders,
): Promise<Sink> {
  const pids = new WeakMap<Socket, number | undefined>()
  const server = createServer((request, response) => {
    void readBody(request).then((body) => answer(request, response, body))
  })
  server.on('connection', (socket) => void pids.set(socket, findPeerProcess(socket, senders())))
  const answer = ({ headers, socket }: IncomingMessage, response: ServerResponse, body: string): void => {
    const sent = { came: Date.now(), pid: pids.get(socket) }
    if (sink.behaviour === 'hung') return
    if (sink.behaviour === 'refusing') return void response.writeHead(503).end()
    const id = String(headers['wachta-id'] ?? JSON.parse(body).id)
    response
      .writeHead(200)
      .end('{}', () => onAccepted({ channel: name, id, ...sent, ...parseMessageText(body), isInDigest: false }))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink: Sink = {
    name,
    port: (server.address() as AddressInfo).port,
    behaviour: 'well',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return sink
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

type ParsedNotification = Omit<AcceptedMessage, 'channel' | 'came' | 'pid'>

/**
 * Returns the notifications in a mail. A digest must list as many notifications as its subject says, each with its id,
 * and the same ones in plain text; otherwise the result names a service that does not exist.
 */
function parseNotifications({ messageId = '', subject = '', text = '', html = '' }: Email): ParsedNotification[] {
  const announced = /^(\d+) incidents: /.exec(subject)?.[1]
  if (announced === undefined)
    return [{ id: messageId.replace(/^<|@.*$/g, ''), ...parseMessageText(text), isInDigest: false }]
  const lines = [...html.matchAll(/<div id="([^"]+)"[^>]*>\s*<strong>(\w+): svc-(\d+)<\/strong>/g)]
  const listed = lines.map(([, , state, service]) => `${state}: svc-${service}`).join()
  const inText = [...text.matchAll(/^\w+: svc-\d+$/gm)].join()
  const isConsistent = lines.length === Number(announced) && listed === inText
  return lines.map(([, id = '', state, service]) => ({
    ...{ id, service: isConsistent ? Number(service) : 0, kind: state === 'Up' ? 'end' : 'start', at: Date.now() },
    isInDigest: true,
  }))
}

/** Reads the service and the kind of a message from the text that every template has. */
function parseMessageText(text: string): Pick<AcceptedMessage, 'service' | 'kind' | 'at'> {
  const service = Number(/svc-(\d+)/.exec(text)?.[1] ?? 0)
  const isEnd = /event: end|"kind":\s*"end"|(?:Up|Dziala)[^:]*: svc/.test(text)
  return { service, kind: isEnd ? 'end' : 'start', at: Date.now() }
}
