import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { createPatternCache } from '../src/content/pattern-cache.ts'
import { estimatePatternCost } from '../src/content/pattern-cost.ts'
import { isFound, isReadable, isReadableInThread, isWithinBounds } from '../src/content/regular-expression.ts'
import { findCheckType, findPatternViolations } from '../src/index.ts'

const http = findCheckType('http')
const scenario = findCheckType('http_scenario')
assert.ok(http && scenario)

/** Each fits into 1000 characters and takes up to a second and a half, or 65 MB, to compile. */
const hostile = [
  '(a{1,1000})'.repeat(90),
  '(){1000}',
  '(?:(?:a{1,30}){30})'.repeat(50),
  `(?i)[${'b-𐀀'.repeat(240)}]`,
  `(?i)${'[b-𐀀]'.repeat(160)}`,
  `(?i)[${'\\x{80}-\\x{1E000}'.repeat(55)}]`,
  `(?i)[${'\\pL'.repeat(330)}]`,
]

const ordinary = [
  'status: (ok|degraded)',
  '(?i)<title>[^<]{1,500}</title>',
  '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}',
  '(?i)[a-zà-ÿ]+@[a-z0-9.-]+\\.[a-z]{2,24}',
  '\\p{L}{2,50}',
  '[^\\x00-\\x7f]',
  '"version":"(?P<version>[0-9.]+)"',
]

test('the size of a program is known before it is compiled', () => {
  const started = performance.now()
  assert.deepEqual(
    hostile.map(isWithinBounds),
    hostile.map(() => false),
  )
  assert.ok(performance.now() - started < 200)
  assert.deepEqual(
    ordinary.map(isReadable),
    ordinary.map(() => true),
  )
})

const atom = fc.oneof(
  fc.constantFrom(
    'a',
    'Z',
    'é',
    '𐀀',
    '.',
    '^',
    '$',
    '\\b',
    '\\d',
    '\\pL',
    '\\p{Greek}',
    '\\x41',
    '\\x{1F600}',
    '\\Qa*b\\E',
  ),
  fc.constantFrom(
    '[a-z]',
    '[^]a]',
    '[[:alpha:]_]',
    '[\\]\\d-]',
    '[\\pL\\x{41}-z]',
    '{',
    '{,3}',
    '\\052',
    '(?:)',
    '()',
    '(?i)',
  ),
)
const quantifier = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.constantFrom('*', '+', '?', '*?', '{0}', '{1}', '{2,}', '{3}', '{0,4}', '{2,7}?', '{0,}'),
)
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5 },
    fc.array(tie('piece'), { maxLength: 5 }).map((pieces) => pieces.join('')),
    fc.array(tie('piece'), { minLength: 2, maxLength: 4 }).map((branches) => branches.join('|')),
  ),
  piece: fc.oneof(
    { maxDepth: 5 },
    fc.tuple(atom, quantifier).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?P<n>', '(?i:', '(?-s:'), tie('pattern'), quantifier)
      .map(([open, inside, repeat]) => `${open}${inside})${repeat}`),
  ),
}))

test('no program is larger than its pattern says', () => {
  let compiled = 0
  fc.assert(
    fc.property(pattern, (text) => {
      const { instructions } = estimatePatternCost(text)
      if (instructions > 20_000) return
      let actual: number
      try {
        actual = RE2JS.compile(text).programSize()
      } catch {
        return
      }
      compiled += 1
      assert.ok(actual <= instructions, `${text}: ${actual} instructions, counted ${instructions}`)
    }),
    { numRuns: 5000 },
  )
  assert.ok(compiled > 2000, `${compiled} patterns could be compiled`)
})

test('a pattern is compiled in another thread while others go on', async () => {
  let longest = 0
  let before = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - before)
    before = performance.now()
  }, 5)
  const large = Array.from({ length: 40 }, (_, at) => `x${at}(a{1,300})(b{1,300})`)
  assert.deepEqual(
    await Promise.all(large.map(isReadableInThread)),
    large.map(() => true),
  )
  assert.deepEqual(await Promise.all(['(?=a)', 'a)', '[', hostile[0] ?? ''].map(isReadableInThread)), [
    false,
    false,
    false,
    false,
  ])
  assert.equal(await isFound(large[0] ?? '', 'x0ab'), true)
  clearInterval(timer)
  assert.ok(longest < 200, `the event loop stood still for ${Math.round(longest)} ms`)
})

test('a stored pattern that is too large is a fault of the settings', async () => {
  for (const each of hostile) await assert.rejects(isFound(each, 'a'), { kind: 'settings_invalid' })
  await assert.rejects(isFound(`(?=a)${'b'.repeat(300)}`, 'a'), { kind: 'settings_invalid' })
})

test('compiled patterns are forgotten before they fill the memory', () => {
  const cache = createPatternCache(10_000)
  for (let at = 0; at < 500; at += 1) {
    cache.get(`x${at}a{100}`, 10)
    assert.ok(cache.weight() <= 10_000)
  }
  assert.ok(cache.size() > 10 && cache.size() < 100, `${cache.size()} patterns`)
  const kept = cache.get('abc', 10)
  assert.equal(cache.get('abc', 10), kept)
  // A pattern that has grown by matching a long text is compiled again, which drops its states.
  assert.notEqual(cache.get('abc', 10_000) && cache.get('abc', 10), kept)
})

test('settings say where a pattern is too large, alone or together with the others', async () => {
  assert.deepEqual(await findPatternViolations(http, { content_regex: hostile[0], negative_content_regex: '(?=a)' }), [
    { path: ['content_regex'], reason: 'too_large' },
    { path: ['negative_content_regex'], reason: 'unreadable' },
  ])
  const assertions = Array.from({ length: 20 }, (_, at) => ({ content_regex: `x${at}a{700}b{700}` }))
  const steps = [0, 1].map((step) => ({
    name: 'a',
    url: '/',
    assertions: assertions.map(({ content_regex }) => ({ content_regex: `${step}${content_regex}` })),
  }))
  const faults = await findPatternViolations(scenario, { steps })
  assert.ok(faults.length > 0 && faults.length < 40)
  assert.deepEqual(faults.at(-1), { path: ['steps', '1', 'assertions', '19', 'content_regex'], reason: 'too_large' })
})

test('a sensor with 29 hostile services lives on', { timeout: 120_000 }, async () => {
  const subject = join(import.meta.dirname, 'fixtures/hostile-patterns.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=256', subject])
  const { checked, longest } = JSON.parse(stdout) as { checked: number; longest: number }
  assert.equal(checked, 29 * 3)
  assert.ok(longest < 1000, `the event loop stood still for ${longest} ms`)
})

test('a pattern that is too slow for a long text is not tried on others like it, but on shorter ones', async () => {
  const slow = '(?:[a-m].{100}|[n-z].{200}|[e-s].{300}|[b-y].{350})[0-9]'
  const letters = Array.from({ length: 500_000 }, (_, at) => 97 + ((Math.imul(at, 2_654_435_761) >>> 16) % 26))
  const text = letters.map((code) => String.fromCharCode(code)).join('')
  const started = performance.now()
  const tried = Array.from({ length: 4 }, (_, index) => isFound(slow, text.slice(index)))
  for (const each of await Promise.allSettled(tried))
    assert.equal(each.status === 'rejected' && each.reason.kind, 'pattern_too_slow')
  assert.equal(await isFound(slow, `${'a'.repeat(2_000)}1`), true)
  assert.ok(performance.now() - started < 6_000, 'only the first was tried, for two seconds')
})
