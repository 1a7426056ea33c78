import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserStep } from '@wachta/checks'
import { importRecording } from '@wachta/recording'
import { recordPurchase } from './shop/recording.ts'
import { runInBrowser } from './shop/run.ts'
import { type ShopFault, startShop } from './shop/shop.ts'

const shop = await startShop()
after(() => shop[Symbol.asyncDispose]())

/** A purchase as a customer makes it, from the login to the invoice. */
const steps: readonly BrowserStep[] = [
  {
    name: 'Log in',
    actions: [
      { open: '/login' },
      { fill: { selector: 'label=E-mail', value: '{{username}}' } },
      { fill: { selector: 'label=Password', value: '{{password}}' } },
      { click: 'role=button[name="Log in"]' },
      { expect_url: '/code$' },
    ],
  },
  {
    name: 'Confirm',
    actions: [
      { fill: { selector: 'label=One-time code', value: '{{one_time_code}}' } },
      { press: 'Enter' },
      { expect_url: '/products$' },
    ],
  },
  { name: 'Fill the cart', actions: [{ click: 'testid=add' }, { expect_text: '1 item' }] },
  {
    name: 'Check out',
    actions: [
      { click: 'text=Go to cart' },
      { read: { selector: '#total', variable: 'total' } },
      { click: 'role=button[name="Checkout"]' },
      { expect_text: 'Delivery' },
    ],
  },
  {
    name: 'Pay',
    actions: [
      { fill: { selector: 'frame=#card >> label=Card number', value: '4111 1111 1111 1111' } },
      { select: { selector: 'label=Delivery', value: 'shop' } },
      { hover: 'role=button[name="Pay {{total}}"]' },
      { click: 'text=Pay 1,299.00' },
      { expect_url: '/done$' },
      { expect_status: '200' },
      { expect_element: '#order' },
      { read_attribute: { selector: '#order', attribute: 'data-order', variable: 'order' } },
      { expect_text: 'Order {{order}} is paid' },
      { expect_no_text: 'Wrong' },
      { screenshot: true },
    ],
  },
  { name: 'Invoice', actions: [{ click: 'text=Invoice' }, { expect_download: '^invoice-\\d+\\.pdf$' }] },
  { name: 'Log out', cleanup: true, actions: [{ open: '/logout' }, { wait_for: 'text=Bicycles since 1987' }] },
]

const settings = {
  username: shop.customer.email,
  password: shop.customer.password,
  one_time_code_secret: shop.customer.secret,
  step_timeout: 5_000,
  timeout: 60_000,
  steps,
}

const buy = (more: Partial<Parameters<typeof runInBrowser>[0]> = {}) =>
  runInBrowser({ type_id: 'browser_scenario', address: shop.address, settings, ...more })

test('a purchase with login, one-time code, frame, another origin and a download succeeds', async () => {
  shop.fault = undefined
  const outcome = await buy()
  assert.deepEqual([outcome.kind, outcome.error_message], ['ok', null])
  assert.equal(outcome.metrics['steps_completed'], steps.length)
  assert.equal(outcome.steps?.length, steps.length)
  assert.ok(outcome.steps?.every(({ response_time }) => response_time !== null && response_time > 0))
})

/** The same purchase, recorded by hand in Chrome and imported. */
const recorded = importRecording(recordPurchase(shop.address))

test('a recording is imported, and watches the shop', async () => {
  shop.fault = undefined
  assert.equal(recorded.address, shop.address)
  assert.ok(!JSON.stringify(recorded.steps).includes(shop.customer.password), 'the recorded password is dropped')
  const good = await buy({ settings: { ...settings, steps: recorded.steps } })
  assert.deepEqual([good.kind, good.error_message], ['ok', null], JSON.stringify(recorded.steps, null, 1))
  assert.equal(good.metrics['steps_completed'], recorded.steps.length)
})

const faults: readonly (readonly [fault: ShopFault, kind: string, step: RegExp, message: RegExp])[] = [
  ['login answers 500', 'http_status_server_error', /^Open \/login/, /status 500/],
  ['password changed', 'browser_url_mismatch', /click "Log in"/, /\/login does not match/],
  ['codes out of step', 'browser_url_mismatch', /click "Confirm"/, /\/code does not match/],
  ['cart script broken', 'browser_element_missing', /^Click add/, /1 item did not appear/],
  ['banner over the button', 'browser_element_blocked', /^Click add/, /consent.* covers it/],
  ['checkout hangs', 'timeout_first_byte', /^Click "Checkout"/, /\/checkout did not answer/],
  ['card frame missing', 'browser_element_missing', /click "Pay/, /Card number is not on the page/],
  ['pay button disabled', 'browser_element_blocked', /click "Pay/, /it is disabled/],
  ['payments down', 'connection_refused', /click "Pay/, /ECONNREFUSED/],
  ['payments redirect in a circle', 'http_too_many_redirects', /click "Pay/, /ERR_TOO_MANY_REDIRECTS/],
  ['invoice cut off', 'browser_download_failed', /^Invoice/, /invoice-1001\.pdf" did not arrive/],
]

/** The recording, with the steps for the invoice, which cannot be recorded. */
const watched = [...recorded.steps, ...steps.slice(-2)]

for (const [fault, kind, name, message] of faults)
  test(`a shop is watched by an imported scenario: ${fault}`, async () => {
    shop.fault = fault
    const outcome = await buy({ settings: { ...settings, steps: watched } })
    assert.equal(outcome.kind, kind, outcome.error_message ?? '')
    assert.match(watched[(outcome.path_step ?? 0) - 1]?.name ?? '', name)
    assert.match(outcome.error_message ?? '', message)
    assert.ok(
      outcome.artifacts.some(({ artifact_id }) => artifact_id === 'screenshot'),
      'a picture of the failure',
    )
    const secrets = [shop.customer.password, encodeURIComponent(shop.customer.password)]
    for (const { artifact_id, content } of outcome.artifacts)
      for (const secret of secrets) assert.ok(!Buffer.from(content).includes(secret), artifact_id)
  })

test('a live run delivers the picture of each step as it ends', async () => {
  shop.fault = undefined
  const shown: string[] = []
  const outcome = await buy({ onArtifact: ({ artifact_id }) => shown.push(artifact_id), keepsEvidence: true })
  assert.equal(outcome.kind, 'ok', outcome.error_message ?? '')
  const expected = steps.map((_, index) => `screenshot_step_${index + 1}`)
  assert.deepEqual([...new Set(shown)], expected)
})

test('a scenario runs on a phone and on a tablet, waits for what goes away, and clicks twice', async () => {
  shop.fault = undefined
  const actions = [
    { open: '/login' },
    { double_click: 'text=Log in' },
    { wait_for_gone: '#spinner' },
    { expect_no_text: 'Wrong' },
  ]
  for (const device of ['phone', 'tablet']) {
    const { kind, error_message } = await buy({ settings: { device, steps: [{ name: 'Look', actions }] } })
    assert.equal(kind, 'ok', error_message ?? '')
  }
  const stays = [{ open: '/login' }, { wait_for_gone: 'label=E-mail' }]
  const { kind } = await buy({ settings: { step_timeout: 1_500, steps: [{ name: 'Wait', actions: stays }] } })
  assert.equal(kind, 'scenario_step_failed')
})
