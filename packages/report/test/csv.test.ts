import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSampleDocument } from '@wachta/testing/report-document'
import fc from 'fast-check'
import { writeCorrectionsCsv } from '../src/csv/corrections-csv.ts'
import { writeServicesCsv } from '../src/csv/services-csv.ts'
import { writeStatusChangesCsv } from '../src/csv/status-changes-csv.ts'
import { writeCsv } from '../src/csv/write-csv.ts'

test('a text that a spreadsheet would compute becomes harmless, and numbers stay numbers', () => {
  const cells = ['=1+1', '+48 22', '-5', '@SUM(A1)', '\tx', '\rx', 'a,b', 'say "hi"', -5, 1.5, null, true, Number.NaN]
  assert.equal(
    writeCsv(['one', 'two'], [cells]),
    `\uFEFFone,two\r\n'=1+1,'+48 22,'-5,'@SUM(A1),"'\tx","'\rx","a,b","say ""hi""",-5,1.5,,true,\r\n`,
  )
})

test('whatever the texts are, they come back, and none begins like a formula', () => {
  const rowsOfTexts = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }))
  const risky = fc.array(fc.array(fc.stringMatching(/^[=+\-@\t\r\n",;x]{0,4}$/), { minLength: 2, maxLength: 2 }))
  fc.assert(
    fc.property(fc.oneof(rowsOfTexts, risky), (rows) => {
      const [, ...read] = parseCsv(writeCsv(['one', 'two'], rows))
      assert.deepEqual(
        read.map((row) => row.map((text) => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text))),
        rows.map((row) => row.map((text) => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text))),
      )
      for (const text of read.flat()) assert.doesNotMatch(text, /^[=+\-@\t\r\n]/)
    }),
    { numRuns: 400 },
  )
})

test('the files of a report have one row per service, status change and correction', () => {
  const document = createSampleDocument()
  const [services = [], changes = [], corrections = []] = [
    writeServicesCsv(document),
    writeStatusChangesCsv(document),
    writeCorrectionsCsv(document),
  ].map((text) => parseCsv(text))
  assert.equal(services.length, 1 + 3)
  assert.equal(changes.length, 1 + 6)
  assert.equal(corrections.length, 1 + 1)
  for (const rows of [services, changes, corrections]) {
    for (const row of rows) assert.equal(row.length, rows[0]?.length)
    for (const name of rows[0] ?? []) assert.match(name, /^[a-z][a-z0-9_]*$/)
  }
  assert.deepEqual(corrections[1], [
    '77',
    '101',
    'Shop',
    'paused',
    '2026-11-04T10:30:00Z',
    '2026-11-04T12:30:00Z',
    '2026-11-05T08:12:31Z',
    'Anna Nowak',
    `'=HYPERLINK("https://evil.example","agreed, see ticket 12")`,
  ])
  assert.deepEqual(changes.at(-1), ['102', 'API', 'ok', '2026-10-31T23:00:00Z', '', 'false', ''])
  const level = services[0]?.indexOf('service_level') ?? -1
  assert.deepEqual(
    services.map((row) => row[level]),
    ['service_level', String(document.services[0]?.service_level), '100', ''],
  )
})

/** A parser by RFC 4180. */
function parseCsv(text: string): string[][] {
  assert.equal(text[0], '\uFEFF')
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare = '', end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
