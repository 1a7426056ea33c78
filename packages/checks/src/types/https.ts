import { webAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { checkHttp } from './http-check.ts'
import { httpSettings } from './http-settings.ts'
import { certificateSettings } from './shared-settings.ts'

export const httpsCheckType = defineCheckType('https', {
  name: { pl: 'Strona lub API HTTPS', en: 'HTTPS page or API' },
  description: {
    pl: 'Wysyła szyfrowane żądanie HTTP i sprawdza certyfikat, status, nagłówki oraz treść odpowiedzi.',
    en: 'Sends an encrypted HTTP request and checks the certificate, status, headers and content of the response.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Adres strony, np. https://www.example.com/stan, albo sam host. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'A web address such as https://www.example.com/health, or a bare host. A port in the address overrides the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['content', 'headers', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...httpSettings(443), ...certificateSettings },
  recognisedBy: { schemes: ['https'], ports: [443, 8443] },
  validateAddress: webAddress('https'),
  run: checkHttp('https'),
  examples: {
    good: ['example.com', 'https://www.example.com/health#top', 'HTTPS://EXAMPLE.COM', '192.0.2.1:8443', 'intranet'],
    bad: [
      'http://example.com',
      'https://',
      'https://example.com:0',
      'https://example.com:99999',
      'https:\\\\example.com',
    ],
  },
})
