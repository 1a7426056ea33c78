import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { regex } from './setting.ts'
import { maximumResponseTime, port, sensorSettings, timeout } from './shared-settings.ts'

export const ssh = defineCheckType('ssh', {
  name: { pl: 'Serwer SSH', en: 'SSH server' },
  description: {
    pl: 'Łączy się z serwerem SSH i sprawdza, jak się przedstawia. Nie loguje się.',
    en: 'Connects to an SSH server and checks how it introduces itself. It does not log in.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. ssh.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as ssh.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['transcript', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: port(22),
    timeout: timeout(),
    banner_regex: regex({
      pl: 'Wyrażenie regularne, które musi pasować do przedstawienia się serwera',
      en: 'Regular expression that the banner of the server must match',
    }),
    maximum_response_time: maximumResponseTime,
  },
  address: hostAddress({ scheme: 'ssh', port: true }),
  examples: {
    good: ['ssh.example.com', 'ssh://ssh.example.com:2222', '192.0.2.1:22'],
    bad: ['root@ssh.example.com', '-oProxyCommand=id', 'ssh.example.com:22/'.repeat(200), 'ssh.example.com:-1'],
  },
})
