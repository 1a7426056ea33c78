import { CheckFailure } from '../failure.ts'
import { type Login, readAccess } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import type { Lines } from '../lines/lines.ts'
import { createLoginUnavailableFailure, createStarttlsMissingFailure, mailErrorTypes } from '../lines/mail.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

const defaultPorts = { none: 110, starttls: 110, tls: 995 }

const maxCapabilities = 100

export const pop3CheckType = defineCheckType('pop3', {
  name: { pl: 'Skrzynka pocztowa (POP3)', en: 'Mailbox (POP3)' },
  description: {
    pl: 'Łączy się z serwerem POP3, a jeśli podano dane, loguje się. Nie pobiera ani nie usuwa wiadomości.',
    en: 'Connects to a POP3 server and logs in if credentials are given. It neither fetches nor deletes messages.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera poczty, np. pop3.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as pop3.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings(defaultPorts, 'tls') },
  recognisedBy: { schemes: ['pop3'], ports: [110, 995], hosts: ['pop'] },
  validateAddress: hostAddress({ scheme: 'pop3', port: true }),
  examples: {
    good: ['pop3.example.com', 'pop3://pop3.example.com', 'pop3.example.com:995'],
    bad: ['someone@example.com', 'imap://pop3.example.com', 'pop3.example.com?x'],
  },
  async run(check, probe) {
    const access = readAccess(check, defaultPorts)
    await converse({ ...access, errorTypes: mailErrorTypes, farewell: 'QUIT' }, probe, async (lines) => {
      const started = probe.now()
      await readGreeting(lines)
      probe.measure('greeting_time', Math.round(probe.now() - started))
      let offers = await readCapabilities(lines)
      if (access.encryption === 'starttls') {
        if (offers !== undefined && !offers.has('STLS')) throw createStarttlsMissingFailure('STLS')
        lines.send('STLS')
        const { ok, line } = await readAnswer(lines)
        if (!ok && offers === undefined) throw createStarttlsMissingFailure(`STLS: ${line}`)
        if (!ok) throw new CheckFailure('mail_starttls_refused', line)
        await lines.secure(access.security)
        // Capabilities that were sent in clear may be forged, so they are read again.
        offers = await readCapabilities(lines)
      }
      if (access.login === null) return
      if (offers !== undefined && !offers.has('USER')) throw createLoginUnavailableFailure('it does not offer USER')
      const loginStarted = probe.now()
      await logIn(lines, access.login)
      probe.measure('login_time', Math.round(probe.now() - loginStarted))
    })
  },
})

interface Answer {
  readonly ok: boolean
  /** The line, masked and shortened, for messages. */
  readonly line: string
}

async function readAnswer(lines: Lines): Promise<Answer> {
  const line = await lines.readLine()
  const [, status] = /^(\+OK|-ERR)(?: |$)/i.exec(line) ?? []
  if (status === undefined) throw lines.createUnexpectedFailure(line)
  return { ok: status.startsWith('+'), line: lines.quote(line) }
}

async function readGreeting(lines: Lines): Promise<void> {
  const { ok, line } = await readAnswer(lines)
  if (!ok) throw new CheckFailure('mail_greeting_refused', line)
}

/** The capabilities of the server by keyword; undefined if it does not support the command. */
async function readCapabilities(lines: Lines): Promise<ReadonlySet<string> | undefined> {
  lines.send('CAPA')
  const { ok } = await readAnswer(lines)
  if (!ok) return undefined
  const offers = new Set<string>()
  for (let count = 0; count < maxCapabilities; count += 1) {
    const line = await lines.readLine()
    if (line === '.') return offers
    offers.add(line.toUpperCase().split(' ', 1)[0] ?? '')
  }
  throw lines.createUnexpectedFailure(`more than ${maxCapabilities} capabilities`)
}

async function logIn(lines: Lines, { username, password }: Login): Promise<void> {
  lines.send(`USER ${username}`)
  const user = await readAnswer(lines)
  if (!user.ok) throw createLoginFailure(user)
  lines.sendSecret(`PASS ${password}`, 'PASS ***', password)
  const pass = await readAnswer(lines)
  if (!pass.ok) throw createLoginFailure(pass)
}

/** Distinguishes a mailbox that another session has locked from wrong credentials. */
function createLoginFailure({ line }: Answer): CheckFailure {
  return new CheckFailure(/\[IN-USE\]/i.test(line) ? 'mail_mailbox_unavailable' : 'mail_login_refused', line)
}
