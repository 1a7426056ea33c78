import { domainAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { integer } from './setting.ts'
import { sensorSettings, timeout } from './shared-settings.ts'

export const domainExpiry = defineCheckType('domain_expiry', {
  name: { pl: 'Ważność domeny', en: 'Domain expiry' },
  description: {
    pl: 'Odczytuje z rejestru domen, do kiedy domena jest opłacona i czy nie została wstrzymana.',
    en: 'Reads from the registry until when a domain is paid for and whether it has been put on hold.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Zarejestrowana domena, np. example.com, bez przedrostka i bez ścieżki.',
    en: 'A registered domain such as example.com, without a prefix or a path.',
  },
  // Registries refuse those who ask often, and the answer changes once a year.
  defaultInterval: 86_400,
  supportsSteps: false,
  artifactTypes: ['registry_answer'],
  settings: {
    ...sensorSettings,
    timeout: timeout(15_000),
    domain_expiry_days: integer(
      {
        pl: 'Błąd, gdy do wygaśnięcia domeny zostało mniej dni niż',
        en: 'Error when the domain has fewer days left than',
      },
      { max: 365, default: 30 },
    ),
  },
  address: domainAddress,
  examples: {
    good: ['example.com', 'example.co.uk', 'żółw.pl', 'example.com.'],
    bad: ['https://example.com', 'example', '192.0.2.1', 'example.com/whois', 'localhost.'],
  },
})
