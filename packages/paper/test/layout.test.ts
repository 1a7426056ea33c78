import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTextCleaner } from '../src/child/clean-text.ts'
import { loadFonts } from '../src/child/fonts.ts'
import { bindShortWords, breakLongWords, truncateToWidth } from '../src/child/line-breaks.ts'
import { computeTableLayout } from '../src/child/table-layout.ts'

const fonts = loadFonts()

test('foreign text is made printable, and characters without a glyph are counted', () => {
  const { cleanLine, countReplaced } = createTextCleaner(fonts.hasGlyph)
  assert.equal(cleanLine('Zażółć gęślą jaźń – 99,9\u202f% Ж Ω', 100), 'Zażółć gęślą jaźń – 99,9\u00a0% Ж Ω')
  assert.equal(cleanLine('\u202egnp.exe\u0000', 100), 'gnp.exe')
  assert.equal(cleanLine(' a\r\n\tb\u2028c ', 100), 'a b c')
  assert.equal(cleanLine(`x${'\u0331'.repeat(1000)}`, 100), `x${'\u0331'.repeat(3)}`)
  assert.equal(cleanLine('abcdef', 4), 'abc…')
  assert.equal(countReplaced(), 0)
  assert.equal(cleanLine('漢字', 100), '\ufffd\ufffd')
  assert.equal(countReplaced(), 2)
})

test('only words wider than their line may break, first after punctuation', () => {
  const measure = (text: string) => text.length
  assert.equal(breakLongWords('short words stay', 5, measure), 'short words stay')
  assert.equal(breakLongWords('a.example/path', 10, measure), 'a.\u200bexample/\u200bpath')
  assert.equal(breakLongWords('abcdef', 3, measure), ['a', 'b', 'c', 'd', 'e', 'f'].join('\u200b'))
  assert.equal(truncateToWidth('abcdef', 4, measure), 'abc…')
  assert.equal(bindShortWords('był w domu i z psem'), 'był w\u00a0domu i\u00a0z\u00a0psem')
})

test('columns fill the page exactly; short texts stay on one line', () => {
  const measure = (text: string) => text.length * 0.6
  const columns = ['left', 'left', 'right'].map((align) => ({ label: 'x', align: align as 'left' | 'right' }))
  const lines = [['2026-10-02 21:19', 'word '.repeat(80), '12 min']]
  const { widthsPt, sizePt } = computeTableLayout({ columns, lines, measure, totalPt: 500 })
  assert.ok(Math.abs(widthsPt.reduce((sum, width) => sum + width, 0) - 500) < 0.1)
  assert.ok((widthsPt[0] ?? 0) > 16 * 0.6 * sizePt)
  const shares = computeTableLayout({
    columns: [
      { label: '', align: 'left', share: 3 },
      { label: '', align: 'left', share: 1 },
      { label: '', align: 'left', share: Number.NaN },
    ],
    lines,
    measure,
    totalPt: 500,
  })
  assert.deepEqual(shares.widthsPt, [250, 500 / 6, (500 / 6) * 2])
})
