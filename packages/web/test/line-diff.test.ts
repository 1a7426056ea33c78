import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  computeLineDiff,
  type DiffLine,
  omitUnchangedLines,
} from '../src/features/checks-and-history/evidence/line-diff.ts'

const without = (kind: DiffLine['kind'], lines: readonly DiffLine[]) =>
  lines
    .filter((line) => line.kind !== kind)
    .map(({ text }) => text)
    .join('\n')
const count = (kind: string, lines: readonly { readonly kind: string }[]) =>
  lines.filter((line) => line.kind === kind).length

/** Only a few different lines, so that many are equal. */
const text = fc.array(fc.constantFrom('', 'a', 'b', 'c'), { maxLength: 30 }).map((lines) => lines.join('\n'))

test('what was removed makes the old text, what was added the new one', () => {
  for (const each of [text, fc.string()])
    fc.assert(
      fc.property(each, each, (before, after) => {
        const lines = computeLineDiff(before, after)
        assert.equal(without('added', lines), before)
        assert.equal(without('removed', lines), after)
      }),
    )
})

test('equal texts have no change', () => {
  fc.assert(
    fc.property(text, (same) => assert.equal(count('same', computeLineDiff(same, same)), same.split('\n').length)),
  )
})

test('no more lines change than must', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [there, back] = [computeLineDiff(before, after), computeLineDiff(after, before)]
      assert.equal(count('same', there), count('same', back))
    }),
  )
  assert.deepEqual(
    computeLineDiff('head\nold\nfoot', 'head\nnew\nmore\nfoot').map(({ kind, text: line }) => `${kind} ${line}`),
    ['same head', 'removed old', 'added new', 'added more', 'same foot'],
  )
})

test('texts too long to be compared line by line count as replaced, save for their ends', () => {
  const long = (word: string) => Array.from({ length: 3000 }, (_, line) => `${word} ${line}`)
  const lines = computeLineDiff(['head', ...long('old')].join('\n'), ['head', ...long('new')].join('\n'))
  assert.deepEqual([count('same', lines), count('removed', lines), count('added', lines)], [1, 3000, 3000])
})

test('what did not change is left out, but for a few lines around what did', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = computeLineDiff(before, after)
      const shown = omitUnchangedLines(lines)
      const left = shown.reduce((sum, line) => sum + (line.kind === 'skipped' ? line.count : 1), 0)
      assert.equal(left, lines.length, 'no line is forgotten')
      for (const kind of ['removed', 'added']) assert.equal(count(kind, shown), count(kind, lines))
    }),
  )
  const lines = Array.from({ length: 20 }, (_, line) => String(line))
  const shown = omitUnchangedLines(computeLineDiff(lines.join('\n'), lines.with(10, 'x').join('\n')))
  assert.deepEqual(shown[0], { kind: 'skipped', count: 7 })
  assert.deepEqual(shown.at(-1), { kind: 'skipped', count: 6 })
})
