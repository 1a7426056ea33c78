import { createPrivateKey } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail, MailCarrier, MailList } from '../carrier.ts'
import { getSenderAddress, getSenderDomain, parseSmtpServer } from '../mail-settings.ts'
import { timeoutError, toMailError } from './mail-error.ts'

export interface MailSettings {
  /** smtp://user:password@host:587 or smtps://…; the query can contain settings of nodemailer. */
  readonly url: string
  /** `Name <address>` or an address alone. */
  readonly from: string
  /** Signs with an RSA key, whose public key is in the DNS of the domain. */
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string }
  readonly limits?: Partial<SmtpLimits>
}

/** In milliseconds. The total counts from the call, so it also bounds the wait for one of the connections. */
export interface SmtpLimits {
  readonly connectTimeoutMs: number
  readonly silenceTimeoutMs: number
  readonly totalTimeoutMs: number
}

/** Shorter than the limit of the notifier: a mail that leaves after the notifier gave up would always be duplicated. */
const defaultLimits: SmtpLimits = { connectTimeoutMs: 10_000, silenceTimeoutMs: 20_000, totalTimeoutMs: 25_000 }
const maxConnections = 5
/** A new connection costs several round trips; some servers close one themselves after a thousand mails. */
const maxMailsPerConnection = 500

/** Sends mails by SMTP over a small connection pool. */
export function openMail(settings: MailSettings): MailCarrier & AsyncDisposable {
  const domain = getSenderDomain(settings.from)
  const limits = { ...defaultLimits, ...settings.limits }
  const openPool = createPool(settings, limits)
  let pool = openPool()

  return {
    async send(mail) {
      const usedPool = pool
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => timeout.reject(timeoutError), limits.totalTimeoutMs).unref()
      try {
        const sending = usedPool.sendMail(toMail(mail, settings.from, domain))
        const { response } = await Promise.race([sending, timeout.promise])
        return { answer: `${/^\d{3}/.exec(response)?.[0] ?? ''} accepted by the mail server`.trim() }
      } catch (cause) {
        // A server that answers byte by byte would hold a connection forever and drain the pool.
        if (cause === timeoutError && pool === usedPool) {
          pool = openPool()
          usedPool.close({ force: true })
        }
        throw toMailError(cause)
      } finally {
        clearTimeout(timer)
      }
    },
    async [Symbol.asyncDispose]() {
      pool.close({ force: true })
    },
  }
}

function createPool({ url, dkim }: MailSettings, { connectTimeoutMs, silenceTimeoutMs }: SmtpLimits) {
  const server = parseSmtpServer(url)
  const dkimOptions = dkim && {
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: readRsaKey(dkim.privateKey),
    headerFieldNames: signedFields,
  }
  return () =>
    createTransport({
      ...server,
      pool: true,
      maxConnections,
      maxMessages: maxMailsPerConnection,
      // If a pooled connection is dead, the mail is sent once more over a new one; further retries are for the queue.
      maxRequeues: 1,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      ...(dkimOptions && { dkim: dkimOptions }),
    })
}

/** Mailbox providers offer to unsubscribe with one click only where both of its headers are signed (RFC 8058). */
const signedFields = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':')

/** All mails of an alert refer to the thread id, the first one too, so mail programs group them. */
function toMail(mail: Mail, from: string, domain: string): SendMailOptions {
  const thread = `<${mail.thread}@${domain}>`
  return {
    from: mail.senderName === undefined ? from : { name: mail.senderName, address: getSenderAddress(from) },
    // An object is always one recipient; a string could be parsed as a list.
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
      'Content-Language': mail.language,
      ...(mail.list === undefined
        ? { 'List-Id': `Wachta <notifications.${domain}>` }
        : buildListHeaders(mail.list, domain)),
    },
  }
}

const buildListHeaders = ({ id, unsubscribeUrl }: MailList, domain: string) => ({
  'List-Id': `<${id}.status.${domain}>`,
  'List-Unsubscribe': `<${unsubscribeUrl}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Checks the key, because the signer would silently send unsigned mails with an unusable one. */
function readRsaKey(pem: string): string {
  const hint = 'The key for DKIM has to be a private key of RSA in PEM.'
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem
  } catch {
    // The error of the parser may contain parts of the key.
  }
  throw new Error(hint)
}
