import { join } from 'node:path'
import { addAccount } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sessionOf } from './session-of.ts'

/** A theatre that monitors its ticket sales. */
export interface Scenarios {
  readonly account: number
  /** Its private sensor, which can run a browser. */
  readonly sensor: number
  readonly browser: number
  readonly http: number
  readonly page: number
}

/** The path of a browser recording, by file name. */
export const recordingPath = (name: string): string =>
  join(import.meta.dirname, `../../../recording/test/fixtures/${name}.json`)

export async function addScenarios(api: TestApi): Promise<Scenarios> {
  const account = await addAccount(api.owner, { username: 'teatr', name: 'Teatr Mały', language: 'pl' })
  const sensor = await addSensor(api.owner, { owner: account, name: 'Kasa', categories: ['default', 'browser'] })
  const as = `Bearer ${(await sessionOf(api, account)).token}`
  const add = (name: string, type_id: string, extended_settings: object) =>
    createTestService(api, as, {
      ...{ name, type_id, address: 'https://bilety.example.com', interval: 600 },
      ...{ sensor_ids: [sensor], extended_settings },
    })
  return {
    account,
    sensor,
    browser: await add('Zakup biletu', 'browser_scenario', {
      steps: browserSteps,
      username: 'anna@example.com',
      password: 'czapla',
    }),
    http: await add('API biletów', 'http_scenario', { steps: httpSteps, token: 'czapla' }),
    page: await add('Strona główna', 'fullpagehttps', {
      device: 'phone',
      blocked_hosts: ['*.example.net'],
      maximum_largest_contentful_paint: 2500,
    }),
  }
}

const browserSteps = [
  { name: 'Start', actions: [{ open: '/' }, { expect_element: 'role=heading[name="Repertuar"]' }] },
  {
    name: 'Log in',
    actions: [
      { click: 'role=link[name="Log in"]' },
      { fill: { selector: 'label=E-mail', value: '{{username}}' } },
      { fill: { selector: 'label=Password', value: '{{password}}' } },
      { click: 'role=button[name="Log in"]' },
      { wait_for_gone: 'testid=spinner' },
    ],
  },
  {
    name: 'Choose a seat',
    actions: [
      { open: '/plays/hamlet' },
      { select: { selector: 'label=Date', value: 'Saturday' } },
      { click: '#seat-12' },
      { screenshot: true },
    ],
  },
  {
    name: 'Pay',
    actions: [
      { fill: { selector: 'frame=iframe#payment >> label=Card number', value: '4111 1111 1111 1111' } },
      { click: 'role=button[name="Pay"]' },
      { expect_text: 'Thank you' },
      { read: { selector: 'testid=order', variable: 'order' } },
      { expect_text: 'Order {{order_id}}' },
    ],
  },
  { name: 'Cancel the order', cleanup: true, actions: [{ open: '/orders/{{order}}/cancel' }] },
]

const httpSteps = [
  {
    name: 'Sign in',
    method: 'POST',
    url: '/login',
    headers: ['Authorization: Bearer {{token}}'],
    assertions: [{ status_codes: '200' }, { json: { path: '$.ok', value: 'true' } }],
    extract: [{ variable: 'session', header: 'X-Session' }],
  },
  { name: 'List plays', url: '/plays?session={{session}}', assertions: [{ maximum_response_time: 800 }] },
  { name: 'Read a play', url: '/plays/{{play}}' },
]
