import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

export const ftp = defineCheckType('ftp', {
  name: { pl: 'Serwer FTP', en: 'FTP server' },
  description: {
    pl: 'Łączy się z serwerem FTP i loguje się, jeśli podano dane. Nie przesyła plików.',
    en: 'Connects to an FTP server and logs in where a login is given. It transfers no files.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. ftp.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as ftp.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings({ none: 21, starttls: 21, tls: 990 }, 'starttls') },
  address: hostAddress({ scheme: 'ftp', port: true }),
  examples: {
    good: ['ftp.example.com', 'ftp://ftp.example.com/', 'ftp.example.com:2121'],
    bad: ['ftp://ftp.example.com/pub/file', 'ftp://user:password@ftp.example.com', 'sftp://ftp.example.com'],
  },
})
