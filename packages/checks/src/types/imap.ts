import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

export const imap = defineCheckType('imap', {
  name: { pl: 'Skrzynka pocztowa (IMAP)', en: 'Mailbox (IMAP)' },
  description: {
    pl: 'Łączy się z serwerem IMAP, a jeśli podano dane, loguje się i otwiera skrzynkę odbiorczą. Niczego w niej nie zmienia.',
    en: 'Connects to an IMAP server and, where a login is given, opens the inbox. It changes nothing there.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera poczty, np. imap.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as imap.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings({ none: 143, starttls: 143, tls: 993 }, 'tls') },
  address: hostAddress({ scheme: 'imap', port: true }),
  examples: {
    good: ['imap.example.com', 'imap://imap.example.com', 'imap.example.com:993'],
    bad: ['imap.example.com/INBOX', 'someone@example.com', 'pop3://imap.example.com'],
  },
})
