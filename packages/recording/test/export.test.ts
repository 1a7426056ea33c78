import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BrowserAction, exportRecording, importRecording } from '../src/index.ts'
import { expressibleSteps } from './support/arbitrary-steps.ts'
import { readFixture } from './support/recordings.ts'

const source = { title: 'Shop', address: 'https://shop.example.com', viewport: null }

/** Exports and imports a step; returns its actions afterwards, and the notes of the export. */
const pass = (...actions: readonly BrowserAction[]) => {
  const { text, notes } = exportRecording({
    ...source,
    steps: [{ name: 'Step', actions: [{ open: '/' }, ...actions] }],
  })
  const [step] = importRecording(text).steps
  return [step?.actions.slice(1), notes.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`))]
}

test('an exported scenario is the same when it is imported', () => {
  fc.assert(
    fc.property(expressibleSteps, (steps) => {
      const { text } = exportRecording({ ...source, steps })
      assert.deepEqual(importRecording(text).steps, steps)
    }),
    { numRuns: 500 },
  )
})

test('a recording is what the Recorder itself would write', () => {
  const { text } = exportRecording({
    title: 'Log in',
    address: 'portal.example.com',
    viewport: { width: 390, height: 844 },
    steps: [
      {
        name: 'Log in',
        actions: [
          { open: '/login' },
          { fill: { selector: 'label=E-mail', value: '{{username}}' } },
          { press: 'Control+Enter' },
          { expect_url: '^https://portal\\.example\\.com/start(?:[?#]|$)' },
        ],
      },
      { name: 'Pay', actions: [{ click: 'frame=:nth-match(iframe, 2) >> role=button[name="Pay"]' }] },
    ],
  })
  const key = (type: string, name: string) => ({ type, target: 'main', key: name })
  assert.deepEqual(JSON.parse(text), {
    title: 'Log in',
    steps: [
      {
        type: 'setViewport',
        width: 390,
        height: 844,
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
        isLandscape: false,
      },
      { type: 'navigate', url: 'https://portal.example.com/login', wachtaStep: { name: 'Log in' } },
      { type: 'change', target: 'main', selectors: [['aria/E-mail']], value: '{{username}}' },
      key('keyDown', 'Control'),
      {
        ...key('keyDown', 'Enter'),
        assertedEvents: [{ type: 'navigation', url: 'https://portal.example.com/start', title: '' }],
      },
      key('keyUp', 'Enter'),
      key('keyUp', 'Control'),
      {
        type: 'click',
        target: 'main',
        selectors: [['aria/Pay[role="button"]']],
        frame: [1],
        offsetX: 5,
        offsetY: 5,
        wachtaStep: { name: 'Pay' },
      },
    ],
  })
})

test('recordings come back as they were imported', async () => {
  for (const name of ['login-with-iframe', 'shop-with-cart', 'phone-with-keys']) {
    const first = importRecording(await readFixture(name))
    const second = importRecording(exportRecording(first).text)
    assert.deepEqual({ ...second, notes: [] }, { ...first, notes: [] }, name)
  }
})

test('what has another name in the Recorder comes back under that', () => {
  assert.deepEqual(pass({ select: { selector: '#colour', value: 'blue' } }), [
    [{ fill: { selector: '#colour', value: 'blue' } }],
    [],
  ])
  assert.deepEqual(pass({ expect_element: '#cart' }), [[{ wait_for: '#cart' }], []])
  assert.deepEqual(pass({ expect_text: 'Thanks' }), [[{ wait_for: 'text=Thanks' }], []])
  assert.deepEqual(pass({ expect_no_text: 'Sorry' }), [[{ wait_for_gone: 'text=Sorry' }], []])
  assert.deepEqual(pass({ click: 'css=#cart' }), [[{ click: '#cart' }], []])
})

test('what the Recorder cannot express is left out with a note', () => {
  const read = { selector: '#number', variable: 'order' }
  for (const action of [
    { expect_status: '200' },
    { expect_download: 'pdf$' },
    { read },
    { read_attribute: { ...read, attribute: 'href' } },
    { screenshot: true },
    { press: 'ControlOrMeta+k' },
    { press: 'Nothing' },
  ] as const)
    assert.deepEqual(pass(action), [[], [`action_left_out ${Object.keys(action)[0]}`]])
  assert.deepEqual(pass({ fill: { selector: '#otp', value: '{{one_time_code}}' } }), [[], ['one_time_code_left_out']])
  assert.deepEqual(pass({ click: 'frame=iframe#pay >> #go' }), [[], ['selector_left_out frame=iframe#pay >> #go']])
  assert.deepEqual(pass({ click: 'label=Go[role="link"]' }), [[], ['selector_left_out label=Go[role="link"]']])
  assert.deepEqual(pass({ fill: { selector: '#p', value: '{{password}}' } })[1], ['variables_kept'])
})

test('variables are noted wherever a scenario replaces them, and may be written with spaces', () => {
  for (const action of [
    { click: 'text=Order {{order}}' },
    { hover: '#row-{{ order }}' },
    { wait_for: 'role=link[name="{{order}}"]' },
    { wait_for_gone: '#{{order}}' },
    { expect_element: 'testid={{order}}' },
    { fill: { selector: 'label=Note on {{order}}', value: 'Hurry' } },
    { fill: { selector: '#p', value: '{{ username }}' } },
  ] as const)
    assert.deepEqual(pass(action)[1], ['variables_kept'], JSON.stringify(action))
  assert.deepEqual(pass({ fill: { selector: '#otp', value: '{{ one_time_code }}' } }), [[], ['one_time_code_left_out']])
  const token = { fill: { selector: '#password', value: '{{ token }}' } }
  assert.deepEqual(pass(token), [[token], ['variables_kept']], 'it comes back as itself, not as the password')
})

test('an address is expected only where something leads to it, and only as an import writes it', () => {
  const expected = { expect_url: '^https://shop\\.example\\.com/cart(?:[?#]|$)' }
  assert.deepEqual(pass({ click: '#a' }, expected), [[{ click: '#a' }, expected], []])
  assert.deepEqual(pass({ wait_for: '#a' }, expected), [[{ wait_for: '#a' }], ['action_left_out expect_url']])
  for (const expect_url of ['/cart$', '^https://shop.example.com/cart(?:[?#]|$)', '^ftp://a/(?:[?#]|$)'])
    assert.deepEqual(pass({ click: '#a' }, { expect_url }), [[{ click: '#a' }], ['action_left_out expect_url']])
})

test('cleanup steps are replayed last, and a first page is opened', () => {
  const { text, notes } = exportRecording({
    ...source,
    steps: [
      { name: 'Log out', actions: [{ click: '#out' }], cleanup: true },
      { name: 'Look', actions: [{ wait_for: '#a' }] },
      { name: 'Only a picture', actions: [{ screenshot: true }] },
    ],
  })
  assert.deepEqual(importRecording(text).steps, [
    { name: 'Open /', actions: [{ open: '/' }] },
    { name: 'Look', actions: [{ wait_for: '#a' }] },
    { name: 'Log out', actions: [{ click: '#out' }], cleanup: true },
  ])
  assert.deepEqual(notes, [
    { kind: 'cleanup_in_order', steps: [1], detail: null },
    { kind: 'action_left_out', steps: [3], detail: 'screenshot' },
    { kind: 'address_opened', steps: [1], detail: null },
  ])
})
