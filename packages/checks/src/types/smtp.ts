import { CheckFailure } from '../failure.ts'
import { type Login, readAccess } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import type { Lines } from '../lines/lines.ts'
import { createLoginUnavailableFailure, createStarttlsMissingFailure, mailErrorTypes } from '../lines/mail.ts'
import {
  createHeloRejectedFailure,
  getEhloName,
  readSmtpGreeting,
  readSmtpReply,
  sendSmtpCommand,
} from '../lines/smtp-dialogue.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { mailboxAddressPattern } from './patterns.ts'
import { readTextSetting } from './read-settings.ts'
import { type CheckSettings, inSection, textField } from './setting.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

const defaultPorts = { none: 25, starttls: 587, tls: 465 }

export const smtpCheckType = defineCheckType('smtp', {
  name: { pl: 'Wysyłanie poczty (SMTP)', en: 'Sending mail (SMTP)' },
  description: {
    pl: 'Łączy się z serwerem SMTP, włącza szyfrowanie, loguje się, jeśli podano dane, i sprawdza, czy serwer przyjmuje nadawcę i odbiorcę. Nie wysyła żadnej wiadomości.',
    en: 'Connects to an SMTP server, turns encryption on, logs in if credentials are given, and checks that the server accepts the sender and the recipient. It sends no message.',
  },
  category: 'mail',
  addressFormat: {
    pl: 'Host serwera poczty, np. smtp.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as smtp.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    ...accessSettings(defaultPorts, 'starttls'),
    sender_address: inSection(
      'expectations',
      textField(
        { pl: 'Nadawca, którego serwer ma przyjąć (MAIL FROM)', en: 'Sender that the server must accept (MAIL FROM)' },
        { max: 254, pattern: mailboxAddressPattern },
      ),
    ),
    recipient_address: inSection(
      'expectations',
      textField(
        { pl: 'Odbiorca, którego serwer ma przyjąć (RCPT TO)', en: 'Recipient that the server must accept (RCPT TO)' },
        { max: 254, pattern: mailboxAddressPattern },
      ),
    ),
  },
  recognisedBy: { schemes: ['smtp'], ports: [25, 465, 587], hosts: ['mx', 'mail', 'smtp', 'poczta'] },
  validateAddress: hostAddress({ scheme: 'smtp', port: true }),
  examples: {
    good: ['smtp.example.com', 'smtp://smtp.example.com:587', '192.0.2.1'],
    bad: ['smtps://smtp.example.com', 'user:password@smtp.example.com', 'smtp.example.com/inbox', 'smtp.example.com:'],
  },
  async run(check, probe) {
    const access = readAccess(check, defaultPorts)
    await converse({ ...access, errorTypes: mailErrorTypes, farewell: 'QUIT' }, probe, async (lines) => {
      await readSmtpGreeting(lines, probe)
      let extensions = await sendHello(lines)
      if (access.encryption === 'starttls') {
        if (!extensions.has('STARTTLS')) throw createStarttlsMissingFailure('STARTTLS')
        const { code, last } = await sendSmtpCommand(lines, 'STARTTLS')
        if (code !== 220) throw new CheckFailure('mail_starttls_refused', lines.quote(last))
        await lines.secure(access.security)
        // Extensions that were announced in clear may be forged, so they are read again.
        extensions = await sendHello(lines)
      }
      if (access.login !== null) {
        const started = probe.now()
        await logIn(lines, extensions, access.login)
        probe.measure('login_time', Math.round(probe.now() - started))
      }
      await tryEnvelope(lines, check.settings)
    })
  },
})

/** Sends the sender and recipient that are set, then resets the session: no message is ever sent. */
async function tryEnvelope(lines: Lines, settings: CheckSettings): Promise<void> {
  const sender = readTextSetting(settings, 'sender_address')
  const recipient = readTextSetting(settings, 'recipient_address')
  if (sender === null && recipient === null) return
  // The default is the empty sender of bounces, which servers must accept.
  await sendAndExpect(lines, `MAIL FROM:<${sender ?? ''}>`, 'smtp_sender_refused')
  if (recipient !== null) await sendAndExpect(lines, `RCPT TO:<${recipient}>`, 'smtp_recipient_refused')
  await sendSmtpCommand(lines, 'RSET')
}

async function sendAndExpect(lines: Lines, line: string, kind: string): Promise<void> {
  const { code, last } = await sendSmtpCommand(lines, line)
  if (code === 250 || code === 251) return
  if (code < 400) throw lines.createUnexpectedFailure(last)
  throw new CheckFailure(kind, lines.quote(last))
}

/** The extensions of the server by keyword; empty if it does not support EHLO. */
async function sendHello(lines: Lines): Promise<ReadonlyMap<string, readonly string[]>> {
  const name = getEhloName(lines)
  let reply = await sendSmtpCommand(lines, `EHLO ${name}`)
  if (reply.code === 500 || reply.code === 502) reply = await sendSmtpCommand(lines, `HELO ${name}`)
  if (reply.code !== 250) throw createHeloRejectedFailure(lines, reply)
  // Old servers write AUTH=LOGIN.
  const keywordLines = reply.texts.slice(1).map((text) =>
    text
      .toUpperCase()
      .replace(/^AUTH=/, 'AUTH ')
      .trim()
      .split(/\s+/),
  )
  return new Map(keywordLines.map(([keyword = '', ...parameters]) => [keyword, parameters]))
}

async function logIn(
  lines: Lines,
  extensions: ReadonlyMap<string, readonly string[]>,
  { username, password }: Login,
): Promise<void> {
  const methods = extensions.get('AUTH') ?? []
  if (methods.includes('PLAIN')) {
    const token = base64(`\0${username}\0${password}`)
    lines.sendSecret(`AUTH PLAIN ${token}`, 'AUTH PLAIN ***', token, password, base64(password))
  } else if (methods.includes('LOGIN')) {
    await sendLoginStep(lines, 'AUTH LOGIN')
    await sendLoginStep(lines, base64(username))
    lines.sendSecret(base64(password), '***', password)
  } else {
    throw createLoginUnavailableFailure(
      extensions.has('AUTH') ? `it offers ${methods.join(', ')}` : 'it offers no AUTH',
    )
  }
  expectCode(lines, await readSmtpReply(lines), 235)
}

async function sendLoginStep(lines: Lines, line: string): Promise<void> {
  expectCode(lines, await sendSmtpCommand(lines, line), 334)
}

/** Codes for an unsupported authentication method, as opposed to wrong credentials. */
const unsupportedMethodCodes = [500, 502, 503, 504, 530, 534, 538]

function expectCode(lines: Lines, { code, last }: { code: number; last: string }, expectedCode: number): void {
  if (code === expectedCode) return
  if (code < 400) throw lines.createUnexpectedFailure(last)
  const kind = unsupportedMethodCodes.includes(code) ? 'mail_login_unavailable' : 'mail_login_refused'
  throw new CheckFailure(kind, lines.quote(last))
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
