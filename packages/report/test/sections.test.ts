import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@wachta/domain'
import {
  createDocumentWithManyServices,
  createEmptyDocument,
  createSampleDocument,
} from '@wachta/testing/report-document'
import type { DocumentBlock } from '../src/blocks.ts'
import type { ReportDocument } from '../src/document.ts'
import { reportSectionIds } from '../src/order.ts'
import { toBudgetDays } from '../src/sections/budget-days.ts'
import { sectionRegistry, toReportBlocks } from '../src/sections/index.ts'
import { createFormat } from '../src/words/format.ts'

const documents = {
  sample: createSampleDocument(),
  many: createDocumentWithManyServices(1_050),
  none: createEmptyDocument(),
}
const formats = { en: createFormat('en', 'Europe/Warsaw'), pl: createFormat('pl', 'Europe/Warsaw') }

for (const id of reportSectionIds) {
  for (const [name, document] of Object.entries(documents)) {
    test(`the section ${id} prints the document "${name}" in both languages, in the same shape`, () => {
      const [polish, english] = languages.map((language) => sectionRegistry[id].toBlocks(document, formats[language]))
      assert.deepEqual(toShape(polish ?? []), toShape(english ?? []))
      for (const blocks of [polish ?? [], english ?? []]) {
        assert.equal(blocks[0]?.kind, 'heading')
        assert.ok(blocks.length >= 3, 'a section says something below its introduction')
        for (const text of textsIn(blocks)) {
          assert.ok(text.trim() !== '', 'no text is empty')
          assert.doesNotMatch(text, /undefined|null|NaN|Infinity|\{\{|\[object/)
        }
      }
    })
  }
}

test('every registered section has its own id, and a report has the chosen ones in order', () => {
  for (const id of reportSectionIds) assert.equal(sectionRegistry[id].id, id)
  const chosen = withSections(documents.sample, ['checks', 'summary'])
  const headings = toReportBlocks(chosen, formats.en).flatMap((block) =>
    block.kind === 'heading' && block.level === 1 ? [block.text] : [],
  )
  assert.deepEqual(headings, ['Checks', 'Summary'])
})

test('the languages have the same words, and no word is missing', () => {
  assert.deepEqual(toKeys(formats.pl.words), toKeys(formats.en.words))
})

test('every table has as many cells in a row as columns', () => {
  for (const document of Object.values(documents)) {
    for (const block of toReportBlocks(document, formats.en)) {
      if (block.kind !== 'table') continue
      for (const row of block.rows) assert.equal(row.length, block.columns.length)
    }
  }
})

test('the summary ranks the worst service first and shows the target', () => {
  const blocks = sectionRegistry.summary.toBlocks(documents.sample, formats.en)
  const table = blocks.find((block) => block.kind === 'table')
  assert.deepEqual(
    table?.rows.map(([label]) => label),
    ['Shop', 'API', 'Old site (deleted)', 'All services'],
  )
  assert.deepEqual(table?.rows[0]?.[1], { text: '99.581%', tone: 'bad' })
  const figures = blocks.find((block) => block.kind === 'figures')
  assert.equal(figures?.items[0]?.note, 'Target 99.9% missed')
  assert.equal(blocks.filter((block) => block.kind === 'chart').length, 2)
})

test('services without data neither meet nor miss their target', () => {
  const getLast = (document: ReportDocument) => {
    const blocks = sectionRegistry.summary.toBlocks(document, formats.en)
    return blocks.find((block) => block.kind === 'figures')?.items.at(-1)
  }
  const toWithoutData = (service: ReportDocument['services'][number]) => ({
    ...service,
    budget: service.budget && { ...service.budget, is_met: null },
  })
  const [shop, api, ...others] = documents.sample.services
  assert.ok(shop && api)
  const isMissed = { ...shop, budget: shop.budget && { ...shop.budget, is_met: false } }
  const isMet = { ...api, budget: shop.budget && { ...shop.budget, is_met: true } }
  const silent = { ...api, budget: shop.budget && { ...shop.budget, is_met: null } }
  const some = getLast({ ...documents.sample, services: [isMissed, isMet, silent, ...others.map(toWithoutData)] })
  assert.equal(some?.label, 'Targets met')
  assert.equal(some?.value, '1 / 2')
  assert.match(some?.note ?? '', /^Services: 3 · No data: \d$/)
  const none = getLast({ ...documents.sample, services: documents.sample.services.map(toWithoutData) })
  assert.deepEqual(none, { label: 'Services', value: '3' })
})

test('failures come longest first, with a link to their incident', () => {
  const blocks = sectionRegistry.failures.toBlocks(documents.sample, formats.en)
  const table = blocks.find((block) => block.kind === 'table')
  assert.deepEqual(table?.rows[0]?.slice(0, 3), ['Shop', '30 Nov 2026, 21:29:53', { text: 'Ongoing', tone: 'bad' }])
  const link = 'https://watch.bursztyn.example/incidents/501'
  assert.deepEqual(table?.rows[1]?.slice(1, 3), [{ text: '4 Nov 2026, 11:00', link }, '11:30'])
  assert.match(notesIn(blocks), /links to its incident/)
  const unlinked = sectionRegistry.failures.toBlocks({ ...documents.sample, public_url: null }, formats.en)
  assert.doesNotMatch(JSON.stringify(unlinked), /link/)
})

test('three services and more have one row of days each, in one chart', () => {
  const charts = sectionRegistry.summary
    .toBlocks(createDocumentWithManyServices(4), formats.en)
    .flatMap((block) => (block.kind === 'chart' ? [block.chart] : []))
  assert.deepEqual(
    charts.map((chart) => chart.type === 'availability_strips' && chart.strips.length),
    [4],
  )
})

test('a section that no service has anything for says so', () => {
  const { services } = documents.sample
  const quiet = { ...documents.sample, services: services.filter(({ name }) => name === 'API') }
  const says = (id: 'corrections' | 'failures' | 'events') => sectionRegistry[id].toBlocks(quiet, formats.en).slice(2)
  assert.deepEqual(says('corrections'), [{ kind: 'paragraph', text: 'No corrections were made.' }])
  assert.deepEqual(says('failures'), [{ kind: 'paragraph', text: 'There were no failures.' }])
  assert.deepEqual(says('events'), [{ kind: 'paragraph', text: 'There were no incidents and no notifications.' }])
})

test('long lists are capped, and a note says how long they are', () => {
  const [shop] = documents.sample.services
  assert.ok(shop)
  const change = { status: 'ok', start_time: shop.from, end_time: null, is_corrected: false, error_type: null } as const
  const long = {
    ...documents.sample,
    services: [{ ...shop, status_changes: Array.from({ length: 1_234 }, () => change) }],
  }
  const blocks = sectionRegistry.status_changes.toBlocks(long, formats.en)
  assert.equal(blocks.find((block) => block.kind === 'table')?.rows.length, 200)
  assert.match(notesIn(blocks), /200 of 1,234 rows/)
  assert.match(notesIn(sectionRegistry.summary.toBlocks(documents.many, formats.en)), /1,000 of 1,050 rows/)
  assert.match(notesIn(sectionRegistry.failures.toBlocks(documents.many, formats.en)), /500 of 1,050 rows/)
})

test('charts are drawn for up to 20 services', () => {
  const count = (document: ReportDocument) =>
    toReportBlocks(document, formats.en).filter((block) => block.kind === 'chart').length
  assert.ok(count(createDocumentWithManyServices(20)) > 0)
  assert.equal(count(createDocumentWithManyServices(21)), 0)
})

test('breakdowns show only what the period reaches', () => {
  const rows = (id: 'breakdown_by_month' | 'breakdown_by_month_day' | 'breakdown_by_week_day') => {
    const table = sectionRegistry[id].toBlocks(documents.sample, formats.pl).find((block) => block.kind === 'table')
    return table?.rows.map(([label]) => label)
  }
  assert.deepEqual(rows('breakdown_by_month'), ['listopad'])
  assert.equal(rows('breakdown_by_month_day')?.length, 30)
  assert.equal(rows('breakdown_by_week_day')?.at(0), 'poniedziałek')
})

test('the budget is spent on the day of the failure and is exact at the end', () => {
  const [shop] = documents.sample.services
  assert.ok(shop?.budget)
  const days = toBudgetDays(shop)
  assert.equal(days[2]?.left, 1)
  assert.ok(Math.abs((days.at(-1)?.left ?? 0) - shop.budget.left_seconds / shop.budget.budget_seconds) < 1e-9)
})

test('the accounting method says which time counts', () => {
  const say = (method: Partial<ReportDocument['accounting_method']>) => {
    const document = { ...documents.sample, accounting_method: { ...documents.sample.accounting_method, ...method } }
    return textsIn(sectionRegistry.accounting_method.toBlocks(document, formats.en)).join(' ')
  }
  const window = (start: number[], end: number[]) => {
    const [minute, other] = [start, end].map(([day_of_week = 1, hour = 0]) => ({ day_of_week, hour, minute: 0 }))
    return { start_minute: minute, end_minute: other } as ReportDocument['accounting_method']['business_hours'][number]
  }
  assert.match(say({}), /Monday to Friday 08:00–16:30 \(time zone Europe\/Warsaw\)/)
  assert.match(say({ business_hours: [] }), /All hours of all days count/)
  assert.match(say({ business_hours: [window([7, 20], [1, 0])] }), /: Sunday 20:00–24:00 \(/)
  assert.match(say({ business_hours: [window([5, 22], [1, 6])] }), /: Friday 22:00 to Monday 06:00 \(/)
  assert.match(say({ business_hours: [window([5, 22], [5, 22])] }), /the whole week/)
  assert.match(say({ unknown: true }), /not known counts as down/)
  assert.match(say({ unknown: false }), /not known is left out/)
  assert.match(say({ corrected: false }), /Corrections are not applied/)
})

function withSections(document: ReportDocument, sections: ReportDocument['report']['sections']): ReportDocument {
  return { ...document, report: { ...document.report, sections } }
}

function notesIn(blocks: readonly DocumentBlock[]): string {
  return blocks.flatMap((block) => (block.kind === 'note' ? [block.text] : [])).join('\n')
}

/** The kinds of the blocks, with the numbers of their parts. */
function toShape(blocks: readonly DocumentBlock[]): unknown[] {
  return blocks.map((block) => {
    if (block.kind === 'table') return [block.kind, block.columns.map(({ align }) => align), block.rows.length]
    if (block.kind === 'figures' || block.kind === 'definitions') return [block.kind, block.items.length]
    if (block.kind === 'heading') return [block.kind, block.level]
    return [block.kind, block.kind === 'chart' ? block.chart.type : '']
  })
}

/** Everything that is printed as text. */
function textsIn(blocks: readonly DocumentBlock[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case 'figures':
        return block.items.flatMap(({ label, value, note }) => [label, value, ...(note === undefined ? [] : [note])])
      case 'definitions':
        return block.items.flatMap(({ label, value }) => [label, value])
      case 'table':
        return [
          ...block.columns.map(({ label }) => label),
          ...block.rows.flat().map((cell) => (typeof cell === 'string' ? cell : cell.text)),
        ]
      case 'chart':
        return [block.alt, block.chart.label]
      case 'page_break':
        return []
      default:
        return [block.text]
    }
  })
}

function toKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  if (Array.isArray(value)) return value.length
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toKeys(each)]))
}
