import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMailTransport } from '@wachta/api/src/platform/mail/transport.ts'
import { type Carriers, type Channel, channel, DeliveryError, type Message } from '@wachta/channels'

/** How a provider answers a request. */
export type Behaviour = (request: { readonly body: string; readonly path: string }, response: ServerResponse) => void

export interface Provider extends AsyncDisposable {
  readonly url: string
  readonly bodies: readonly string[]
  behave(behaviour: Behaviour): void
}

export const takes: Behaviour = (_request, response) => response.end('taken')
export const hangs: Behaviour = () => undefined
export const answers =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

/** A real HTTP server on loopback. */
export async function startProvider(): Promise<Provider> {
  const bodies: string[] = []
  let behave = takes
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    bodies.push(body)
    behave({ body, path: request.url ?? '' }, response)
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    behave(behaviour) {
      behave = behaviour
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Carriers that really send. Their errors contain the address and the answer, to test masking. */
export function carriersOver(smtpUrl = 'smtp://127.0.0.1:1'): Carriers {
  const transport = createMailTransport({ url: smtpUrl, from: 'wachta@example.com' })
  const web: Carriers['web'] = {
    async send({ url, body }) {
      const response = await fetch(url, { method: 'POST', body: String(body) })
      const said = await response.text()
      const wait = response.headers.get('retry-after')
      if (response.ok) return { status: response.status, text: said }
      throw new DeliveryError({
        answer: `${response.status} from ${url}: ${said}`,
        isPermanent: response.status < 500 && response.status !== 429,
        ...(wait !== null && { retryAfterMs: Number(wait) * 1_000 }),
      })
    },
  }
  return {
    web,
    gateway: web,
    mail: {
      async send({ id, to, subject, text: plain }) {
        await transport.send({ id, to, subject, text: plain, html: plain })
        return { answer: '250 OK' }
      },
    },
  }
}

/** The product's channels with the simplest possible delivery. */
export function plainChannels(deliver: Partial<Record<string, NonNullable<Channel['deliver']>>> = {}) {
  const byWeb: NonNullable<Channel['deliver']> = async (message, { web }) => {
    const { status } = await web.send({
      url: message.address,
      body: JSON.stringify({ id: message.id, text: message.text }),
    })
    return { answer: `${status} taken` }
  }
  const byMail: NonNullable<Channel['deliver']> = async (message, { mail }) => {
    if (!mail) throw new DeliveryError({ answer: 'no mail server', isUnconfigured: true })
    const { id, thread, kind, repeat_number, address, subject, text: body, attachments, language, time } = message
    const isFirst = kind === 'start' && repeat_number === 0
    return mail.send({ id, thread, isFirst, to: address, subject, text: body, attachments, language, date: time })
  }
  return (id: string): Channel | undefined => {
    const known = channel(id)
    const own = deliver[id] ?? (id.startsWith('email') ? byMail : byWeb)
    return known && { ...known, deliver: own }
  }
}

/** A delivery function that keeps all messages. */
export function keeper() {
  const messages: Message[] = []
  const keep: NonNullable<Channel['deliver']> = async (message) => {
    messages.push(message)
    return { answer: 'kept', units: 1 }
  }
  return { messages, keep }
}
