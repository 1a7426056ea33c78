import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, type ReportTemplate } from '@wachta/client'
import { readLogo, toLogoUrl } from '../src/features/branding/logo.ts'
import { findSpenders, findTrouble } from '../src/features/error-budgets/budget-state.ts'
import { readBusinessHours, toWindows, UnreadableHours } from '../src/features/reports/business-hours.ts'
import { findOwnTemplate } from '../src/features/reports/own-template.ts'
import { getDeliveriesPoll, getReportPoll } from '../src/features/reports/polling.ts'
import { findPeriod, findPreviewPeriod, isWholeMonth } from '../src/features/reports/report-periods.ts'
import {
  findUnknownNames,
  moveEntry,
  parseRecipients,
  toReportTemplateData,
  toReportTemplateValues,
} from '../src/features/reports/template-values.ts'

const warsaw = 'Europe/Warsaw'
const at = Date.parse('2026-11-18T15:00:00Z')
const iso = ({ from, to }: { from: number; to: number }) => [from, to].map((time) => new Date(time).toISOString())

test('periods begin and end at midnight of the zone, also when clocks change in between', () => {
  assert.deepEqual(iso(findPeriod('last_month', warsaw, at)), ['2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'])
  assert.deepEqual(iso(findPeriod('last_week', warsaw, at)), ['2026-11-08T23:00:00.000Z', '2026-11-15T23:00:00.000Z'])
  assert.deepEqual(iso(findPeriod('last_quarter', warsaw, at)), [
    '2026-06-30T22:00:00.000Z',
    '2026-09-30T22:00:00.000Z',
  ])
  assert.deepEqual(iso(findPeriod('this_month', warsaw, at)), ['2026-10-31T23:00:00.000Z', new Date(at).toISOString()])
  assert.deepEqual(iso(findPeriod('last_30_days', warsaw, at)), [
    '2026-10-18T22:00:00.000Z',
    '2026-11-17T23:00:00.000Z',
  ])
})

test('the preview is about the last 30 days until tonight', () => {
  assert.deepEqual(iso(findPreviewPeriod(warsaw, at)), ['2026-10-19T22:00:00.000Z', '2026-11-18T23:00:00.000Z'])
})

test('a whole month is named, other periods are not', () => {
  assert.ok(isWholeMonth(Date.UTC(2026, 1), Date.UTC(2026, 2)))
  assert.ok(!isWholeMonth(Date.UTC(2026, 1), Date.UTC(2026, 3)))
  assert.ok(!isWholeMonth(Date.UTC(2026, 1, 2), Date.UTC(2026, 2)))
})

test('business hours are the same hours on some days', () => {
  const hours = { days: [0, 6], from: '08:00', to: '18:30' }
  assert.deepEqual(readBusinessHours(toWindows(hours)), hours)
  const late = { days: [6], from: '20:00', to: '00:00' }
  assert.deepEqual(toWindows(late)[0]?.end_minute, { day_of_week: 1, hour: 0, minute: 0 })
  assert.deepEqual(readBusinessHours(toWindows(late)), late)
  const [first, second] = toWindows(hours)
  assert.ok(first && second)
  const uneven = [first, { ...second, end_minute: { day_of_week: 7, hour: 20, minute: 0 } }]
  assert.equal(readBusinessHours(uneven), undefined)
})

test('business hours that end before they begin end on the next day', () => {
  const night = { days: [0, 6], from: '22:00', to: '06:00' }
  assert.deepEqual(toWindows(night), [
    { start_minute: { day_of_week: 1, hour: 22, minute: 0 }, end_minute: { day_of_week: 2, hour: 6, minute: 0 } },
    { start_minute: { day_of_week: 7, hour: 22, minute: 0 }, end_minute: { day_of_week: 1, hour: 6, minute: 0 } },
  ])
  assert.deepEqual(readBusinessHours(toWindows(night)), night)
  const wholeDay = { days: [2], from: '08:00', to: '08:00' }
  assert.deepEqual(toWindows(wholeDay)[0]?.end_minute, { day_of_week: 4, hour: 8, minute: 0 })
  assert.deepEqual(readBusinessHours(toWindows(wholeDay)), wholeDay)
})

test('business hours are read as they are typed, and never as other ones', () => {
  const [typed] = toWindows({ days: [0], from: '9', to: '1730' })
  assert.deepEqual(typed?.start_minute, { day_of_week: 1, hour: 9, minute: 0 })
  assert.deepEqual(typed?.end_minute, { day_of_week: 1, hour: 17, minute: 30 })
  const [late] = toWindows({ days: [0], from: '20:00', to: '24:00' })
  assert.deepEqual(late?.end_minute, { day_of_week: 2, hour: 0, minute: 0 })
  assert.throws(() => toWindows({ days: [0], from: '', to: '18:00' }), UnreadableHours)
  assert.throws(() => toWindows({ days: [0], from: '08:00', to: '25:00' }), UnreadableHours)
})

test('a report is read again while it can change, and no longer when it is gone', () => {
  const report = { status: 'completed', failure_reason: null } as const
  assert.equal(getReportPoll(report, null), false)
  assert.equal(getReportPoll({ ...report, status: 'in_progress' }, null), 1500)
  assert.equal(getReportPoll(undefined, null), 1500)
  assert.equal(getReportPoll({ status: 'failed', failure_reason: 'no_services' }, null), false)
  assert.equal(getReportPoll({ status: 'failed', failure_reason: 'not_printable' }, null), 30_000, 'it is tried again')
  const gone = new ApiError({ status: 404, errors: [{ code: 4004, error: 'not_found', message: 'gone' }] })
  assert.equal(getReportPoll(undefined, gone), false)
  assert.equal(getReportPoll({ ...report, status: 'pending' }, gone), false)
})

test('deliveries are read again until all are sent, because failed ones are tried again', () => {
  const poll = (...states: ('pending' | 'sent' | 'failed')[]) => getDeliveriesPoll(states.map((status) => ({ status })))
  assert.equal(poll(), false)
  assert.equal(poll('sent', 'sent'), false)
  assert.equal(poll('sent', 'pending', 'failed'), 3000)
  assert.equal(poll('sent', 'failed'), 30_000)
})

test('hours that the form cannot show are kept', () => {
  const business_hours = [
    { start_minute: { day_of_week: 5, hour: 20, minute: 0 }, end_minute: { day_of_week: 1, hour: 6, minute: 0 } },
  ]
  const values = toReportTemplateValues({ accounting_method: { business_hours } }, { language: 'en', zone: 'utc' })
  assert.equal(values.hours, 'custom')
  assert.deepEqual(toReportTemplateData(values).accounting_method?.business_hours, business_hours)
})

test('sections move within the list only', () => {
  assert.deepEqual(moveEntry(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b'])
  const list = ['a', 'b']
  assert.equal(moveEntry(list, 0, -1), list)
  assert.equal(moveEntry(list, 1, 2), list)
})

test('recipients are separated by anything, and unknown variables are found', () => {
  assert.deepEqual(parseRecipients('a@x.example, b@x.example\n a@x.example;'), ['a@x.example', 'b@x.example'])
  assert.deepEqual(findUnknownNames('{{account_name}} {{ nobody }} {{nobody}}', new Set(['account_name'])), ['nobody'])
})

test('the template of a service is one for this service alone', () => {
  const of = (scope: object, tags: string[] = []) =>
    ({ id: 1, scope, tags, permissions: { create_reports: true } }) as unknown as ReportTemplate
  const only = of({ all_services: false, group_ids: [], service_ids: [7] })
  assert.equal(findOwnTemplate([of({ all_services: true }), only], 7), only)
  assert.equal(findOwnTemplate([of({ all_services: false, group_ids: [], service_ids: [7, 8] })], 7), undefined)
  assert.equal(findOwnTemplate([of({ all_services: false, group_ids: [], service_ids: [7] }, ['x'])], 7), undefined)
})

test('a logo is a small picture', async () => {
  const logo = await readLogo(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
  assert.equal(toLogoUrl(logo), 'data:image/svg+xml;base64,PHN2Zy8+')
  await assert.rejects(readLogo(new File(['x'], 'a.gif', { type: 'image/gif' })), { name: 'UnusableLogo' })
  await assert.rejects(readLogo(new File([new Uint8Array(300_000)], 'a.png', { type: 'image/png' })))
})

test('only services that are down or changed in the last 30 days can have spent their budget', () => {
  const now = Date.parse('2026-11-18T12:00:00Z')
  const of = (id: number, since: string, status = 'ok') => ({ id, name: `Service ${id}`, since, status })
  const services = [
    of(1, '2026-11-01T00:00:00Z'),
    of(2, '2026-11-17T00:00:00Z', 'failure'),
    of(3, '2026-01-01T00:00:00Z'),
    of(4, '2026-11-17T00:00:00Z', 'paused'),
    of(5, '2026-09-01T00:00:00Z', 'failure'),
  ]
  assert.deepEqual(
    findSpenders(services, now).map(({ id }) => id),
    [2, 1, 5],
  )
  const budget = { target: 99.9, budget_seconds: 100, spent_seconds: 0, burn_rate: 0 }
  assert.equal(findTrouble({ ...budget, left_seconds: -1, is_met: false }), 'spent')
  assert.equal(findTrouble({ ...budget, left_seconds: 20, is_met: true }), 'low')
  assert.equal(findTrouble({ ...budget, left_seconds: 80, is_met: true }), undefined)
  assert.equal(findTrouble({ ...budget, left_seconds: 0, is_met: null }), undefined)
})
