import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSettingsSchema, findCheckType, readSelector } from '@wachta/checks'
import { Ajv } from 'ajv'
import fc from 'fast-check'

const page = findCheckType('fullpage')
assert.ok(page)
const ajv = new Ajv({ strict: false, validateFormats: false })
const takes = ajv.compile(buildSettingsSchema(page))
/** Whether the settings of a service accept the selector. */
const isAccepted = (selector: string): boolean => takes({ wait_for_selector: selector })

const accepted: readonly (readonly [text: string, parts: ReturnType<typeof readSelector>])[] = [
  ['role=link[name="a >> b"]', { frames: [], kind: 'role', value: 'link', name: 'a >> b' }],
  ['frame=#pay >> role=link[name="a >> b"]', { frames: ['#pay'], kind: 'role', value: 'link', name: 'a >> b' }],
  ['role=link[name="say \\"a >> b\\""]', { frames: [], kind: 'role', value: 'link', name: 'say "a >> b"' }],
  ['role=img[name=""]', { frames: [], kind: 'role', value: 'img', name: '' }],
  ['label= E-mail', { frames: [], kind: 'label', value: ' E-mail', name: null }],
  ['frame=#a >> frame=#b >> a > b', { frames: ['#a', '#b'], kind: 'css', value: 'a > b', name: null }],
  ['data=x', { frames: [], kind: 'css', value: 'data=x', name: null }],
  ['css=role=x', { frames: [], kind: 'css', value: 'role=x', name: null }],
]

const rejected = [
  '',
  ' #a',
  'label=',
  'frame=#a',
  'frame= >> #a',
  'frame=#a > b >> #c',
  '#a >> #b',
  'text=a >> b',
  'role=button[level=2]',
  'role=button[name="a\\n"]',
  'role=button[name="a',
  'text=two\nlines',
  `${'frame=#a >> '.repeat(6)}#b`,
]

test('a selector has its parts, or is none', () => {
  for (const [text, parts] of accepted) {
    assert.deepEqual(readSelector(text), parts, text)
    assert.ok(isAccepted(text), text)
  }
  for (const text of rejected) {
    assert.equal(readSelector(text), undefined, text)
    assert.ok(!isAccepted(text), text)
  }
})

/** Random texts made of tokens that have a meaning in selectors. */
const signs = fc
  .array(
    fc.constantFrom(
      ...['frame=', 'role=', 'css=', 'label=', 'button', '#a', ' >> ', ' > ', '>', '[name="', '"]', '"', '\\', '\\"'],
      ...[' ', '=', 'a', 'ł', '\n', '\u007f', '\u2028', '{{order}}'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('a sensor reads exactly the selectors that the settings of a service accept', () => {
  const seen = { accepted: 0, rejected: 0 }
  fc.assert(
    fc.property(fc.oneof(signs, fc.string({ maxLength: 40 })), (text) => {
      const selector = readSelector(text)
      assert.equal(selector !== undefined, isAccepted(text), text)
      seen[selector === undefined ? 'rejected' : 'accepted'] += 1
    }),
    { numRuns: 5000 },
  )
  // Control: the texts are neither all valid nor all invalid.
  assert.ok(seen.accepted > 200 && seen.rejected > 200, JSON.stringify(seen))
})

test('a role can have any name of one line', () => {
  const line = fc.string({ maxLength: 30 }).filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text))
  fc.assert(
    fc.property(line, line, (left, right) => {
      const name = `${left} >> ${right}`
      const text = `frame=#a >> role=link[name="${name.replace(/["\\]/g, '\\$&')}"]`
      assert.deepEqual(readSelector(text), { frames: ['#a'], kind: 'role', value: 'link', name })
      assert.ok(isAccepted(text), text)
    }),
  )
})
