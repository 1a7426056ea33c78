import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDocument, createSampleDocument } from '@wachta/testing/report-document'
import { fillVariables, findUnknownVariables, reportVariables } from '../src/variables.ts'
import { createFormat } from '../src/words/format.ts'

const english = { ...createFormat('en', 'Europe/Warsaw'), reportLink: 'https://wachta.example.com/reports/4711' }
const polish = { ...createFormat('pl', 'Europe/Warsaw'), reportLink: 'https://wachta.example.com/reports/4711' }
const document = createSampleDocument()

test('every variable has a value in both languages', () => {
  assert.equal(reportVariables.length, 28)
  for (const name of reportVariables) {
    for (const format of [english, polish]) {
      const text = fillVariables(`{{${name}}}`, document, format)
      assert.ok(text !== '', name)
      assert.doesNotMatch(text, /undefined|null|NaN|\{\{/)
      assert.doesNotMatch(fillVariables(`{{${name}}}`, createEmptyDocument(), format), /undefined|null|NaN|\{\{/)
    }
  }
})

test('the values are those of the document', () => {
  const text =
    '{{ account_name }}: {{period_start}} to {{period_end}}, {{service_level}} of {{service_level_target}}; ' +
    '{{service_names}} in {{group_names}}; {{report_link}}'
  assert.equal(
    fillVariables(text, document, english),
    'Example Sp. z o.o.: 1 Nov 2026, 00:00 to 30 Nov 2026, 23:59:59, 99.791% of 99.9%; ' +
      'Shop, API, Old site in Production; https://wachta.example.com/reports/4711',
  )
})

test('a value is never taken for a variable', () => {
  const tricky = { ...document, account: { id: 1, name: '{{report_id}} $& $1' } }
  assert.equal(fillVariables('{{account_name}}', tricky, english), '{{report_id}} $& $1')
})

test('a long text without an end of a variable takes no time', () => {
  const start = performance.now()
  assert.deepEqual(findUnknownVariables(`{{${' '.repeat(100_000)}`), [])
  assert.deepEqual(findUnknownVariables('{{'.repeat(50_000)), [])
  assert.ok(performance.now() - start < 1_000)
})

test('unknown variables are found, each once, and stay as they are', () => {
  const text =
    'A {{nothing}} {{ service_level }} {{Service_Level}} {{nothing}} {{}} {{constructor}} {{ two words }} { {report_id} }'
  assert.deepEqual(findUnknownVariables(text), ['nothing', 'Service_Level', '', 'constructor', 'two words'])
  assert.equal(fillVariables('{{nothing}} {{constructor}}', document, english), '{{nothing}} {{constructor}}')
  assert.deepEqual(findUnknownVariables('No variables, 100 % {braces}'), [])
})
