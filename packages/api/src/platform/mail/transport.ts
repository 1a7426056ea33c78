import { setTimeout as wait } from 'node:timers/promises'
import { getSenderDomain, parseSmtpServer } from '@wachta/channels'
import { createTransport } from 'nodemailer'
import type { RenderedMail } from './render.ts'

const connectionTimeoutMs = 10_000
const silenceTimeoutMs = 30_000
/** The limit for sending a mail as a whole; the queue relies on it to distinguish dead jobs from slow ones. */
const sendTimeoutMs = 60_000

export interface AccountMail extends RenderedMail {
  readonly to: string
  /** The same in every attempt; the part before the @ of the Message-ID. */
  readonly id: string
  readonly attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
  /** The id by which the HTML refers to this picture; only for pictures that the HTML shows. */
  readonly cid?: string
  readonly contentDisposition?: 'inline'
}

export interface MailTransport {
  send(mail: AccountMail): Promise<void>
}

export interface TransportOptions {
  /** smtp://user:password@host:587 or smtps://…; the query can contain settings of nodemailer. */
  readonly url: string
  /** `Name <address>` or an address alone. */
  readonly from: string
}

/** A mail that the server rejected. Its answer may contain the recipient, so only its codes are reported. */
class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError'
}

/** Creates the transport that sends mails through an SMTP server. */
export function createMailTransport({ url, from }: TransportOptions): MailTransport {
  const domain = getSenderDomain(from)
  const smtp = createTransport({
    ...parseSmtpServer(url),
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    dnsTimeout: connectionTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  })

  return {
    async send({ to, id, subject, text, html, attachments = [] }) {
      const timeoutController = new AbortController()
      const sending = smtp.sendMail({
        from,
        // An object is always one recipient; a string could be parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: [...attachments],
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      try {
        await Promise.race([sending, rejectAfterTimeout(timeoutController.signal)])
      } catch (error) {
        throw new MailNotSentError(`The mail was not sent: ${describeError(error)}.`)
      } finally {
        timeoutController.abort()
      }
    },
  }
}

async function rejectAfterTimeout(signal: AbortSignal): Promise<never> {
  await wait(sendTimeoutMs, undefined, { signal, ref: false })
  throw Object.assign(new Error(`not completed within ${sendTimeoutMs / 1000} seconds`), {
    code: 'ETIMEDOUT',
    command: 'CONN',
  })
}

/** Before the server has answered, an error concerns the network and is safe to show; afterwards only its codes are. */
function describeError(error: unknown): string {
  const { code, command, response, responseCode, message } = error as Partial<Record<string, unknown>>
  const failedCommand = /^[A-Z]+/.exec(String(command ?? ''))?.[0]
  const description =
    response === undefined && failedCommand === 'CONN'
      ? String(message)
      : [code, responseCode].filter(Boolean).join(' ')
  return failedCommand === undefined || failedCommand === 'CONN'
    ? description || 'unknown error'
    : `${description} in answer to ${failedCommand}`
}
