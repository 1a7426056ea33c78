import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly recipients: readonly string[]
  readonly raw: string
  readonly email: Email
}

/** The response of the server to a complete message; null accepts it. */
export type Verdict = (received: ReceivedMail) => { code: number; text: string } | null

export interface Smtp extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** The user names of sign-in attempts. */
  readonly users: readonly string[]
  /** All completely received messages, accepted or not. */
  readonly received: readonly ReceivedMail[]
  /** Waits for the message with this index. */
  message(index: number): Promise<ReceivedMail>
}

export interface SmtpOptions {
  readonly port?: number
  readonly verdict?: Verdict
  readonly credentials?: { readonly user: string; readonly password: string }
  readonly refuseRecipients?: boolean
}

/** Starts a real mail server on the loopback address that keeps what it receives. */
export async function startSmtp(options: SmtpOptions = {}): Promise<Smtp> {
  const { verdict = () => null, credentials, refuseRecipients = false } = options
  const received: ReceivedMail[] = []
  const users: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: credentials === undefined,
    closeTimeout: 500,
    onAuth({ username = '', password }, _session, done) {
      users.push(username)
      if (username === credentials?.user && password === credentials?.password) done(null, { user: username })
      else done(createRejection(535, `no ${username} with ${password} here`))
    },
    onRcptTo({ address }, _session, done) {
      done(refuseRecipients ? createRejection(550, `no mailbox ${address} here`) : null)
    },
    onData(stream, session, done) {
      parseMail(stream, session.envelope.rcptTo)
        .then((message) => {
          received.push(message)
          const answer = verdict(message)
          done(answer && createRejection(answer.code, answer.text))
        })
        .catch(done)
    },
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    users,
    message: (index) => waitForMail(() => received[index]),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/** Polls until there is a value, and throws if there is none in time. */
export async function waitForMail<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const answer = await find()
    if (answer !== undefined) return answer
    await wait(20)
  }
  throw new Error('nothing was found within 10 seconds')
}

async function parseMail(
  stream: NodeJS.ReadableStream,
  recipients: readonly { address: string }[],
): Promise<ReceivedMail> {
  const raw = await text(stream)
  return { recipients: recipients.map(({ address }) => address), raw, email: await PostalMime.parse(raw) }
}

const createRejection = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
