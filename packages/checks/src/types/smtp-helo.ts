import { readEndpoint } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import { mailErrorTypes } from '../lines/mail.ts'
import { createHeloRejectedFailure, getEhloName, readSmtpGreeting, sendSmtpCommand } from '../lines/smtp-dialogue.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { fullyQualifiedNamePattern } from './patterns.ts'
import { readTextSetting } from './read-settings.ts'
import { textField } from './setting.ts'
import { maximumResponseTime, portSetting, sensorSettings, timeoutSetting } from './shared-settings.ts'

export const smtpHeloCheckType = defineCheckType('smtp_helo', {
  name: { pl: 'Serwer SMTP (powitanie)', en: 'SMTP server (greeting)' },
  description: {
    pl: 'Łączy się z serwerem poczty, czeka na powitanie i przedstawia się poleceniem HELO.',
    en: 'Connects to a mail server, waits for its greeting and introduces itself with HELO.',
  },
  category: 'mail',
  addressFormat: {
    pl: 'Host serwera poczty, np. mail.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as mail.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['transcript', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: portSetting(25),
    timeout: timeoutSetting(),
    helo_name: textField(
      {
        pl: 'Nazwa w HELO (gdy pusta, nazwa sensora)',
        en: 'HELO name (if empty, that of the sensor)',
      },
      { max: 253, pattern: fullyQualifiedNamePattern },
    ),
    maximum_response_time: maximumResponseTime,
  },
  validateAddress: hostAddress({ scheme: 'smtp', port: true }),
  examples: {
    good: ['mail.example.com', 'smtp://mail.example.com', 'smtp://mail.example.com:2525/', '[2001:db8::1]:25'],
    bad: ['someone@example.com', 'mail.example.com:smtp', 'smtp://', 'http://mail.example.com', 'a\r\nRCPT TO:<b>'],
  },
  async run(check, probe) {
    await converse(
      { ...readEndpoint(check, 25), errorTypes: mailErrorTypes, farewell: 'QUIT' },
      probe,
      async (lines) => {
        await readSmtpGreeting(lines, probe)
        const reply = await sendSmtpCommand(
          lines,
          `HELO ${readTextSetting(check.settings, 'helo_name') ?? getEhloName(lines)}`,
        )
        if (reply.code !== 250) throw createHeloRejectedFailure(lines, reply)
      },
    )
  },
})
