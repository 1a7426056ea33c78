import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printReport } from '../src/index.ts'
import { readFontNames, readPdf, readStructureTexts } from './support/pdf.ts'
import { makeSampleReport } from './support/sample-report.ts'

const rightMargin = 595.28 - (17 * 72) / 25.4

test('a report in English is an accessible PDF/A with a title, a language, headings, tables and figures', async () => {
  const { pdf, standard, replacedCharacters: replaced } = await printReport(makeSampleReport({ language: 'en' }))
  const { pages, info, structure, text, extent } = await readPdf(pdf)
  assert.deepEqual([standard, replaced], ['a-2a', 0])
  assert.match(info, /^Title: +Service level report$/m)
  assert.match(info, /^Author: +Bursztyn Hosting sp\. z o\.o\.$/m)
  assert.match(info, /^CreationDate: +Mon Nov {2}2 06:15:00 2026/m)
  assert.match(info, /^Tagged: +yes$/m)
  assert.match(info, /595\.\d+ x 841\.\d+ pts \(A4\)/)
  assert.ok(pages >= 4 && pages <= 6, `${pages} pages`)

  const raw = Buffer.from(pdf).toString('latin1')
  assert.match(raw, /\/Lang \(en\)/)
  assert.match(raw, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>A</)
  assert.match(raw, /\/Type \/Outlines/)
  assert.match(raw, /\/Alt \(Bar chart of availability by day in October 2026\./)
  assert.match(raw, /\/Alt \(Heat map of availability/)
  assert.match(raw, /\/Alt \(Logo of Bursztyn Hosting/)

  assert.match(structure, /^ *H1 "Services"/m)
  assert.match(structure, /^ *H2 "Availability by day"/m)
  assert.match(structure, /^ *H3 "Settings of this report"/m)
  assert.equal(structure.match(/^\s*Figure/gm)?.length, 5)

  assert.match(text[1] ?? '', new RegExp(`Page 2 of ${pages}`))
  assert.match(text.at(-1) ?? '', new RegExp(`Page ${pages} of ${pages}`))
  assert.ok(extent.right <= rightMargin + 1, `a word ends at ${extent.right}`)
})

test('headings, tables and captions keep their meaning and texts in the structure tree', async () => {
  const { pdf } = await printReport({
    ...makeSampleReport(),
    blocks: [
      { kind: 'heading', level: 1, text: 'Services' },
      {
        kind: 'table',
        caption: 'Availability of each service',
        columns: [
          { label: 'Service', align: 'left' },
          { label: 'Availability', align: 'right' },
        ],
        rows: [['Shop', { text: '99.1%', tone: 'bad' }]],
      },
      { kind: 'note', text: 'Numbers are rounded down.' },
    ],
  })
  const structure = await readStructureTexts(pdf)
  assert.match(structure, /H1 [^\n]*\n\s+"Services"/)
  assert.match(structure, /Table [^\n]*\n\s+Caption[\s\S]{0,120}"Availability of each service"/)
  assert.match(structure, /THead\n\s+TR\n\s+TH [^\n]*\n\s+\/Scope \/Column\n(?:\s+\/[^\n]+\n)*\s+"Service"/)
  assert.match(structure, /TBody\n\s+TR\n\s+TD[^\n]*\n(?:\s+\/[^\n]+\n)*\s+"Shop"/)
  // The mark of the tone is decoration.
  assert.match(structure, /TD[^\n]*\n\s+(?:\/[^\n]+\n\s+)*(?:Span[^\n]*\n\s+(?:\/[^\n]+\n\s+)*)?"99\.1%"/)
  assert.match(structure, /P \(block\)\n\s+"Numbers are rounded down\."/)
})

test('a report in Polish has Polish words and letters', async () => {
  const { pdf, standard, replacedCharacters: replaced } = await printReport(makeSampleReport({ language: 'pl' }))
  const { pages, text } = await readPdf(pdf)
  assert.deepEqual([standard, replaced], ['a-2a', 0])
  assert.match(Buffer.from(pdf).toString('latin1'), /\/Lang \(pl\)/)
  const first = text[0] ?? ''
  for (const words of [
    'Przygotowano dla',
    'Żółw & Gęś S.A.',
    'Wygenerowano',
    '1–31 października 2026',
    `Strona 1 z ${pages}`,
  ])
    assert.ok(first.includes(words), words)
  assert.match(first, /noc@bursztyn\.example/)
})

test('the same report gives the same bytes', async () => {
  const [first, second] = await Promise.all([printReport(makeSampleReport()), printReport(makeSampleReport())])
  assert.ok(Buffer.from(first.pdf).equals(second.pdf))
})

test('the fonts of the machine take no part: reports look the same wherever they are printed', async () => {
  // Inter has no Hebrew. Many machines have DejaVu Sans in bold, which we do not ship.
  const { pdf } = await printReport({ ...makeSampleReport(), title: 'דוח', blocks: [] })
  const names = await readFontNames(pdf)
  assert.deepEqual(names, ['DejaVuSans', 'Inter-Regular', 'Inter-SemiBold'])
})

test('a table of 1,000 rows has its header on every page', async () => {
  const { branding, ...sample } = makeSampleReport()
  const rows = Array.from({ length: 1000 }, (_, index) => [
    `node-${index}.example`,
    `${index}`,
    { text: 'Up', tone: 'good' as const },
  ])
  const columns = [
    { label: 'Hostname', align: 'left' as const },
    { label: 'Checks', align: 'right' as const },
    { label: 'State', align: 'left' as const },
  ]
  const blocks = [{ kind: 'page_break' as const }, { kind: 'table' as const, columns, rows }]
  const { pdf } = await printReport({ ...sample, branding, blocks })
  const { text, structure } = await readPdf(pdf)
  const withTable = text.slice(1)
  assert.ok(withTable.length > 10)
  for (const [index, page] of withTable.entries()) assert.match(page, /Hostname +Checks +State/, `page ${index + 2}`)
  assert.match(withTable.join(''), /node-999\.example/)
  assert.equal(structure.match(/^\s*TR/gm)?.length, 1001)
})

test('long words and addresses wrap inside their columns, also in a table of 17 columns', async () => {
  const address = `https://shop.example/${'cart/'.repeat(30)}?session=${'4f2a9c1e'.repeat(30)}`
  const sample = makeSampleReport()
  const table = (count: number) => ({
    kind: 'table' as const,
    columns: Array.from({ length: count }, (_, index) => ({ label: `Availability ${index}`, align: 'right' as const })),
    rows: [Array.from({ length: count }, (_, index) => (index === 0 ? address : 'W'.repeat(30)))],
  })
  const { pdf } = await printReport({
    ...sample,
    title: 'W'.repeat(120),
    account: address,
    footer: address,
    introduction: [address],
    blocks: [
      table(3),
      table(17),
      { kind: 'figures', items: Array.from({ length: 5 }, () => ({ label: address, value: address, note: address })) },
      { kind: 'definitions', items: [{ label: address, value: address }] },
      { kind: 'note', text: address },
      { kind: 'heading', level: 1, text: address },
    ],
  })
  const { extent, pages } = await readPdf(pdf)
  assert.ok(extent.right <= rightMargin + 1, `a word ends at ${extent.right}`)
  assert.ok(pages <= 5, `${pages} pages`)
})

test('only addresses of the web and of mail become links', async () => {
  const cells = [
    'https://a.example/x y',
    'mailto:noc@a.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'not an address',
  ]
  const { pdf } = await printReport({
    ...makeSampleReport(),
    blocks: [
      {
        kind: 'table',
        columns: [{ label: 'Link', align: 'left' }],
        rows: cells.map((link) => [{ text: 'here', link }]),
      },
    ],
  })
  const links = Array.from(
    Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/URI \(([^)]*)/g),
    ([, address]) => address,
  )
  assert.deepEqual([...new Set(links)].sort(), ['https://a.example/x%20y', 'mailto:noc@a.example'])
})

test('an empty report is printed too', async () => {
  const { standard, pdf } = await printReport({
    ...makeSampleReport(),
    title: '',
    subtitle: '',
    account: '',
    introduction: [],
    branding: { name: '', colour: 'red; fill: url(#x)' },
    blocks: [
      { kind: 'table', columns: [{ label: '', align: 'left' }], rows: [] },
      { kind: 'figures', items: [] },
      { kind: 'definitions', items: [] },
    ],
    footer: '',
  })
  assert.equal(standard, 'a-2a')
  assert.match((await readPdf(pdf)).text.join(''), /No entries/)
})
