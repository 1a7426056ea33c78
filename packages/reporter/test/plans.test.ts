import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { hourMs, minuteMs } from '@wachta/domain'
import type { ReportDocument } from '@wachta/report'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { createReportTask } from '../src/reports/make-report.ts'
import { requestDueReports } from '../src/reports/plans.ts'
import { addServices } from './histories.ts'

const quiet = { info: () => undefined, error: () => undefined }
const at = (time: string) => new Date(`2026-11-${time}Z`)

let server: TestDatabase
let db: Database
let services: number[]
let owner: number
let group: number

before(async () => {
  server = await createTestDatabase()
  db = openDatabase(server.url, { role: null, connections: 4 })
  services = await addServices(db, 2)
  await db.query(sql`update service set created_at = '2026-01-01'`)
  const [found] = await db.query(sql<{ id: number; owner_id: number }>`select g.id, g.owner_id from service_group g
join service v on v.group_id = g.id limit 1`)
  ;[group, owner] = [found?.id ?? 0, found?.owner_id ?? 0]
  await db.query(sql`update account set language_id = 'pl', time_zone_id = 'europe_warsaw' where id = ${owner}`)
  await db.query(sql`update package set monthly_reports_limit = 0`)
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await db.query(sql`delete from report`)
  await db.query(sql`delete from report_template`)
  await db.query(sql`delete from periodic_report_address`)
  await db.query(sql`update service_group set periodic_daily_reports = true, periodic_weekly_reports = true,
  periodic_monthly_reports = true, archived_services_in_periodic_reports = true, name = 'Shop'`)
  await db.query(sql`update service_group set periodic_reports_since =
  '{"daily": "2026-11-10T12:00:00Z", "weekly": "2026-11-10T12:00:00Z", "monthly": "2026-11-10T12:00:00Z"}'`)
})

const addAddress = (address: string, frequency: string, since = '2026-11-10T12:00:00Z') =>
  db.query(sql`insert into periodic_report_address (group_id, address, report_frequency, since)
values (${group}, ${address}, ${frequency}, ${since})`)

interface PlannedReport {
  readonly id: number
  readonly plan: string
  readonly day: string
  readonly to: string[]
}

const planned = () =>
  db.query(sql<PlannedReport>`select id, reporting_plan_id as plan, first_day::text as day,
  array(select jsonb_array_elements_text(template -> 'recipients')) as to
from report where reporting_plan_id is not null order by first_day, reporting_plan_id`)

const make = (report: number, now: Date) => createReportTask({ database: db, log: quiet, now: () => now })({ report })

async function documentOf(report: number): Promise<ReportDocument> {
  const [file] = await db.query(
    sql<{ content: Buffer }>`select content from report_file where report_id = ${report} and type_id = 'json'`,
  )
  assert.ok(file)
  return JSON.parse(file.content.toString('utf8')) as ReportDocument
}

test('a group with an address and the flag on gets one report for each period, to the addresses of that frequency', async () => {
  await addAddress('boss@example.com', 'daily')
  await addAddress('night@example.com', 'daily')
  await addAddress('board@example.com', 'weekly')
  const counts = await Promise.all([requestDueReports(db, at('11T09:00:00')), requestDueReports(db, at('11T09:00:00'))])
  assert.deepEqual(counts.sort(), [0, 1])
  assert.equal(await requestDueReports(db, at('16T09:00:00')), 5 + 1, 'made up for, and the week')
  const all = await planned()
  assert.deepEqual(
    all.map(({ plan, day }) => `${plan} ${day}`),
    ['weekly 2026-11-09', ...[10, 11, 12, 13, 14, 15].map((day) => `daily 2026-11-${day}`)],
  )
  assert.deepEqual(all[0]?.to, ['board@example.com'])
  assert.deepEqual(all[1]?.to, ['boss@example.com', 'night@example.com'])
  const id = all[1]?.id ?? 0
  await make(id, at('11T09:00:00'))
  await make(id, at('11T09:00:00'))
  const { report, services: told, period } = await documentOf(id)
  assert.deepEqual([report.template_id, report.title, report.language_id], [null, 'Shop', 'pl'])
  assert.deepEqual([period.from, period.to], ['2026-11-09T23:00:00Z', '2026-11-10T23:00:00Z'])
  assert.equal(told.length, 2)
  const deliveries = await db.query(
    sql`select recipient, owner_id from report_delivery where report_id = ${id} order by 1`,
  )
  assert.deepEqual(deliveries, [
    { recipient: 'boss@example.com', owner_id: owner },
    { recipient: 'night@example.com', owner_id: owner },
  ])
  await db.query(sql`delete from graphile_worker._private_jobs`)
})

test('a clock that is set back delays no report until it has caught up', async () => {
  await addAddress('boss@example.com', 'daily')
  const waitUntil = (time: string) => new Map([[`group ${group} daily`, at(time).getTime()]])
  assert.equal(await requestDueReports(db, at('11T09:00:00'), waitUntil('11T09:10:00')), 0)
  assert.equal(await requestDueReports(db, at('11T09:00:00'), waitUntil('11T12:00:00')), 1, 'longer than any wait')
})

test('each flag of the group switches its frequency off, and on again without making up for the past', async () => {
  for (const frequency of ['daily', 'weekly', 'monthly']) await addAddress('boss@example.com', frequency)
  const plans = async (now: Date) => {
    await requestDueReports(db, now)
    return [...new Set((await planned()).map(({ plan }) => plan))].sort()
  }
  const december = new Date('2026-12-02T09:00:00Z')
  await db.query(sql`update service_group set periodic_daily_reports = false`)
  assert.deepEqual(await plans(december), ['monthly', 'weekly'])
  await db.query(sql`delete from report`)
  await db.query(sql`update service_group set periodic_weekly_reports = false`)
  assert.deepEqual(await plans(december), ['monthly'])
  await db.query(sql`delete from report`)
  await db.query(sql`update service_group set periodic_monthly_reports = false`)
  assert.deepEqual(await plans(december), [])
  await db.query(
    sql`update service_group set periodic_daily_reports = true, periodic_weekly_reports = true, periodic_monthly_reports = true`,
  )
  assert.equal(await requestDueReports(db, new Date()), 0)
})

test('a group without an address has no reports, and a new or moved address makes nothing up', async () => {
  assert.equal(await requestDueReports(db, at('20T09:00:00')), 0)
  await addAddress('boss@example.com', 'daily', '2026-11-18T12:00:00Z')
  assert.equal(await requestDueReports(db, at('20T09:00:00')), 2)
  await db.query(sql`delete from report`)
  await db.query(sql`update periodic_report_address set report_frequency = 'weekly'`)
  const [moved] = await db.query(
    sql<{ isNew: boolean }>`select since >= now() - interval '1 minute' as "isNew" from periodic_report_address`,
  )
  assert.equal(moved?.isNew, true)
  await db.query(sql`update service_group set periodic_reports_since = '{}'`)
  assert.equal(await requestDueReports(db, new Date()), 0)
})

test('archived_services_in_periodic_reports decides whether archived services are in the report', async () => {
  await addAddress('boss@example.com', 'daily')
  const [first = 0] = services
  await db.query(sql`update service set is_archived = true where id = ${first}`)
  await requestDueReports(db, at('11T09:00:00'))
  await db.query(sql`update service_group set archived_services_in_periodic_reports = false`)
  await requestDueReports(db, at('12T09:00:00'))
  const counts: number[] = []
  for (const { id } of await planned()) {
    await make(id, at('12T09:00:00'))
    counts.push((await documentOf(id)).services.length)
  }
  assert.deepEqual(counts, [2, 1])
  await db.query(sql`update service set is_archived = false`)
})

test('a report outlives its group, and a blocked account gets none', async () => {
  const [other] = await db.query(
    sql<{ id: number }>`insert into service_group (owner_id, name) values (${owner}, 'Gone') returning id`,
  )
  await db.query(sql`update service_group set periodic_reports_since = '{"daily": "2026-11-10T12:00:00Z"}'`)
  await db.query(sql`insert into periodic_report_address (group_id, address, report_frequency, since)
values (${other?.id}, 'boss@example.com', 'daily', '2026-11-10T12:00:00Z')`)
  await db.query(sql`update account set is_blocked = true where id = ${owner}`)
  assert.equal(await requestDueReports(db, at('11T09:00:00')), 0)
  await db.query(sql`update account set is_blocked = false where id = ${owner}`)
  assert.equal(await requestDueReports(db, at('11T09:00:00')), 1)
  await db.query(sql`delete from service_group where id = ${other?.id}`)
  assert.deepEqual(await db.query(sql`select group_id, owner_id, name from report`), [
    { group_id: null, owner_id: owner, name: 'Gone' },
  ])
})

test('after a change of the time zone a day of the same name is another period', async () => {
  await addAddress('boss@example.com', 'daily')
  await db.query(sql`update account set time_zone_id = 'pacific_auckland' where id = ${owner}`)
  await requestDueReports(db, at('11T20:00:00'))
  await db.query(sql`update account set time_zone_id = 'america_los_angeles' where id = ${owner}`)
  await requestDueReports(db, at('12T16:00:00'))
  await db.query(sql`update account set time_zone_id = 'europe_warsaw' where id = ${owner}`)
  const ends = await db.query(
    sql<{
      day: string
      end: string
    }>`select first_day::text as day, wire_time(end_time) as end from report order by end_time`,
  )
  assert.deepEqual(ends, [
    { day: '2026-11-11', end: '2026-11-11T11:00:00Z' },
    { day: '2026-11-11', end: '2026-11-12T08:00:00Z' },
  ])
})

test('a report waits for sensors of its services that are cut off, and says what is missing if they stay away', async () => {
  await addAddress('boss@example.com', 'daily')
  const ids = await db.query(
    sql<{ id: number }>`insert into sensor (name) values ('Gdynia'), ('Elsewhere') returning id`,
  )
  const [own = 0, foreign = 0] = ids.map(({ id }) => id)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select id, 1, owner_id, group_id, type_id, '2026-01-01', true, 60000, 0, 10000, 0, 51, ${[own]}, 0 from service
on conflict (service_id, revision) do update set sensor_ids = excluded.sensor_ids, is_active = true, effective_from = excluded.effective_from, effective_to = null`)
  const hear = (sensor: number, last_seen: Date, complete: Date | null) =>
    db.query(sql`insert into sensor_state (sensor_id, last_seen, report)
values (${sensor}, ${last_seen}, ${JSON.stringify(complete ? { complete_until: complete.getTime() } : {})})
on conflict (sensor_id) do update set last_seen = excluded.last_seen, report = excluded.report`)
  await hear(foreign, at('10T22:00:00'), null)
  await hear(own, at('10T22:30:00'), at('10T22:29:00'))
  const waiting = new Map<string, number>()
  assert.equal(await requestDueReports(db, at('11T09:00:00'), waiting), 0, 'cut off')
  await hear(own, at('11T10:00:00'), at('10T22:29:00'))
  assert.equal(await requestDueReports(db, at('11T10:00:01')), 0, 'it is back, with its backlog')
  await hear(own, at('11T10:05:00'), at('11T10:04:00'))
  assert.equal(await requestDueReports(db, at('11T09:05:00'), waiting), 0, 'looked at again later')
  assert.equal(await requestDueReports(db, at('11T10:05:00'), waiting), 1)
  const [first] = await planned()
  await make(first?.id ?? 0, at('11T10:05:00'))
  assert.deepEqual((await documentOf(first?.id ?? 0)).missing_results, [])
  // The next day, the sensor stays silent.
  await hear(own, at('11T22:30:00'), at('11T22:29:00'))
  assert.equal(await requestDueReports(db, at('12T22:00:00')), 0)
  const bound = new Date(at('11T22:30:00').getTime() + 24 * hourMs + minuteMs)
  assert.equal(await requestDueReports(db, bound), 1)
  const second = (await planned()).at(-1)
  await make(second?.id ?? 0, bound)
  assert.deepEqual((await documentOf(second?.id ?? 0)).missing_results, [
    { sensor_id: own, sensor_name: 'Gdynia', from: '2026-11-11T22:29:00Z', to: '2026-11-11T23:00:00Z' },
  ])
  await db.query(sql`update sensor set is_active = false`)
})

test('reports about groups do not count against the package, and failed reports do not either', async () => {
  await db.query(sql`update package set monthly_reports_limit = 1`)
  await addAddress('boss@example.com', 'daily')
  await db.query(sql`insert into report_template (owner_id, name, language_id, time_zone_id, section_ids, accounting_method, reporting_plan_ids)
values (${owner}, 'Daily', 'en', 'utc', '{summary}', '{}', '{daily}')`)
  await db.query(sql`update report_template set plans_since = '{"daily": "2026-11-10T12:00:00Z"}'`)
  await requestDueReports(db, at('12T12:00:00'))
  const statuses = async () =>
    (
      await db.query(
        sql<{
          line: string
        }>`select coalesce(failure_reason, status) as line from report where template_id is not null order by first_day`,
      )
    ).map(({ line }) => line)
  assert.deepEqual(await statuses(), ['pending', 'beyond_package'])
  assert.equal((await planned()).length, 4)
  await db.query(
    sql`update report set status = 'failed', failure_reason = 'no_services' where status = 'pending' and template_id is not null`,
  )
  await requestDueReports(db, at('13T12:00:00'))
  assert.deepEqual(await statuses(), ['no_services', 'beyond_package', 'pending'])
})

test('what cannot be read in one schedule does not stop the reports of others', async () => {
  await addAddress('boss@example.com', 'daily')
  const add = (name: string) =>
    db.query(sql`insert into report_template (owner_id, name, language_id, time_zone_id, section_ids, accounting_method, reporting_plan_ids)
values (${owner}, ${name}, 'en', 'utc', '{summary}', '{}', '{daily}')`)
  for (const name of ['Garbage', 'Nothing', 'Good']) await add(name)
  await db.query(sql`update report_template set plans_since = case name when 'Garbage' then '{"daily": "x"}'
  when 'Nothing' then 'null' else '{"daily": "2026-11-10T12:00:00Z"}' end::jsonb`)
  assert.equal(await requestDueReports(db, at('11T12:00:00')), 2)
  assert.deepEqual(await db.query(sql`select name from report order by 1`), [{ name: 'Good' }, { name: 'Shop' }])
  await db.query(sql`update service_group set periodic_reports_since = '{"daily": {}}'`)
  assert.equal(await requestDueReports(db, at('12T12:00:00')), 2, 'since the address was added')
})

test('a schedule that fails does not stop the others, and the failure is reported', async () => {
  await addAddress('boss@example.com', 'daily')
  await db.query(sql`insert into report_template (owner_id, name, language_id, time_zone_id, section_ids, accounting_method, reporting_plan_ids)
values (${owner}, 'Daily', 'en', 'utc', '{summary}', '{}', '{daily}')`)
  await db.query(sql`update report_template set plans_since = '{"daily": "2026-11-10T12:00:00Z"}'`)
  await db.query(sql`alter table report add constraint only_groups check (template_id is null)`)
  await assert.rejects(requestDueReports(db, at('11T12:00:00')), ({ errors }: AggregateError) => {
    assert.match(String(errors[0]), /template \d+ were not requested/)
    return errors.length === 1
  })
  await db.query(sql`alter table report drop constraint only_groups`)
  assert.deepEqual(await db.query(sql`select name from report`), [{ name: 'Shop' }])
})
