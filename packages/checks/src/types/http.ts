import { webAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { checkHttp } from './http-check.ts'
import { httpSettings } from './http-settings.ts'

export const httpCheckType = defineCheckType('http', {
  name: { pl: 'Strona lub API HTTP', en: 'HTTP page or API' },
  description: {
    pl: 'Wysyła żądanie HTTP i sprawdza status, nagłówki oraz treść odpowiedzi.',
    en: 'Sends an HTTP request and checks the status, headers and content of the response.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Adres strony, np. http://www.example.com/stan, albo sam host. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'A web address such as http://www.example.com/health, or a bare host. A port in the address overrides the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['content', 'headers', 'dns_answer', 'traceroute'],
  settings: httpSettings(80),
  recognisedBy: { schemes: ['http'], ports: [80, 8080] },
  validateAddress: webAddress('http'),
  run: checkHttp('http'),
  examples: {
    good: ['example.com', 'http://www.example.com/health?full=1', 'example.com:8080/a', '[2001:db8::1]', 'żółw.pl'],
    bad: [
      '',
      'https://example.com',
      'file:///etc/passwd',
      'file:/etc/passwd',
      'http://u:p@example.com',
      'exa mple.com',
    ],
  },
})
