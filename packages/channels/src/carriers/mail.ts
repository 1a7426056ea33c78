import { createPrivateKey } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail, MailCarrier } from '../carrier.ts'
import { senderDomain, smtpServer } from '../mail-settings.ts'
import { overdue, toMailError } from './mail-error.ts'

export interface MailSettings {
  /** smtp://user:password@host:587 or smtps://…; settings of nodemailer may follow as a query. */
  readonly url: string
  /** `Name <address>` or an address alone. */
  readonly from: string
  /** Signs with a key of RSA, whose public half stands in the DNS of the domain. */
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string }
  readonly limits?: Partial<MailLimits>
}

/** In milliseconds. The total counts from the call, so it also bounds the wait for one of the connections. */
export interface MailLimits {
  readonly connect: number
  readonly silence: number
  readonly total: number
}

/** Shorter than whoever sends waits: a mail that left after it was given up would be followed by its copy, every time. */
const usualLimits: MailLimits = { connect: 10_000, silence: 20_000, total: 25_000 }
const connections = 5
const mailsPerConnection = 100

/** Mails by SMTP, over a few connections that are kept. */
export function openMail(settings: MailSettings): MailCarrier & AsyncDisposable {
  const domain = senderDomain(settings.from)
  const limits = { ...usualLimits, ...settings.limits }
  const openPool = createPool(settings, limits)
  let pool = openPool()

  return {
    async send(mail) {
      const used = pool
      const late = Promise.withResolvers<never>()
      const deadline = setTimeout(() => late.reject(overdue), limits.total).unref()
      try {
        const sending = used.sendMail(toMail(mail, settings.from, domain))
        const { response } = await Promise.race([sending, late.promise])
        return { answer: `${/^\d{3}/.exec(response)?.[0] ?? ''} taken by the mail server`.trim() }
      } catch (cause) {
        // Whoever answers letter by letter keeps a connection for ever; without it the pool would run dry.
        if (cause === overdue && pool === used) {
          pool = openPool()
          used.close({ force: true })
        }
        throw toMailError(cause)
      } finally {
        clearTimeout(deadline)
      }
    },
    async [Symbol.asyncDispose]() {
      pool.close({ force: true })
    },
  }
}

function createPool({ url, dkim }: MailSettings, { connect, silence }: MailLimits) {
  const server = smtpServer(url)
  const signing = dkim && {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: rsaKey(dkim.privateKey),
  }
  return () =>
    createTransport({
      ...server,
      pool: true,
      maxConnections: connections,
      maxMessages: mailsPerConnection,
      // A mail goes over another connection once where the kept one turns out to be dead; the rest is the queue's work.
      maxRequeues: 1,
      connectionTimeout: connect,
      greetingTimeout: connect,
      dnsTimeout: connect,
      socketTimeout: silence,
      ...(signing && { dkim: signing }),
    })
}

/**
 * No mail has the thread itself for its id, for each has its own. All refer to it, the first one too, and programs put
 * next to each other what refers to the same.
 */
function toMail(mail: Mail, from: string, domain: string): SendMailOptions {
  const thread = `<${mail.thread}@${domain}>`
  return {
    from,
    // As an object it is one recipient, whatever is in it; as a text it could be a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    attachments: mail.attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(content),
    })),
    date: mail.date,
    messageId: `<${mail.id}@${domain}>`,
    references: thread,
    ...(!mail.isFirst && { inReplyTo: thread }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Id': `Wachta <notifications.${domain}>`,
      'Content-Language': mail.language,
    },
  }
}

/** With a key that it cannot use, the signer would send mails unsigned and say nothing. */
function rsaKey(pem: string): string {
  const hint = 'The key for DKIM has to be a private key of RSA in PEM.'
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem
  } catch {
    // What the parser says may show parts of the key.
  }
  throw new Error(hint)
}
