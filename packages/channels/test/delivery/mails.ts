import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { openCarriers } from '@wachta/channels/carriers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'
import { isTemporaryRejection } from './refusal.ts'

/** A mail server, whose users read mails in HTML or as plain text. */

const address = 'canary-duty@mail.example'
const password = 'CANARY-PASSWORD-20c1'
const inHtml = ['email', 'email_extended']
const inText = ['email_dedicated', 'email_short', 'email_simplified']

export const mails: readonly ProviderFixture[] = [
  ...inHtml.map((channel) => mailFixture(channel, htmlOf, inLines)),
  ...inText.map((channel) =>
    mailFixture(
      channel,
      ({ text = '' }) => ended(text),
      (text) => ended(inLines(text)),
    ),
  ),
]

function mailFixture(
  channel: string,
  read: (email: Email) => string,
  carried: (text: string) => string,
): ProviderFixture {
  return {
    channel,
    carries: ['id', 'thread'],
    asksToWait: false,
    toArrivingText: carried,
    start: () => startMailServer((email) => arrivedOf(email, read(email))),
  }
}

/** A mail consists of lines, and does not keep the kind of line end. */
function inLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** A server adds a missing line end after the last line. */
const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`)

function htmlOf({ html = '' }: Email): string {
  const inside = /<div style="[^"]*;border-left:[^"]*">\n(.*)\n<\/div>\n<p style="[^"]*">Wachta/s
  return inside.exec(inLines(html))?.[1] ?? ''
}

function arrivedOf(email: Email, text: string): ReceivedMessage {
  const inside = (id = '') => /^<(.*)@wachta\.example>$/.exec(id)?.[1] ?? ''
  return {
    text,
    subject: email.subject ?? '',
    id: inside(email.messageId),
    thread: inside(email.references),
  }
}

async function startMailServer(read: (email: Email) => ReceivedMessage): Promise<Provider> {
  const arrived: ReceivedMessage[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = { does: 'ok' }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username = '', password: given }, _session, done) =>
      given === password ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, _session, done) {
      void textOf(stream).then(async (raw) => {
        if (behaviour.does === 'reset') for (const socket of sockets) socket.destroy()
        else if (behaviour.does === 'status')
          done(
            Object.assign(new Error(`${raw}`.slice(0, 400)), {
              responseCode: isTemporaryRejection(behaviour.status) ? 451 : 550,
            }),
          )
        else if (behaviour.does === 'ok') {
          arrived.push(read(await PostalMime.parse(raw)))
          done(null, `queued for ${address} with ${password}`)
        }
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const carriers = await openCarriers({
    mail: {
      url: `smtp://wachta:${password}@127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Wachta <noreply@wachta.example>',
      limits: { silenceTimeoutMs: 2_000, totalTimeoutMs: 4_000 },
    },
  })
  return {
    carriers,
    to: { address },
    secrets: [password],
    arrived,
    behave: (next) => {
      behaviour = next
    },
    [Symbol.asyncDispose]: async () => {
      await carriers[Symbol.asyncDispose]()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
