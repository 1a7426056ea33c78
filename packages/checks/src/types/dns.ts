import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { host } from './patterns.ts'
import { choice, list, text } from './setting.ts'
import { maximumResponseTime, port, sensorSettings, timeout } from './shared-settings.ts'

const recordTypes = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT']

export const dns = defineCheckType('dns', {
  name: { pl: 'Rekord DNS', en: 'DNS record' },
  description: {
    pl: 'Pyta serwer DNS o rekord i porównuje odpowiedź z oczekiwaną.',
    en: 'Asks a DNS server for a record and compares the answer with the expected one.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa, o którą pytać, np. example.com; dla rekordu PTR także adres IP.',
    en: 'The name to ask for, such as example.com; for a PTR record also an IP address.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    record_type: choice({ pl: 'Typ rekordu', en: 'Record type' }, recordTypes, 'A'),
    dns_server: text(
      { pl: 'Serwer DNS (gdy pusty, serwer sensora)', en: 'DNS server (unless given, that of the sensor)' },
      { max: 253, pattern: host },
    ),
    port: port(53),
    timeout: timeout(),
    expected_answers: list(
      { pl: 'Wartości, które muszą być w odpowiedzi', en: 'Values that must be in the answer' },
      { max: 20, maxLength: 1000 },
    ),
    maximum_response_time: maximumResponseTime,
  },
  address: hostAddress({ scheme: 'dns', port: false }),
  examples: {
    good: ['example.com', '_dmarc.example.com', '192.0.2.1', 'dns://example.com', 'pl'],
    bad: ['', '-q', 'example..com', 'example.com:53', `${'a'.repeat(64)}.com`, 'exam%70le.com'],
  },
})
