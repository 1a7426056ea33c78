import type { ComponentStatus, PageIndicator } from '@wachta/domain'
import type { Probe } from '../probe.ts'
import { judgeVendor } from '../vendor/judge-vendor.ts'
import { parseVendorSummary } from '../vendor/vendor-summary.ts'
import { CookieJar } from '../web/cookie-jar.ts'
import { expectStatus, readJsonValue } from '../web/expectations.ts'
import { fetchFollowing } from '../web/fetch-following.ts'
import type { CheckRequest } from '../web/web-request.ts'
import { webAddress } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { addDefaultHeaders, toWebUrl } from './http-request.ts'
import { readFlagSetting, readLinesSetting, readTextSetting } from './read-settings.ts'
import { choiceField, flagField, inSection, listField } from './setting.ts'
import { sensorSettings, timeoutSetting, verifyCertificate } from './shared-settings.ts'

const summaryPath = '/api/v2/summary.json'
const maxRedirects = 5

const indicatorThresholds = ['minor', 'major', 'critical'] as const satisfies readonly PageIndicator[]
const componentThresholds = [
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const satisfies readonly ComponentStatus[]

export const vendorStatusCheckType = defineCheckType('vendor_status', {
  name: { pl: 'Strona statusu dostawcy', en: 'Vendor status page' },
  description: {
    pl: 'Odczytuje stronę statusu zgodną ze Statuspage i zgłasza awarię, gdy dostawca sam ją ogłasza.',
    en: 'Reads a Statuspage-compatible status page and fails when the vendor itself reports an outage.',
  },
  category: 'default',
  addressFormat: {
    pl: `Adres strony statusu, np. https://status.example.com, albo sam host (wtedy HTTPS). Sprawdzany jest adres ${summaryPath} na niej.`,
    en: `The address of the status page, such as https://status.example.com, or a bare host (then HTTPS). The check reads ${summaryPath} below it.`,
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['content', 'headers', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    components: inSection(
      'expectations',
      listField(
        {
          pl: 'Tylko te komponenty strony (nazwa lub identyfikator)',
          en: 'Only these components of the page (name or id)',
        },
        { max: 50, maxLength: 255 },
      ),
    ),
    indicator_threshold: inSection(
      'expectations',
      choiceField(
        {
          pl: 'Awaria przy tym wskaźniku całej strony lub gorszym',
          en: 'Fail at this indicator of the whole page or a worse one',
        },
        indicatorThresholds,
        'major',
      ),
    ),
    component_threshold: inSection(
      'expectations',
      choiceField(
        {
          pl: 'Awaria przy tym stanie wybranych komponentów lub gorszym',
          en: 'Fail at this status of the chosen components or a worse one',
        },
        componentThresholds,
        'partial_outage',
      ),
    ),
    fail_during_maintenance: inSection(
      'expectations',
      flagField(
        { pl: 'Prace serwisowe dostawcy liczą się jako awaria', en: 'Fail during maintenance of the vendor' },
        false,
      ),
    ),
    timeout: timeoutSetting(),
    verify_certificate: verifyCertificate,
  },
  metrics: [
    {
      id: 'vendor_indicator',
      name: { pl: 'Wskaźnik strony statusu', en: 'Indicator of the status page' },
      description: {
        pl: 'Stan, który ogłasza dostawca: 0 brak problemów, 1 prace serwisowe, 2 drobny, 3 poważny, 4 krytyczny.',
        en: 'What the vendor reports: 0 none, 1 maintenance, 2 minor, 3 major, 4 critical.',
      },
    },
    {
      id: 'vendor_component_status',
      name: { pl: 'Najgorszy z wybranych komponentów', en: 'Worst of the chosen components' },
      description: {
        pl: '0 działa, 1 prace serwisowe, 2 obniżona wydajność, 3 częściowa awaria, 4 poważna awaria.',
        en: '0 operational, 1 under maintenance, 2 degraded performance, 3 partial outage, 4 major outage.',
      },
    },
    {
      id: 'vendor_unresolved_incidents',
      name: { pl: 'Nierozwiązane incydenty dostawcy', en: 'Unresolved incidents of the vendor' },
      description: {
        pl: 'Liczba incydentów na stronie statusu, których dostawca jeszcze nie zamknął.',
        en: 'Incidents on the status page that the vendor has not resolved yet.',
      },
    },
  ],
  recognisedBy: { hosts: ['status'] },
  validateAddress: webAddress('https', 'http'),
  examples: {
    good: ['status.example.com', 'https://status.example.com/', 'http://example.com:8080/status'],
    bad: ['ftp://status.example.com', 'file:///etc/passwd', 'https://user:password@status.example.com', ''],
  },
  run: readVendorStatus,
})

async function readVendorStatus(check: CheckTarget, probe: Probe): Promise<void> {
  const started = probe.now()
  const redirectOptions = { maxRedirects, cookies: new CookieJar() }
  const answer = await fetchFollowing(buildSummaryRequest(check), redirectOptions, probe)
  probe.setResponseTime(probe.now() - started)
  probe.enter('judging')
  expectStatus(answer, '200')
  const { settings } = check
  const expected = {
    components: readLinesSetting(settings, 'components'),
    indicatorThreshold: readThreshold(indicatorThresholds, readTextSetting(settings, 'indicator_threshold'), 'major'),
    componentThreshold: readThreshold(
      componentThresholds,
      readTextSetting(settings, 'component_threshold'),
      'partial_outage',
    ),
    isMaintenanceFailure: readFlagSetting(settings, 'fail_during_maintenance'),
  } as const
  judgeVendor(parseVendorSummary(readJsonValue(answer, '$')), expected, probe)
}

function buildSummaryRequest({ address, settings }: CheckTarget): CheckRequest {
  const url = toWebUrl(address, 'https', null)
  const path = url.pathname.replace(/\/+$/, '')
  url.pathname = path.endsWith(summaryPath) ? path : `${path}${summaryPath}`
  url.search = ''
  url.hash = ''
  return {
    method: 'GET',
    url,
    headers: addDefaultHeaders([['Accept', 'application/json']]),
    body: null,
    verify: readFlagSetting(settings, 'verify_certificate'),
  }
}

const readThreshold = <T extends string>(thresholds: readonly T[], value: string | null, fallback: T): T =>
  thresholds.find((each) => each === value) ?? fallback
