import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { integer } from './setting.ts'
import { maximumResponseTime, sensorSettings } from './shared-settings.ts'

export const ping = defineCheckType('ping', {
  name: { pl: 'Ping', en: 'Ping' },
  description: {
    pl: 'Wysyła pakiety ICMP echo i czeka na odpowiedzi hosta.',
    en: 'Sends ICMP echo packets and waits for the replies of the host.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa hosta lub jego adres IP, np. example.com albo 192.0.2.1.',
    en: 'The name of a host or its IP address, such as example.com or 192.0.2.1.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    // What fits into one Ethernet frame: larger packets test fragmentation, and many firewalls drop them.
    bytes_to_send: integer(
      { pl: 'Liczba bajtów w pakiecie', en: 'Bytes in a packet' },
      { min: 1, max: 1472, default: 64 },
    ),
    reply_timeout: integer(
      { pl: 'Limit czasu na odpowiedź (ms)', en: 'Time limit for a reply (ms)' },
      { min: 100, max: 30_000, default: 3000 },
    ),
    packets_to_send: integer({ pl: 'Liczba pakietów', en: 'Number of packets' }, { min: 1, max: 10, default: 3 }),
    maximum_packet_loss: integer(
      { pl: 'Największa dopuszczalna utrata pakietów (%)', en: 'Greatest acceptable packet loss (%)' },
      { max: 99, default: 50 },
    ),
    maximum_response_time: maximumResponseTime,
  },
  address: hostAddress({ scheme: 'ping', port: false }),
  examples: {
    good: ['example.com', 'ping://example.com', '192.0.2.1', '2001:db8::1', 'example.com.'],
    bad: ['-f', 'example.com:80', 'example.com/a', 'https://example.com', '0x7f.1', '2130706433', 'fe80::1%eth0'],
  },
})
