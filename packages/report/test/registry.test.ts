import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSampleDocument } from '@wachta/testing/report-document'
import { createFormat, fillVariables, reportSectionIds, reportVariables, toReportBlocks } from '../src/index.ts'

const document = createSampleDocument()
const format = createFormat('en', 'Europe/Warsaw')

test('each of these sections begins with a heading of its own', () => {
  const sections = [
    'summary',
    'accounting_method',
    'service_level',
    'failures',
    'status_changes',
    'performance',
    'checks',
    'analyses',
    'error_types',
    'sensors',
    'corrections',
    'suspensions',
    'events',
    'breakdown_by_hour',
    'breakdown_by_week_day',
    'breakdown_by_month_day',
    'breakdown_by_month',
  ] as const
  assert.deepEqual(sections, reportSectionIds)
  const headings = sections.map((id) => {
    const [first] = toReportBlocks({ ...document, report: { ...document.report, sections: [id] } }, format)
    return first?.kind === 'heading' ? first.text : undefined
  })
  assert.equal(new Set(headings).size, sections.length)
  assert.ok(headings.every((text) => text !== undefined && text !== ''))
})

test('each of these variables has a value', () => {
  const names = [
    'report_id',
    'report_template_name',
    'account_name',
    'group_names',
    'service_names',
    'services_count',
    'period_start',
    'period_end',
    'time_zone',
    'generated_at',
    'accounting_method',
    'service_level',
    'raw_service_level',
    'previous_service_level',
    'service_level_target',
    'failures_count',
    'failure_duration',
    'longest_failure_duration',
    'average_failure_duration',
    'time_between_failures',
    'paused_duration',
    'unknown_duration',
    'average_response_time',
    'percentile_95_response_time',
    'checks_count',
    'analyses_count',
    'corrections_count',
    'report_link',
  ] as const
  assert.deepEqual(names, reportVariables)
  const link = { ...format, reportLink: 'https://wachta.example/reports/1' }
  for (const name of names) assert.doesNotMatch(fillVariables(`[{{${name}}}]`, document, link), /\[\]|\{\{/, name)
})
