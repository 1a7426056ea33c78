import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

export const smtp = defineCheckType('smtp', {
  name: { pl: 'Wysyłanie poczty (SMTP)', en: 'Sending mail (SMTP)' },
  description: {
    pl: 'Łączy się z serwerem SMTP, włącza szyfrowanie i loguje się, jeśli podano dane. Nie wysyła żadnej wiadomości.',
    en: 'Connects to an SMTP server, turns encryption on and logs in where a login is given. It sends no message.',
  },
  category: 'mail',
  addressFormat: {
    pl: 'Host serwera poczty, np. smtp.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the mail server, such as smtp.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings({ none: 25, starttls: 587, tls: 465 }, 'starttls') },
  address: hostAddress({ scheme: 'smtp', port: true }),
  examples: {
    good: ['smtp.example.com', 'smtp://smtp.example.com:587', '192.0.2.1'],
    bad: ['smtps://smtp.example.com', 'user:password@smtp.example.com', 'smtp.example.com/inbox', 'smtp.example.com:'],
  },
})
