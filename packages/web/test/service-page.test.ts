import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '../src/app/i18n/formats.ts'
import { findMonthStart } from '../src/app/i18n/month-start.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { pl } from '../src/app/registry/messages.pl.ts'
import { describeBudget } from '../src/features/error-budgets/budget-text.ts'
import { ruleCoversOnlyService, ruleCoversService } from '../src/features/escalations/covers.ts'
import { buildServiceRule } from '../src/features/escalations/create-step.ts'
import { parseLevelTarget, toTargetText, UnreadableTarget } from '../src/features/groups/target.ts'
import { getChartPercentile } from '../src/features/service-page/chart-percentile.ts'
import { getOutageFigures } from '../src/features/service-page/outages.ts'
import { findCustomers } from '../src/features/services/customers.ts'
import { concernsSetting, groupSettings } from '../src/features/services/setting-grouping.ts'
import { toSetting, toSettingDraft } from '../src/features/services/setting-values.ts'
import { splitRow } from '../src/ui/key-value.ts'
import { groupRows } from '../src/ui/table-rows.ts'

/** The chart point of these response times. */
function pointOf(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null
  const [minimum = null] = sorted
  const average = times.reduce((sum, time) => sum + time, 0) / times.length
  const maximum = sorted.at(-1) ?? null
  return { time: '', checks_count: times.length, minimum, p50: at(0.5), average, p95: at(0.95), maximum }
}

test('percentiles of a day are those of its checks, within a few percent', () => {
  // Fast, except for two slow hours, with outliers.
  const buckets = Array.from({ length: 288 }, (_, bucket) =>
    Array.from({ length: 20 }, (_, check) => (bucket < 24 ? 900 : 200) + ((bucket * 7 + check * 13) % 40) * 5),
  )
  const all = buckets.flat().toSorted((one, other) => one - other)
  for (const share of [0.5, 0.95]) {
    const exact = all[Math.ceil(share * all.length) - 1] ?? 0
    const found = getChartPercentile(buckets.map(pointOf), share) ?? 0
    assert.ok(Math.abs(found - exact) / exact < 0.05, `${share}: ${found} instead of ${exact}`)
  }
  assert.equal(getChartPercentile([], 0.5), null)
  assert.equal(getChartPercentile([pointOf([120])], 0.95), 120)
})

test('the error budget says how much is left, or by how much it was exceeded', () => {
  const inEnglish = [createTranslate('en', en), createFormats('en', 'UTC')] as const
  const inPolish = [createTranslate('pl', pl), createFormats('pl', 'UTC')] as const
  const budget = (left_seconds: number, is_met: boolean | null) => {
    const budget_seconds = 2592
    return {
      target: 99.9,
      budget_seconds,
      spent_seconds: budget_seconds - left_seconds,
      left_seconds,
      burn_rate: 1,
      is_met,
    }
  }
  assert.equal(describeBudget(budget(1872, true), ...inEnglish), '31 min left of 43 min')
  assert.equal(describeBudget(budget(1872, true), ...inPolish), 'zostało 31 min z 43 min')
  assert.equal(describeBudget(budget(125, true), ...inEnglish), '2 min 5 sec left of 43 min')
  assert.equal(describeBudget(budget(0, true), ...inEnglish), '0 sec left of 43 min')
  assert.equal(describeBudget(budget(-7260, false), ...inEnglish), 'exceeded by 2 hr 1 min')
  assert.equal(describeBudget(budget(-7260, false), ...inPolish), 'przekroczony o 2 godz. 1 min')
  assert.equal(describeBudget(budget(0, null), ...inEnglish), '–')
})

test('a target is typed with a point or a comma; an empty one is none, and anything else is not sent', () => {
  assert.deepEqual(['99.9', '99,95', ' 100 % ', '', ' '].map(parseLevelTarget), [99.9, 99.95, 100, null, null])
  for (const text of ['high', '-1', '9.9.9', '1e2']) assert.throws(() => parseLevelTarget(text), UnreadableTarget)
  assert.deepEqual([99.95, null].map(toTargetText), ['99.95', ''])
})

test('outages are counted, and the mean time to recovery is of those that are over', () => {
  const change = (status: 'ok' | 'failure', start: string, end: string | null) => ({
    status,
    start_time: `2026-11-15T${start}:00Z`,
    end_time: end && `2026-11-15T${end}:00Z`,
  })
  const changes = [
    change('failure', '10:00', '10:10'),
    change('ok', '10:10', '12:00'),
    change('failure', '12:00', '12:30'),
    change('failure', '13:00', null),
  ]
  assert.deepEqual(getOutageFigures(changes), { count: 3, recovery: 1200 })
  assert.deepEqual(getOutageFigures(changes.slice(3)), { count: 1, recovery: null })
})

test('a month begins at midnight of the zone, also when the clock has changed since', () => {
  const start = (now: string, zone = 'Europe/Warsaw') => new Date(findMonthStart(zone, new Date(now))).toISOString()
  assert.equal(start('2026-11-15T10:00:00Z'), '2026-10-31T23:00:00.000Z')
  assert.equal(start('2026-03-31T10:00:00Z'), '2026-02-28T23:00:00.000Z')
  assert.equal(start('2026-10-31T23:30:00Z'), '2026-10-31T23:00:00.000Z', 'the next month already')
})

test('a rule covers a service by itself, by its group, or with all others', () => {
  const service = { id: 7, group_id: 3 }
  const rule = (scope: object) => ({ scope })
  assert.ok(ruleCoversService(rule({ all_services: true }), service))
  assert.ok(ruleCoversService(rule({ group_ids: [3] }), service))
  assert.ok(ruleCoversService(rule({ group_ids: [], service_ids: [1, 7] }), service))
  assert.ok(!ruleCoversService(rule({ group_ids: [7], service_ids: [3] }), service))
  assert.ok(ruleCoversOnlyService(rule({ group_ids: [], service_ids: [7] }), 7))
  assert.ok(!ruleCoversOnlyService(rule({ group_ids: [3], service_ids: [7] }), 7))
  assert.ok(!ruleCoversOnlyService(rule({ service_ids: [7, 8] }), 7))
  assert.equal(buildServiceRule('x'.repeat(70), 7).name.length, 64)
  assert.equal(buildServiceRule(`${'x'.repeat(62)}🟢🟢🟢`, 7).name, `${'x'.repeat(62)}🟢…`, 'no half of an emoji')
})

test('settings stand in the sections of their type, in its order', () => {
  const setting = (key: string, id: string, position: number) => ({ key, section: { id, name: id, position } })
  const grouped = groupSettings([
    setting('tolerance', 'monitoring', 6),
    setting('method', 'request', 1),
    setting('headers', 'request', 1),
  ])
  assert.deepEqual(
    grouped.map(({ section, settings }) => [section.id, settings.map(({ key }) => key)]),
    [
      ['request', ['method', 'headers']],
      ['monitoring', ['tolerance']],
    ],
  )
  assert.ok(concernsSetting('extended_settings.headers.0', 'headers'))
  assert.ok(!concernsSetting('extended_settings.headers_more', 'headers'))
})

test('lists are edited in rows; empty ones are left out', () => {
  const format = { key: 'request_headers', type: 'array', default: null, enum: null, editor: 'key_values' } as const
  assert.deepEqual(toSettingDraft(format, null), [])
  assert.deepEqual(toSettingDraft(format, ['Accept: text/html']), ['Accept: text/html'])
  assert.deepEqual(toSetting(format, ['Accept: text/html ', ':', '']), ['Accept: text/html'])
  assert.equal(toSetting(format, [':']), null)
  assert.deepEqual(splitRow('Accept: a: b'), ['Accept', 'a: b'])
  assert.deepEqual(splitRow(':'), ['', ''])
  assert.deepEqual(splitRow('Accept'), ['Accept', ''])
})

test('customers are the owners of the groups of the services, and rows can be grouped by them', () => {
  const groups = new Map([
    [1, { owner_id: 7, owner: { name: 'Piekarnia' } }],
    [2, { owner_id: 7, owner: { name: 'Piekarnia' } }],
    [3, { owner_id: 9, owner: { name: 'Apteka' } }],
    [4, { owner_id: 8, owner: null }],
  ])
  const services = [{ group_id: 1 }, { group_id: 3 }, { group_id: 2 }]
  const customers = findCustomers(groups, services)
  assert.deepEqual(
    customers.all.map(({ name }) => name),
    ['Apteka', 'Piekarnia'],
    'only those with services',
  )
  assert.equal(customers.areSeveral, true)
  assert.equal(customers.findCustomer({ group_id: 4 })?.name, '#8')
  assert.equal(customers.findCustomer({ group_id: 5 }), undefined)
  assert.equal(findCustomers(groups, services.slice(0, 1)).areSeveral, false)
  assert.deepEqual(
    groupRows(services, (each) => customers.findCustomer(each)?.name ?? ''),
    [
      { heading: 'Apteka', count: 1 },
      { row: services[1] },
      { heading: 'Piekarnia', count: 2 },
      { row: services[0] },
      { row: services[2] },
    ],
  )
  assert.deepEqual(groupRows([1], undefined), [{ row: 1 }])
})
