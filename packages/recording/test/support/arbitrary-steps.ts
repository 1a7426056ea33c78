import fc from 'fast-check'
import type { BrowserAction, BrowserStep } from '../../src/index.ts'

const plain = { noNullPrototype: true } as const

const oneLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]| >> /u.test(text))

const element = fc.oneof(
  fc
    .tuple(fc.constantFrom('button', 'link', 'textbox', 'img'), oneLine)
    .map(([role, name]) => `role=${role}[name="${name.replace(/["\\]/g, '\\$&')}"]`),
  fc.constantFrom('role=main', '#cart', 'form > button.primary', 'my-app nav > a', "a[href='/x']", 'li:nth-of-type(2)'),
  fc.tuple(fc.constantFrom('label', 'text', 'testid', 'placeholder'), oneLine).map(([kind, text]) => `${kind}=${text}`),
  oneLine.map((text) => `xpath=//*[@title=${JSON.stringify(text)}]`),
)

/** Selectors in the form that an import creates. */
const selector = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }), element)
  .map(([frames, last]) => [...frames.map((position) => `frame=:nth-match(iframe, ${position})`), last].join(' >> '))

const path = fc
  .tuple(fc.webPath(), fc.option(fc.webQueryParameters()))
  .map(([at, query]) => `/${at.replace(/^\/+/, '')}${query === null ? '' : `?${query}`}`)

const press = fc
  .tuple(
    fc.subarray(['Control', 'Alt', 'Shift', 'Meta']),
    fc.constantFrom('a', 'Z', '5', 'Enter', 'Tab', 'Space', 'Slash', 'F5', 'ArrowDown', 'KeyK'),
  )
  .map(([held, key]) => [...held, key].join('+'))

const value = fc.string({ unit: 'grapheme', maxLength: 40 })

const opening: fc.Arbitrary<BrowserAction> = path.map((open) => ({ open }))
const leading: fc.Arbitrary<BrowserAction> = fc.oneof(
  opening,
  selector.map((click) => ({ click })),
  selector.map((double_click) => ({ double_click })),
  fc
    .tuple(selector, fc.oneof(value, fc.constantFrom('{{username}}', '{{password}}')))
    .map(([at, text]) => ({ fill: { selector: at, value: text } })),
  press.map((each) => ({ press: each })),
)
const other: fc.Arbitrary<BrowserAction> = fc.oneof(
  selector.map((hover) => ({ hover })),
  selector.map((wait_for) => ({ wait_for })),
  selector.map((wait_for_gone) => ({ wait_for_gone })),
)
const expectation: fc.Arbitrary<BrowserAction> = fc
  .webPath()
  .map((at) => new URL(`https://shop.example.com/${at}`).href)
  .map((url) => ({ expect_url: `^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[?#]|$)` }))

const actions = fc
  .array(
    fc.oneof(
      other.map((each) => [each]),
      leading.map((each) => [each]),
      fc.tuple(leading, expectation),
    ),
    {
      minLength: 1,
      maxLength: 10,
    },
  )
  .map((groups) => groups.flat())

/** Steps of a scenario that the Recorder can express completely. */
export const expressibleSteps: fc.Arbitrary<BrowserStep[]> = fc
  .tuple(
    opening,
    fc.array(fc.record({ name: oneLine, actions }, plain), { minLength: 1, maxLength: 6 }),
    fc.array(fc.record({ name: oneLine, actions, cleanup: fc.constant(true) }, plain), { maxLength: 2 }),
  )
  .map(([first, [start, ...rest], cleanups]) => [
    { name: start?.name ?? '', actions: [first, ...(start?.actions ?? [])] },
    ...rest,
    ...cleanups,
  ])

const recordedSelectors = fc.array(
  fc.oneof(
    oneLine.map((name) => [`aria/${name}`]),
    fc
      .tuple(oneLine, fc.constantFrom('button', 'link', 'StaticText', 'image'))
      .map(([name, role]) => [`aria/${name}[role="${role}"]`]),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => `text/${text}`),
    fc.constantFrom('#a', 'form > button', "input[type='password']", "[data-testid='x\\:y']", 'xpath//html/body/a[2]'),
    fc.constantFrom(
      ['my-app', 'a'],
      ['pierce/my-app', 'pierce/#b'],
      ["pierce/[data-testid='z']"],
      ['aria/A', 'aria/B'],
    ),
    fc.string(),
  ),
  { maxLength: 5 },
)

const recordedStep = fc.record(
  {
    type: fc.constantFrom(
      ...['setViewport', 'navigate', 'click', 'doubleClick', 'change', 'hover', 'keyDown', 'keyUp', 'scroll', 'close'],
      ...[
        'emulateNetworkConditions',
        'waitForElement',
        'waitForExpression',
        'customStep',
        'click',
        'change',
        'keyDown',
      ],
    ),
    width: fc.integer({ min: 1, max: 5000 }),
    height: fc.double({ min: 1, max: 5000, noNaN: true }),
    url: fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.constantFrom('about:blank', 'x')),
    selectors: recordedSelectors,
    value: fc.string(),
    key: fc.oneof(
      fc.constantFrom('Enter', 'Shift', 'Control', 'Meta', 'Tab', '?', 'Dead'),
      fc.string({ maxLength: 1 }),
    ),
    frame: fc.array(fc.nat(3), { maxLength: 2 }),
    count: fc.integer({ min: -1, max: 3 }),
    operator: fc.constantFrom('>=', '==', '<='),
    visible: fc.boolean(),
    target: fc.constantFrom('main', 'main', 'main', 'main', 'https://popup.example.com/'),
    assertedEvents: fc.array(fc.record({ type: fc.constant('navigation'), url: fc.webUrl() }), { maxLength: 1 }),
  },
  { requiredKeys: ['type', 'width', 'height', 'url', 'selectors', 'value', 'key'] },
)

/** Possible recordings, most of them valid. */
export const recordings: fc.Arbitrary<object> = fc.record({
  title: fc.string(),
  steps: fc
    .array(recordedStep, { maxLength: 12 })
    .map((steps) => [{ type: 'navigate', url: 'https://shop.example.com/' }, ...steps]),
})
