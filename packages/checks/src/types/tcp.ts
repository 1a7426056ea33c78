import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { flag, integer, longText } from './setting.ts'
import { expectedRegex, maximumResponseTime, sensorSettings, timeout, verifyCertificate } from './shared-settings.ts'

export const tcp = defineCheckType('tcp', {
  name: { pl: 'Port TCP', en: 'TCP port' },
  description: {
    pl: 'Łączy się z portem TCP; może wysłać tekst i porównać odpowiedź.',
    en: 'Connects to a TCP port; it can send a text and compare the answer.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa hosta lub jego adres IP, np. db.example.com; port podaj w ustawieniach.',
    en: 'The name of a host or its IP address, such as db.example.com; the port is a setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['transcript', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: integer({ pl: 'Port', en: 'Port' }, { min: 1, max: 65_535, required: true }),
    timeout: timeout(),
    tls: flag({ pl: 'Połączenie szyfrowane (TLS)', en: 'Encrypted connection (TLS)' }, false),
    verify_certificate: verifyCertificate,
    send: longText({ pl: 'Wysyłany tekst', en: 'Text to send' }, 1024),
    expected_regex: expectedRegex,
    maximum_response_time: maximumResponseTime,
  },
  address: hostAddress({ scheme: 'tcp', port: false }),
  examples: {
    good: ['db.example.com', 'tcp://db.example.com', '2001:db8::1'],
    bad: ['db.example.com:5432', 'tcp://db.example.com/a', 'unix:///var/run/socket', '/var/run/socket'],
  },
})
