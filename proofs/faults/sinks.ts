import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A message that a provider accepted with a response. */
export interface Arrival {
  readonly channel: string
  /** The id that every copy carries. */
  readonly id: string
  /** The service that it is about, by its name. */
  readonly service: string
  /** The notifier that sent it: each has its own public address. */
  readonly sender: string
  readonly at: number
}

/** The behaviour of a provider: it accepts messages, fails, stays silent for a while, or rejects connections. */
export type SinkBehaviour = 'well' | 'failing' | 'hanging' | 'refusing'

export interface Sink extends AsyncDisposable {
  readonly port: number
  behaviour: SinkBehaviour
}

type OnArrival = (arrival: Arrival) => void

const parseContent = (content: string): Pick<Arrival, 'service' | 'sender' | 'at'> => ({
  service: /svc-(\w+)/.exec(content)?.[1] ?? '',
  sender: /http:\/\/(notifier-\d)\.test/.exec(content)?.[1] ?? '',
  at: Date.now(),
})

/** A mail server. */
export async function openMailSink(onArrival: OnArrival): Promise<Sink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, callback) =>
      sink.behaviour === 'refusing' ? callback(Object.assign(new Error('closed'), { responseCode: 421 })) : callback(),
    onData(stream, _session, callback) {
      void text(stream).then(async (raw) => {
        if (sink.behaviour === 'hanging') return
        if (sink.behaviour !== 'well') return callback(Object.assign(new Error('later'), { responseCode: 451 }))
        const { messageId = '', text: plain = '', html = '' } = await PostalMime.parse(raw)
        callback()
        onArrival({
          channel: 'email_dedicated',
          id: messageId.replace(/^<|@.*$/g, ''),
          ...parseContent(`${plain}${html}`),
        })
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const sink: Sink = {
    port: (server.server.address() as AddressInfo).port,
    behaviour: 'well',
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return sink
}

/** A webhook of a customer. */
export async function openWebSink(onArrival: OnArrival): Promise<Sink> {
  const answer = (headers: IncomingMessage['headers'], response: ServerResponse, body: string): void => {
    if (sink.behaviour === 'hanging') return
    if (sink.behaviour === 'failing') return void response.writeHead(500).end()
    const id = String(headers['wachta-id'] ?? JSON.parse(body).id)
    response.writeHead(200).end('{}', () => onArrival({ channel: 'json_post', id, ...parseContent(body) }))
  }
  const server = createServer((request, response) => {
    if (sink.behaviour === 'refusing') return void request.socket.destroy()
    void text(request).then(
      (body) => answer(request.headers, response, body),
      () => undefined,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sink: Sink = {
    port: (server.address() as AddressInfo).port,
    behaviour: 'well',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return sink
}
