import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importRecording } from '../src/index.ts'
import { importSteps, navigate, readFixture, recordingOf } from './support/recordings.ts'

test('a login in a frame becomes three steps, and its password stays nowhere', async () => {
  const recording = importRecording(await readFixture('login-with-iframe'))
  const inFrame = (selector: string) => `frame=:nth-match(iframe, 1) >> ${selector}`
  assert.deepEqual(recording, {
    title: 'Log in to the customer portal',
    address: 'https://portal.example.com',
    viewport: { width: 1440, height: 789 },
    device: 'desktop',
    steps: [
      {
        name: 'Open /login',
        actions: [
          { open: '/login?next=%2Finvoices' },
          { expect_url: '^https://portal\\.example\\.com/login(?:[?#]|$)' },
        ],
      },
      {
        name: 'Fill in the form, click "Log in"',
        actions: [
          { click: inFrame('label=E-mail') },
          { fill: { selector: inFrame('label=E-mail'), value: 'anna@example.com' } },
          { press: 'Tab' },
          { fill: { selector: inFrame('label=Your secret'), value: '{{password}}' } },
          { click: inFrame('label=Your secret') },
          { click: inFrame('role=button[name="Log in"]') },
          { expect_url: '^https://portal\\.example\\.com/invoices(?:[?#]|$)' },
        ],
      },
      { name: 'Wait for "Invoices"', actions: [{ wait_for: 'role=heading[name="Invoices"]' }] },
    ],
    notes: [
      { kind: 'step_left_out', steps: [2], detail: 'navigate' },
      { kind: 'frame_by_position', steps: [4, 5, 8, 9, 10], detail: null },
      { kind: 'password_dropped', steps: [8], detail: null },
    ],
  })
  assert.doesNotMatch(JSON.stringify(recording), /S3cret|Otter/)
})

test('a visit to a shop: what people see names the elements, and what a scenario cannot do is noted', async () => {
  const { steps, notes, viewport, device } = importRecording(await readFixture('shop-with-cart'))
  assert.deepEqual(
    steps.map(({ name }) => name),
    [
      'Open /',
      'Click "Accept cookies", hover over "Grinders", click "Comandante C40"',
      'Fill in #colour, click "Gift wrapping" and 4 more',
      'Double-click #qty-48213, fill in #qty-48213, click "Check out"',
      'Open /cart',
    ],
  )
  assert.deepEqual(steps[1]?.actions, [
    { click: 'role=button[name="Accept cookies"]' },
    { hover: 'text=Grinders' },
    { click: 'role=link[name="Comandante C40"]' },
    { expect_url: '^https://shop\\.example\\.com/p/comandante-c40(?:[?#]|$)' },
  ])
  assert.deepEqual(steps[2]?.actions, [
    { click: '#colour' },
    // A selection from a list is recorded like a text input.
    { fill: { selector: '#colour', value: 'nitro-blue' } },
    { click: 'role=checkbox[name="Gift wrapping"]' },
    { click: 'testid=add-to-cart' },
    { wait_for: "[data-qa-name='cart-count']" },
    { wait_for_gone: '.spinner' },
    { click: 'cart-widget div > button' },
  ])
  assert.deepEqual(steps[3]?.actions.at(-1), { expect_url: '^https://pay\\.example\\.net/session/start(?:[?#]|$)' })
  assert.deepEqual(notes, [
    { kind: 'step_left_out', steps: [1], detail: 'emulateNetworkConditions' },
    { kind: 'step_left_out', steps: [7], detail: 'scroll' },
    { kind: 'condition_left_out', steps: [12], detail: null },
    { kind: 'step_left_out', steps: [19], detail: 'close' },
  ])
  assert.deepEqual([viewport, device], [{ width: 1280, height: 900 }, 'desktop'])
})

test('a phone and its keys', async () => {
  const { steps, notes, viewport, device } = importRecording(await readFixture('phone-with-keys'))
  assert.deepEqual([viewport, device], [{ width: 390, height: 844 }, 'phone'])
  assert.deepEqual(steps[1]?.actions, [
    { press: 'Slash' },
    { fill: { selector: 'role=searchbox[name="Szukaj"]', value: 'kawa ziarnista' } },
    { press: 'Control+a' },
    { press: 'ArrowDown' },
    { press: 'ArrowDown' },
    { press: 'Enter' },
    { expect_url: '^https://m\\.example\\.pl/wyniki/kawa%20\\(ziarnista\\)(?:[?#]|$)' },
  ])
  assert.deepEqual(steps[2], {
    name: 'Click "Pokaż więcej", press Escape',
    actions: [{ click: 'text=Pokaż więcej' }, { press: 'Escape' }],
  })
  assert.deepEqual(notes, [
    { kind: 'key_left_out', steps: [10], detail: null },
    { kind: 'modifier_left_out', steps: [15], detail: null },
    { kind: 'step_left_out', steps: [20], detail: 'setViewport' },
  ])
})

test('the expression for an address takes any query, and no other page', () => {
  const { actions } = importSteps({
    type: 'click',
    selectors: ['#go'],
    assertedEvents: [{ type: 'navigation', url: 'https://shop.example.com/a.b?x=1#y' }],
  })
  const [, { expect_url }] = actions as [unknown, { expect_url: string }]
  const expression = new RegExp(expect_url)
  for (const url of ['/a.b', '/a.b?x=2', '/a.b#z']) assert.match(`https://shop.example.com${url}`, expression)
  for (const url of ['/a.b/c', '/aXb', '/a.bc', '/z?next=https://shop.example.com/a.b'])
    assert.doesNotMatch(`https://shop.example.com${url}`, expression)
})

test('the first page of the web gives the address; other sites are opened by their whole address', () => {
  const { address, steps, notes } = importRecording(
    recordingOf(
      navigate('about:blank'),
      navigate('https://anna:hush@shop.example.com:8443'),
      navigate('https://shop.example.com:8443/a?b=1#c'),
      navigate('https://shop.example.com:8443//double'),
      navigate('http://shop.example.com:8443/a'),
      navigate('https://other.example.com/orders/{{order}}'),
    ),
  )
  assert.equal(address, 'https://shop.example.com:8443')
  assert.deepEqual(
    steps.map(({ actions }) => actions[0]?.open),
    [
      '/',
      '/a?b=1#c',
      'https://shop.example.com:8443//double',
      'http://shop.example.com:8443/a',
      'https://other.example.com/orders/{{order}}',
    ],
  )
  assert.deepEqual(
    notes.map(({ kind, steps: noted }) => [kind, ...noted]),
    [
      ['step_left_out', 1],
      ['login_dropped', 2],
    ],
  )
  assert.doesNotMatch(JSON.stringify(steps), /hush/)
})

test('passwords are dropped wherever a field says that it takes one, and in addresses too', () => {
  const fields = [
    ['#user_password'],
    ['aria/Hasło'],
    ['aria/Kennwort', '#x'],
    ["form > input[type='password']"],
    ['#login-pwd'],
  ]
  for (const selectors of fields) {
    const { actions, notes } = importSteps(
      { type: 'change', selectors: selectors.map((each) => [each]), value: 'hush & 1' },
      navigate('https://shop.example.com/?user=a&p=hush%20%26%201&q=hush+%26+1'),
    )
    assert.match(JSON.stringify(actions), /"value":"\{\{password\}\}"/)
    assert.match(JSON.stringify(actions), /p=\{\{password\}\}&q=\{\{password\}\}"/)
    assert.doesNotMatch(JSON.stringify(actions), /hush/, selectors.join())
    assert.deepEqual(notes, [{ kind: 'password_dropped', steps: [2, 3], detail: null }])
  }
  const repeated = importSteps(
    { type: 'change', selectors: ['#password'], value: 'hush \ud800' },
    { type: 'change', selectors: ['#again'], value: 'hush \ud800' },
    navigate('https://shop.example.com/?a=b'),
  )
  assert.doesNotMatch(JSON.stringify(repeated), /hush/)
  // A value that is a variable already is not a password.
  const { notes } = importSteps({ type: 'change', selectors: ['#password'], value: '{{token}}' })
  assert.deepEqual(notes, [])
  const { actions } = importSteps({ type: 'change', selectors: ['aria/E-mail'], value: 'anna@example.com' })
  assert.deepEqual(actions, [{ fill: { selector: 'label=E-mail', value: 'anna@example.com' } }])
})

test('a one-time code is computed at every check', () => {
  const change = (selector: string, value: string) => importSteps({ type: 'change', selectors: [selector], value })
  const { actions, notes } = change('#otp', '123456')
  assert.deepEqual(actions, [{ fill: { selector: '#otp', value: '{{one_time_code}}' } }])
  assert.deepEqual(notes, [{ kind: 'one_time_code_dropped', steps: [2], detail: null }])
  assert.deepEqual(change('#otp', 'none').actions, [{ fill: { selector: '#otp', value: 'none' } }])
  assert.deepEqual(change('#postcode', '123456').actions, [{ fill: { selector: '#postcode', value: '123456' } }])
})

test('waiting for elements: there or gone, and nothing that would have to be counted', () => {
  const wait = (fields: object) => {
    const { actions, notes } = importSteps({ type: 'waitForElement', selectors: ['.row'], ...fields })
    return [actions, notes.map(({ kind }) => kind)]
  }
  const [there, gone, partly] = [[{ wait_for: '.row' }], [{ wait_for_gone: '.row' }], ['condition_left_out']]
  assert.deepEqual(wait({}), [there, []])
  assert.deepEqual(wait({ operator: '==', count: 1 }), [there, []])
  assert.deepEqual(wait({ operator: '>=', count: 3 }), [there, partly])
  assert.deepEqual(wait({ operator: '==', count: 0 }), [gone, []])
  assert.deepEqual(wait({ operator: '<=', count: 0 }), [gone, []])
  assert.deepEqual(wait({ operator: '<=', count: 2 }), [[], partly])
  assert.deepEqual(wait({ visible: false }), [gone, []])
  assert.deepEqual(wait({ visible: false, operator: '==', count: 0 }), [there, []])
  assert.deepEqual(wait({ visible: false, count: 3 }), [[], partly])
  assert.deepEqual(wait({ attributes: { class: 'ready' } }), [there, partly])
  assert.deepEqual(wait({ properties: {} }), [there, []])
})

test('a window that no service can have is fitted, and a narrow one is a phone', () => {
  const screen = (width: number, height: number) => {
    const { viewport, device, notes } = importRecording(
      recordingOf({ type: 'setViewport', width, height, isMobile: false }, navigate()),
    )
    return [viewport?.width, viewport?.height, device, ...notes.map(({ kind }) => kind)]
  }
  assert.deepEqual(screen(280, 653.4), [320, 653, 'phone', 'viewport_changed'])
  assert.deepEqual(screen(412, 915), [412, 915, 'phone'])
  assert.deepEqual(screen(5120, 1440), [3840, 1440, 'desktop', 'viewport_changed'])
  assert.deepEqual(importRecording(recordingOf(navigate())).viewport, null)
})

test('a step ends where a page is left, and a long one is divided', () => {
  const click = (number: number, fields: object = {}) => ({
    type: 'click',
    selectors: [`text/Item ${number}`],
    ...fields,
  })
  const leaves = { assertedEvents: [{ type: 'navigation' }] }
  const { steps } = importRecording(
    recordingOf(
      navigate(),
      click(1),
      click(1),
      click(2, leaves),
      ...Array.from({ length: 120 }, (_, n) => click(n + 3)),
    ),
  )
  assert.deepEqual(
    steps.map(({ name, actions }) => [name, actions.length]),
    [
      ['Open /', 1],
      ['Click "Item 1", click "Item 2"', 3],
      ['Click "Item 3", click "Item 4" and 48 more', 50],
      ['Click "Item 53", click "Item 54" and 48 more (2)', 50],
      ['Click "Item 103", click "Item 104" and 18 more (3)', 20],
    ],
  )
})

test('names are short, whatever the recording calls things', () => {
  const long = 'x'.repeat(300)
  const { title, steps } = importRecording(
    JSON.stringify({
      title: ` ${long}\n`,
      steps: [navigate(`https://shop.example.com/${long}`), { type: 'click', selectors: [[`text/${long}`]] }],
    }),
  )
  assert.equal(title.length, 255)
  assert.deepEqual(
    steps.map(({ name }) => name.length),
    [65, 68],
  )
  assert.equal(importRecording(JSON.stringify({ steps: [navigate()] })).title, 'shop.example.com')
})
