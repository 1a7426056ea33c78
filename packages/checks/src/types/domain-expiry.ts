import { getDomain } from 'tldts'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { queryRegistry } from '../registry/query-registry.ts'
import { countDaysLeft, judgeRegistration } from '../registry/registration.ts'
import { domainAddress, parseEndpoint } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { inSection, integerField } from './setting.ts'
import { sensorSettings, timeoutSetting } from './shared-settings.ts'

export const domainExpiryCheckType = defineCheckType('domain_expiry', {
  name: { pl: 'Ważność domeny', en: 'Domain expiry' },
  description: {
    pl: 'Odczytuje z rejestru domen, kiedy domena wygasa i czy nie została wstrzymana.',
    en: 'Reads from the registry when a domain expires and whether it is on hold.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Zarejestrowana domena, np. example.com, bez przedrostka i bez ścieżki.',
    en: 'A registered domain such as example.com, without a prefix or a path.',
  },
  // Registries block clients that query often, and the answer changes once a year.
  defaultInterval: 86_400,
  supportsSteps: false,
  artifactTypes: ['registry_answer'],
  settings: {
    ...sensorSettings,
    timeout: timeoutSetting(15_000),
    domain_expiry_days: inSection(
      'expectations',
      integerField(
        {
          pl: 'Błąd, gdy do wygaśnięcia domeny zostało mniej dni niż',
          en: 'Error when the domain has fewer days left than',
        },
        { max: 365, default: 30 },
      ),
    ),
  },
  metrics: [
    {
      id: 'domain_days_left',
      name: { pl: 'Dni do końca ważności domeny', en: 'Days until domain expiry' },
      description: {
        pl: 'Ile pełnych dni pozostało do wygaśnięcia domeny; po wygaśnięciu liczba ujemna.',
        en: 'Full days left before the domain expires; negative once it has.',
      },
    },
  ],
  validateAddress: domainAddress,
  examples: {
    good: ['example.com', 'example.co.uk', 'żółw.pl', 'example.com.'],
    bad: ['https://example.com', 'example', '192.0.2.1', 'example.com/whois', 'localhost.'],
  },
  run: checkRegistration,
})

async function checkRegistration({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const host = parseEndpoint(address).host.replace(/\.$/, '').toLowerCase()
  // Registries know registered domains, but not their subdomains.
  const domain = getDomain(host)
  if (domain === null) throw new CheckFailure('domain_unsupported', `${host} is a public suffix, not a domain`)
  const rdapTimeoutMs = Number(settings['timeout']) / 2
  const registration = await queryRegistry({ domain, rdapTimeoutMs }, probe)
  const today = probe.today()
  if (registration.expires !== null) probe.measure('domain_days_left', countDaysLeft(registration.expires, today))
  judgeRegistration(registration, Number(settings['domain_expiry_days']), today)
}
