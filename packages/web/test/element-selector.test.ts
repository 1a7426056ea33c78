import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSelector } from '@wachta/checks/src/types/browser-selector.ts'
import fc from 'fast-check'
import {
  changeElementKind,
  elementKinds,
  formatElement,
  parseElement,
} from '../src/features/services/steps/element-selector.ts'

const selectors = [
  'role=button[name="Log in"]',
  'role=link',
  'role=heading[name="He said \\"yes\\" \\\\ no"]',
  'label=E-mail',
  'text=Add to cart',
  'testid=submit',
  'placeholder=Search',
  'xpath=//h1[@id="a"]',
  '#cart > li:nth-child(2)',
  'css=text=odd',
  'input[name=q]',
  'frame=iframe#pay >> label=Card number',
  'frame=#a >> frame=#b >> role=button[name="Pay"]',
  'frame=#a >> role=link[name="Home >> Shop"]',
]

test('the parts of a selector are those that a sensor reads, and are written so that it reads the same', () => {
  for (const text of selectors) {
    const draft = parseElement(text)
    assert.ok(draft, text)
    assert.deepEqual(draft, readSelector(text), text)
    assert.deepEqual(readSelector(formatElement(draft)), readSelector(text), text)
  }
})

test('any selector that is entered in parts means the same for a sensor', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes('>') && text.trim() === text)
  const draft = fc.record({
    frames: fc.array(word, { maxLength: 2 }),
    kind: fc.constantFrom(...elementKinds),
    value: word,
    name: fc.option(word),
  })
  fc.assert(
    fc.property(draft, ({ kind, value, name, frames }) => {
      const entered =
        kind === 'role'
          ? { frames, kind, value: 'button', name: name && `${name} >> ${name}` }
          : { frames, kind, value, name: null as string | null }
      assert.deepEqual(readSelector(formatElement(entered)), entered)
      assert.deepEqual(parseElement(formatElement(entered)), entered)
    }),
  )
})

test('parts can be empty while they are typed; what has no parts stays text', () => {
  assert.deepEqual(parseElement('label='), { frames: [], kind: 'label', value: '', name: null })
  assert.deepEqual(parseElement(''), { frames: [], kind: 'css', value: '', name: null })
  for (const text of ['role=button[name="open', 'role=Button', 'frame=#a', '#a >> #b', 'role=button[level=2]'])
    assert.equal(parseElement(text), null, text)
})

test('what was entered stays when the kind changes', () => {
  const button = parseElement('frame=#pay >> role=button[name="Pay"]')
  assert.ok(button)
  assert.equal(formatElement(changeElementKind(button, 'text')), 'frame=#pay >> text=Pay')
  assert.equal(
    formatElement(changeElementKind(changeElementKind(button, 'label'), 'role')),
    'frame=#pay >> role=button[name="Pay"]',
  )
  const bare = parseElement('role=button')
  assert.ok(bare)
  assert.equal(formatElement(changeElementKind(bare, 'css')), '')
})
