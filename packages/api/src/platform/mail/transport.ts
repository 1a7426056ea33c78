import { setTimeout as wait } from 'node:timers/promises'
import { senderDomain, smtpServer } from '@wachta/channels'
import { createTransport } from 'nodemailer'
import type { RenderedMail } from './render.ts'

const connectionTimeout = 10_000
const silenceTimeoutMs = 30_000
/** However a server stretches things, sending takes no longer; the queue relies on that to tell dead jobs from slow ones. */
const sendTimeoutMs = 60_000

export interface Mail extends RenderedMail {
  readonly to: string
  /** Says that two mails are the same one, sent again; what stands before the @ of its Message-ID. */
  readonly id: string
}

export interface MailTransport {
  send(mail: Mail): Promise<void>
}

export interface TransportOptions {
  /** smtp://user:password@host:587 or smtps://…; settings of nodemailer may follow as a query. */
  readonly url: string
  /** `Name <address>` or an address alone. */
  readonly from: string
}

/** A mail that the server did not take. What it answered may name the recipient, so only its numbers are told. */
class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
}

/** Hands mails to an SMTP server. */
export function createMailTransport({ url, from }: TransportOptions): MailTransport {
  const domain = senderDomain(from)
  const smtp = createTransport({
    ...smtpServer(url),
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    dnsTimeout: connectionTimeout,
    socketTimeout: silenceTimeoutMs,
  })

  return {
    async send({ to, id, subject, text, html }) {
      const overdue = new AbortController()
      const sending = smtp.sendMail({
        from,
        // As an object it is one recipient, whatever is in it; as a text it could be a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      try {
        await Promise.race([sending, deadline(overdue.signal)])
      } catch (error) {
        throw new MailNotSentError(`The mail was not sent: ${explain(error)}.`)
      } finally {
        overdue.abort()
      }
    },
  }
}

async function deadline(signal: AbortSignal): Promise<never> {
  await wait(sendTimeoutMs, undefined, { signal, ref: false })
  throw Object.assign(new Error(`no end after ${sendTimeoutMs / 1000} seconds`), { code: 'ETIMEDOUT', command: 'CONN' })
}

/** Before the server has spoken, an error is about the network and harmless; after that, only codes are. */
function explain(error: unknown): string {
  const { code, command, response, responseCode, message } = error as Partial<Record<string, unknown>>
  const where = /^[A-Z]+/.exec(String(command ?? ''))?.[0]
  const what =
    response === undefined && where === 'CONN' ? String(message) : [code, responseCode].filter(Boolean).join(' ')
  return where === undefined || where === 'CONN' ? what || 'unknown error' : `${what} in answer to ${where}`
}
