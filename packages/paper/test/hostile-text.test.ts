import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawBudgetBurn, drawHourHeatMap, type PrintedReport, printReport, type ReportBlock } from '../src/index.ts'
import { readPdf } from './support/pdf.ts'
import { makeSampleReport } from './support/sample-report.ts'

const canary = 'CANARY-OF-A-FILE'
const executed = 49 * 49 * 49

test('4,000 hostile strings in every field are printed as text: nothing is run, read or broken', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'paper-canary-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'canary.txt')
  await writeFile(file, canary)
  const strings = makeHostileStrings(file, 4000)
  const {
    pdf,
    standard,
    replacedCharacters: replaced,
  } = await printReport(fillEveryField(strings), { timeoutMs: 150_000 })
  const { pages, text, extent } = await readPdf(pdf)
  const all = text.join('\n')
  assert.equal(standard, 'a-2a')
  assert.ok(replaced > 0)
  assert.ok(pages > 20 && pages < 500, `${pages} pages`)
  assert.ok(!all.includes(canary), 'a file was read')
  assert.ok(!all.includes('root:x:0:0'), 'a file was read')
  assert.ok(!all.includes(String(executed)), 'code was run')
  assert.ok(all.includes('#(49*49*49)'), 'code is printed as it is')
  // Poppler itself marks Arabic and Hebrew with U+202B.
  assert.doesNotMatch(all, /[\u202d\u202e\u2066-\u2069\u200b]/)
  assert.ok(extent.right <= 548, `a word ends at ${extent.right}`)
})

test('random characters of all of Unicode never prevent PDF/A', async () => {
  let state = 5
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = () =>
    String.fromCodePoint(...Array.from({ length: 40 }, () => random(random(4) === 0 ? 0x110000 : 0x3000)))
  const rows = Array.from({ length: 600 }, () => [word(), word(), word()])
  const columns = [1, 2, 3].map((each) => ({ label: `${word()}${each}`, align: 'left' as const }))
  const { standard } = await printReport({ ...makeSampleReport(), blocks: [{ kind: 'table', columns, rows }] })
  assert.equal(standard, 'a-2a')
})

function makeHostileStrings(file: string, count: number): string[] {
  const seeds = [
    '#(49*49*49)',
    `#read("${file}")`,
    '#read("/etc/passwd")',
    '#image("/etc/passwd")',
    '#import "@preview/cetz:0.1.0"',
    `#include "${file}"`,
    '$ x^2 $ *bold* _it_ `raw` @ref <label>',
    '"#)]}\\u{0}',
    '\\#let x = 1; #eval("49*49*49")',
    '</svg><script>alert(1)</script>&amp;&#0;]]>',
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    '\u202egnp.exe\u202c \u2066isolated\u2069',
    'NUL\u0000and\u0007bell\u001b[31m',
    '👩‍👩‍👧‍👦 🇵🇱 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ✨',
    '漢字 かな 한국어 العربية עברית हिन्दी',
    `e${'\u0301'.repeat(1000)}`,
    '\u0301\u0302 marks first',
    'lone \ud800 and \udc00 surrogates',
    'W'.repeat(10_240),
    `https://x.example/${'%F0%9F'.repeat(1700)}`,
    '\u2028line\u2029paragraph\u0085next\r\n\t tab',
    '\ufeff\ufffe\uffff\u{10ffff}\u{e0001}\ue000',
    '\u00ad\u200b\u200d\u2060'.repeat(50),
    '{page} {pages} {name} $& $1 $`',
    '= heading\n- list\n+ enum\n/ term: x',
    '',
    '   ',
  ]
  return Array.from({ length: count }, (_, index) => {
    const seed = seeds[index % seeds.length] ?? ''
    return index < seeds.length ? seed : `${seed} ${seeds[(index * 7) % seeds.length]?.slice(0, 60) ?? ''} ${index}`
  })
}

/** Distributes the strings over all texts of a report; most go to tables, the longest part of real reports. */
function fillEveryField(strings: readonly string[]): PrintedReport {
  let at = 0
  const next = () => strings[at++ % strings.length] ?? ''
  const rows: (() => ReportBlock)[] = [
    () => ({ kind: 'heading', level: 1, text: next() }),
    () => ({ kind: 'heading', level: 3, text: next() }),
    () => ({ kind: 'paragraph', text: next() }),
    () => ({ kind: 'note', text: next() }),
    () => ({
      kind: 'figures',
      items: Array.from({ length: 6 }, () => ({ label: next(), value: next(), note: next() })),
    }),
    () => ({ kind: 'definitions', items: Array.from({ length: 4 }, () => ({ label: next(), value: next() })) }),
    () => ({
      kind: 'table',
      caption: next(),
      columns: Array.from({ length: 5 }, () => ({ label: next(), align: 'left' as const })),
      rows: Array.from({ length: 5 }, () => [
        next(),
        next(),
        { text: next(), link: next() },
        { text: next(), tone: 'bad' as const },
        next(),
      ]),
    }),
    () => ({
      kind: 'chart',
      svg: drawBudgetBurn([{ date: next(), left: 0.5 }], { label: next() }),
      alt: next(),
      caption: next(),
    }),
    () => ({
      kind: 'chart',
      svg: drawHourHeatMap([], { weekDays: Array.from({ length: 7 }, next), label: next() }),
      alt: next(),
    }),
  ]
  const head = {
    ...makeSampleReport(),
    title: next(),
    subtitle: next(),
    account: next(),
    period: next(),
    generated: next(),
    footer: next(),
    branding: { name: next(), colour: next(), contact: [next(), next()] },
    introduction: [next(), next()],
  }
  const blocks: ReportBlock[] = []
  while (at < strings.length) for (const make of rows) blocks.push(make())
  return { ...head, blocks }
}
