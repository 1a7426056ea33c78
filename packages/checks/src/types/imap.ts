import { CheckFailure } from '../failure.ts'
import { readAccess } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import { ImapDialogue } from '../lines/imap-dialogue.ts'
import { createLoginUnavailableFailure, createStarttlsMissingFailure, mailErrorTypes } from '../lines/mail.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

const defaultPorts = { none: 143, starttls: 143, tls: 993 }

export const imapCheckType = defineCheckType('imap', {
  name: { pl: 'Skrzynka pocztowa (IMAP)', en: 'Mailbox (IMAP)' },
  description: {
    pl: 'Łączy się z serwerem IMAP, a jeśli podano dane, loguje się i otwiera skrzynkę odbiorczą. Niczego w niej nie zmienia.',
    en: 'Connects to an IMAP server and, if credentials are given, logs in and opens the inbox. It changes nothing there.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera poczty, np. imap.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as imap.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings(defaultPorts, 'tls') },
  recognisedBy: { schemes: ['imap'], ports: [143, 993], hosts: ['imap'] },
  validateAddress: hostAddress({ scheme: 'imap', port: true }),
  examples: {
    good: ['imap.example.com', 'imap://imap.example.com', 'imap.example.com:993'],
    bad: ['imap.example.com/INBOX', 'someone@example.com', 'pop3://imap.example.com'],
  },
  async run(check, probe) {
    const access = readAccess(check, defaultPorts)
    await converse({ ...access, errorTypes: mailErrorTypes, farewell: 'z LOGOUT' }, probe, async (lines) => {
      const imap = new ImapDialogue(lines)
      const started = probe.now()
      const isPreauthenticated = await imap.readGreeting()
      probe.measure('greeting_time', Math.round(probe.now() - started))
      let capabilities = await imap.readCapabilities()
      if (access.encryption === 'starttls') {
        // PREAUTH rules out STARTTLS, so an attacker could use it to prevent encryption.
        if (isPreauthenticated || !capabilities.has('STARTTLS')) throw createStarttlsMissingFailure('STARTTLS')
        const { status, lastLine } = await imap.sendCommand('STARTTLS')
        if (status !== 'OK') throw new CheckFailure('mail_starttls_refused', lastLine)
        await lines.secure(access.security)
        // Capabilities that were sent in clear may be forged, so they are read again.
        capabilities = await imap.readCapabilities()
      }
      if (access.login === null) return
      if (!isPreauthenticated) {
        if (capabilities.has('LOGINDISABLED')) throw createLoginUnavailableFailure('it says LOGINDISABLED')
        const loginStarted = probe.now()
        await imap.logIn(access.login)
        probe.measure('login_time', Math.round(probe.now() - loginStarted))
      }
      // Unlike SELECT, EXAMINE changes nothing, not even the flag of recent messages.
      const { status, lastLine } = await imap.sendCommand('EXAMINE INBOX')
      if (status !== 'OK') throw new CheckFailure('mail_mailbox_unavailable', lastLine)
    })
  },
})
