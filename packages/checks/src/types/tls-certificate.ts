import { CheckFailure } from '../failure.ts'
import { readEndpoint } from '../lines/access.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { fullyQualifiedNamePattern } from './patterns.ts'
import { readFlagSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import { inSection, textField } from './setting.ts'
import {
  certificateExpiryDays,
  portSetting,
  sensorSettings,
  timeoutSetting,
  verifyCertificate,
} from './shared-settings.ts'

export const tlsCertificateCheckType = defineCheckType('tls_certificate', {
  name: { pl: 'Certyfikat TLS', en: 'TLS certificate' },
  description: {
    pl: 'Nawiązuje szyfrowane połączenie i sprawdza certyfikat serwera: zaufanie, nazwę i termin ważności.',
    en: 'Opens an encrypted connection and checks the server certificate: its trust, its name and its expiry date.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. www.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as www.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 3600,
  supportsSteps: false,
  artifactTypes: ['certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: portSetting(443),
    timeout: timeoutSetting(),
    hostname: inSection(
      'certificate',
      textField(
        {
          pl: 'Nazwa, na którą ma być certyfikat (gdy pusta, host z adresu)',
          en: 'Name that the certificate must be for (if empty, the host in the address)',
        },
        { max: 253, pattern: fullyQualifiedNamePattern },
      ),
    ),
    certificate_expiry_days: certificateExpiryDays(14),
    verify_certificate: verifyCertificate,
  },
  recognisedBy: { schemes: ['tls'] },
  validateAddress: hostAddress({ scheme: 'tls', port: true }),
  examples: {
    good: ['www.example.com', 'mail.example.com:993', 'tls://www.example.com'],
    bad: ['https://www.example.com', 'www.example.com/certificate.pem', 'file:///etc/ssl/certificate.pem'],
  },
  async run(check, probe) {
    const { settings } = check
    const { host, port } = readEndpoint(check, 443)
    const socket = await probe.network.connect({ host, port })
    await probe.network.secure(socket, {
      servername: toServerName(readTextSetting(settings, 'hostname')) ?? host,
      verify: readFlagSetting(settings, 'verify_certificate'),
      expiryDays: readNumberSetting(settings, 'certificate_expiry_days'),
    })
  },
})

/** Validates the server name again, because it goes into the handshake unchanged. */
function toServerName(hostname: string | null): string | null {
  if (hostname === null || new RegExp(fullyQualifiedNamePattern).test(hostname)) return hostname
  throw new CheckFailure('settings_invalid', 'the name of the certificate is not a host name')
}
