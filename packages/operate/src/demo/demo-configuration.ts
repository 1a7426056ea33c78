import type { CliLanguage } from '@wachta/cli'
import type { BehaviourName } from './behaviour.ts'
import { shopTexts } from './shop.ts'

/** The check interval of the demo in seconds, short enough for something to happen while someone watches. */
const intervalSeconds = 15

export interface DemoTargets {
  readonly http: number
  readonly tls: number
  readonly hasCertificate: boolean
  readonly sensor_ids: readonly number[]
}

type Row = readonly [group: string, name: string, behaviour: BehaviourName]

/**
 * Names that a customer would choose, the same in every language. The services that fail do so one after the other, so
 * that there is always something to see.
 */
export const demoServices: readonly Row[] = [
  ['shop', 'Shop: home page', 'steady'],
  ['shop', 'Shop: cart', 'fails'],
  ['shop', 'Shop: checkout', 'slow'],
  ['shop', 'Shop: search', 'steady'],
  ['booking', 'Booking: home page', 'steady'],
  ['booking', 'Booking: search', 'slow'],
  ['booking', 'Booking: tickets', 'fails'],
  ['www', 'Company website', 'steady'],
  ['www', 'Blog', 'flaps'],
  ['www', 'Documentation', 'steady'],
  ['platform', 'API gateway', 'steady'],
  ['platform', 'Identity', 'fails'],
  ['platform', 'Order queue', 'fails'],
]

const groups: Readonly<Record<string, string>> = {
  shop: 'Shop',
  booking: 'Booking',
  www: 'Websites',
  platform: 'Platform',
}

/** Returns the services, contacts and alert rules of the demo as a document for `apply`. */
export function buildDemoConfiguration({ http, tls, hasCertificate, sensor_ids }: DemoTargets, language: CliLanguage) {
  const pl = language === 'pl'
  const services = demoServices.map(([group, name, behaviour], index) => ({
    ...{ external_id: `service-${index + 1}`, group, name, type_id: 'http', interval: intervalSeconds },
    address: `http://127.0.0.1:${http}/${behaviour}/${index + 1}`,
  }))
  const certificate = {
    ...{ external_id: 'certificate', group: 'www', type_id: 'tls_certificate', interval: intervalSeconds },
    name: 'Website certificate',
    address: `localhost:${tls}`,
    extended_settings: { certificate_expiry_days: 2 },
  }
  return {
    dry_run: false,
    groups: Object.entries(groups).map(([external_id, name]) => ({
      ...{ external_id, name, assigned_sensor_ids: { default: [...sensor_ids] } },
    })),
    services: [...services, ...(hasCertificate ? [certificate] : [])],
    contacts: [
      buildContact('duty', pl ? 'Dyżur' : 'On duty', 'duty@example.com'),
      buildContact('lead', pl ? 'Anna, kierowniczka zmiany' : 'Anna, shift lead', 'anna@example.com'),
    ],
    events: [
      { external_id: 'failure', kind: 'failure', name: pl ? 'Awaria' : 'Failure' },
      {
        external_id: 'certificate',
        kind: 'certificate_expiry',
        name: pl ? 'Certyfikat wygasa' : 'Certificate runs out',
      },
    ],
    escalations: [
      {
        ...{ external_id: 'at-once', event: 'failure', name: pl ? 'Od razu' : 'At once' },
        ...{ delay: 0, contacts: ['duty'] },
      },
      {
        ...{ external_id: 'later', event: 'failure', name: pl ? 'Po minucie' : 'After a minute' },
        ...{ delay: 60, contacts: ['lead'] },
      },
      {
        ...{ external_id: 'certificate', event: 'certificate', name: pl ? 'Certyfikat' : 'Certificate' },
        ...{ delay: 0, contacts: ['duty'] },
      },
    ],
  }
}

/** How often pages are opened in a browser, in seconds: it costs a hundred times as much as other checks. */
const browserIntervalSeconds = 30
/** Returns the services that need a browser, in the order of their history, as a document for `apply`. */
export function buildBrowserConfiguration({ http }: Pick<DemoTargets, 'http'>) {
  const shop = { group: 'shop', interval: browserIntervalSeconds } as const
  return {
    dry_run: false,
    // Keeps the objects that the other document declares.
    prune: false,
    groups: [{ external_id: 'shop', name: groups['shop'] }],
    services: [
      {
        ...{ ...shop, external_id: 'browser-page', type_id: 'fullpage', name: 'Shop: offers in a browser' },
        address: `http://127.0.0.1:${http}/shop/`,
        // This does not wait for a text: on a busy machine, a text that does not appear in time counts as unknown.
        extended_settings: { fail_on_missing_resources: true, maximum_largest_contentful_paint: 4_000 },
      },
      {
        ...{ ...shop, external_id: 'browser-order', type_id: 'browser_scenario', name: 'Shop: order a lantern' },
        address: `http://127.0.0.1:${http}/shop/`,
        extended_settings: { steps: orderSteps },
      },
    ],
  }
}

const orderSteps = [
  { name: 'Open the lantern', actions: [{ open: '/shop/lantern' }, { expect_text: shopTexts.offer }] },
  {
    name: 'Add it to the cart',
    actions: [{ click: 'role=button[name="Add to cart"]' }, { expect_text: shopTexts.inCart }],
  },
  {
    name: 'Place the order',
    actions: [
      { fill: { selector: 'label=E-mail', value: 'customer@example.com' } },
      { click: 'role=button[name="Place order"]' },
      { wait_for: '#outcome:not(:empty)' },
      { expect_no_text: shopTexts.refused },
      { expect_text: shopTexts.ordered },
    ],
  },
]

const buildContact = (external_id: string, name: string, address: string) => ({
  ...{ external_id, name, addresses: [{ channel_id: 'email', address }] },
})
