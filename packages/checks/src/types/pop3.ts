import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

export const pop3 = defineCheckType('pop3', {
  name: { pl: 'Skrzynka pocztowa (POP3)', en: 'Mailbox (POP3)' },
  description: {
    pl: 'Łączy się z serwerem POP3, a jeśli podano dane, loguje się. Nie pobiera ani nie usuwa wiadomości.',
    en: 'Connects to a POP3 server and logs in where a login is given. It neither fetches nor deletes messages.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera poczty, np. pop3.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as pop3.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings({ none: 110, starttls: 110, tls: 995 }, 'tls') },
  address: hostAddress({ scheme: 'pop3', port: true }),
  examples: {
    good: ['pop3.example.com', 'pop3://pop3.example.com', 'pop3.example.com:995'],
    bad: ['someone@example.com', 'imap://pop3.example.com', 'pop3.example.com?x'],
  },
})
