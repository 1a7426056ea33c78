import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { verifyRecord } from '@wachta/evidence'
import { type ReportDocument, type ReportSummary, summarizeReport } from '@wachta/report'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { addRawJob, deleteAllJobs, jobTable, setAttempts } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { failExhausted } from '../src/reports/fail-exhausted.ts'
import { createReportTask } from '../src/reports/make-report.ts'
import { requestDueReports } from '../src/reports/plans.ts'
import { NotPrintableError } from '../src/reports/print-document.ts'
import { renderFiles } from '../src/reports/render-files.ts'
import { DocumentTooLargeError } from '../src/reports/renderers.ts'
import { computeNextRollups } from '../src/rollups.ts'
import { addServices, type PlannedAnalysis, store } from './histories.ts'

const minute = 60_000
const quiet = { info: () => undefined, error: () => undefined }
const [start, end] = [Date.parse('2026-10-01T00:00:00+02:00'), Date.parse('2026-11-01T00:00:00+01:00')]
const now = new Date('2026-11-02T12:00:00Z')

let server: TestDatabase
let db: Database
let services: number[]
let owner: number
let template: number

before(async () => {
  server = await createTestDatabase()
  db = openDatabase(server.url, { role: null, connections: 4 })
  services = await addServices(db, 3)
  await db.query(sql`update service set created_at = '2026-01-01'`)
  const [first = 0, second = 0, third = 0] = services
  const [account] = await db.query(sql<{ id: number }>`select id from account`)
  owner = account?.id ?? 0
  await db.query(sql`update package set monthly_reports_limit = 1000`)
  await db.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time) values
  (${first}, ${owner}, 'ok', '2026-01-01', '2026-10-10 10:00Z'), (${first}, ${owner}, 'failure', '2026-10-10 10:00Z', '2026-10-10 10:30Z'),
  (${first}, ${owner}, 'ok', '2026-10-10 10:30Z', null), (${second}, ${owner}, 'ok', '2026-01-01', '2026-10-25 01:30Z'),
  (${second}, ${owner}, 'failure', '2026-10-25 01:30Z', null), (${third}, ${owner}, 'ok', '2026-10-31 22:00Z', null)`)
  await db.query(sql`update service set created_at = '2026-10-31 22:00Z' where id = ${third}`)
  await db.query(sql`insert into correction (service_id, start_time, end_time, status, description, created_at)
values (${first}, '2026-10-10 10:00Z', '2026-10-10 10:10Z', 'ok', 'Our own uplink', '2026-10-11')`)
  await store(
    db,
    [first, second].flatMap((id) => [start, end].flatMap((at) => analysesOf(id, at - 90 * minute))),
  )
  const [made] = await db.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, language_id, time_zone_id, section_ids, attachment_type_ids, accounting_method, service_level_target)
values (${owner}, 'Monthly', 'en', 'europe_warsaw', '{summary,failures}', '{json,csv,status_changes_csv,analyses_csv,checks_csv,corrections_csv}',
  '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}', 99.9) returning id`)
  template = made?.id ?? 0
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** Three hours around a limit of the month, with an analysis each minute and growing response times. */
function analysesOf(service_id: number, from: number): PlannedAnalysis[] {
  return Array.from({ length: 180 }, (_, index) => ({
    service_id,
    time: from + index * minute,
    kind: 's' as const,
    checks: [1, 2, 3].map((sensor_id) => ({
      sensor_id,
      started: 0,
      result: 'ok' as const,
      error_type_id: null,
      reason: null,
      path_step: null,
      response_time: 100 + index,
      data_size: 10,
      timings: {},
    })),
  }))
}

async function order(from = start, to = end): Promise<number> {
  const [made] = await db.query(sql<{
    id: number
  }>`insert into report (template_id, name, start_time, end_time, template)
select id, name, ${new Date(from)}, ${new Date(to)}, report_template_snapshot(t) from report_template t where id = ${template} returning id`)
  return made?.id ?? 0
}

const make = (report: number) => createReportTask({ database: db, log: quiet, now: () => now })({ report })

async function documentOf(report: number): Promise<ReportDocument> {
  const [file] = await db.query(
    sql<{ content: Buffer }>`select content from report_file where report_id = ${report} and type_id = 'json'`,
  )
  assert.ok(file)
  return JSON.parse(file.content.toString('utf8')) as ReportDocument
}

const month = (31 * 24 + 1) * 3600

test('a report has the figures of the month, of the services that existed in it', async () => {
  const id = await order()
  await make(id)
  const { services: told, totals, period } = await documentOf(id)
  assert.deepEqual(period, {
    from: '2026-09-30T22:00:00Z',
    to: '2026-10-31T23:00:00Z',
    time_zone: 'Europe/Warsaw',
    previous_from: '2026-08-31T22:00:00Z',
  })
  const [first, second, third] = told
  assert.ok(first && second && third)
  // Ten of thirty minutes were corrected.
  assert.deepEqual([first.failure_seconds, first.ok_seconds], [1_200, month - 1_200])
  assert.equal(first.service_level, (100 * (month - 1_200)) / month)
  assert.equal(first.raw_service_level, (100 * (month - 1_800)) / month)
  assert.equal(first.previous_service_level, 100)
  assert.deepEqual(first.failures, [
    {
      start_time: '2026-10-10T10:10:00Z',
      end_time: '2026-10-10T10:30:00Z',
      seconds: 1_200,
      counted_seconds: 1_200,
      is_corrected: false,
      error_type: null,
      incident_id: null,
    },
  ])
  assert.equal(first.corrections[0]?.reason, 'Our own uplink')
  assert.equal(first.budget?.is_met, true)
  assert.deepEqual([second.budget?.is_met, second.failures[0]?.end_time], [false, null])
  assert.deepEqual([third.from, third.ok_seconds], ['2026-10-31T22:00:00Z', 3_600])
  assert.equal(totals.services_count, 3)
  assert.equal(totals.failures_count, 2)
  // 90 analyses at each edge, three checks each.
  assert.deepEqual([first.analyses.count, first.checks.ok], [180, 540])
  assert.deepEqual([first.performance.minimum, first.performance.maximum], [100, 279])
  assert.equal(first.performance.average, ((190 + 279) / 2 + (100 + 189) / 2) / 2)
  assert.equal(first.breakdowns.by_hour[0]?.report_analyses.count, 60)
  assert.equal(first.breakdowns.by_hour[12]?.report_service_level.failure_seconds, 1_200)
  assert.equal(first.breakdowns.by_month_day[24]?.report_service_level.ok_seconds, 25 * 3_600)
  assert.deepEqual(
    Object.values(first.breakdowns).map((each) => each.length),
    [24, 7, 31, 12],
  )
  assert.equal(first.days.length, 31)
})

test('from rollups the figures are the same as from analyses', async () => {
  const before = await order()
  await make(before)
  while (await computeNextRollups(db, now));
  const id = await order()
  await make(id)
  const withoutIds = ({ report: _report, ...rest }: ReportDocument) => rest
  assert.deepEqual(withoutIds(await documentOf(id)), withoutIds(await documentOf(before)))
})

test('a period that cuts hours counts only what lies in it', async () => {
  const id = await order(start + 17 * minute + 23_000, end - 23 * minute)
  await make(id)
  const [first] = (await documentOf(id)).services
  assert.deepEqual([first?.analyses.count, first?.checks.ok, first?.performance.count], [139, 417, 417])
  assert.deepEqual([first?.performance.minimum, first?.performance.maximum], [100, 279])
})

test('only incidents that were acknowledged have a time to acknowledge, in whole seconds', async () => {
  const [first = 0] = services
  for (const time of ['2026-10-10 10:00:00.700Z', '2026-10-11 10:00Z'])
    await db.query(sql`insert into occurrence (service_id, owner_id, start_time, end_time, end_reason)
values (${first}, ${owner}, ${time}, ${time}::timestamptz + interval '5 minutes', 'recovered')`)
  await db.query(sql`update incident set acknowledged_at = '2026-10-10 10:01:00.200Z', acknowledged_by = 'On duty'
where start_time < '2026-10-11'`)
  const id = await order()
  await make(id)
  const { incidents } = (await documentOf(id)).services[0] ?? {}
  assert.deepEqual(incidents, {
    count: 2,
    acknowledged: 1,
    mean_seconds_to_acknowledge: 60,
    escalation_steps: 0,
    notifications_sent: 0,
    notifications_failed: 0,
    notifications_suppressed: 0,
  })
})

test('a service that was deleted since is still in the report of the time before, with the same figures', async () => {
  const [, second = 0] = services
  const [alert] = await db.query(sql<{ id: number }>`insert into occurrence
  (service_id, owner_id, start_time, end_time, end_reason)
values (${second}, ${owner}, '2026-10-12T10:00:00.7Z', '2026-10-12T10:05Z', 'recovered') returning id`)
  await db.query(sql`update incident set acknowledged_at = '2026-10-12T10:00:30Z', acknowledged_by = 'On duty'
where id = (select incident_id from occurrence where id = ${alert?.id})`)
  await db.query(sql`insert into notification (account_id, style, kind, step, occurrence_id, channel_id, address, language_id, status)
values (${owner}, 'c', 'start', '', ${alert?.id}, 'email', 'duty@example.com', 'en', 'suppressed')`)
  const before = await order()
  await make(before)
  await db.query(sql`delete from service where id = ${second}`)
  const id = await order()
  await make(id)
  const [then, since] = [await documentOf(before), await documentOf(id)]
  const of = (document: ReportDocument) => document.services.find((each) => each.id === second)
  assert.notEqual(of(since)?.deleted_at, null)
  assert.deepEqual({ ...of(since), deleted_at: null }, of(then))
  const { count, mean_seconds_to_acknowledge, notifications_suppressed } = of(since)?.incidents ?? {}
  assert.deepEqual([count, mean_seconds_to_acknowledge, notifications_suppressed], [1, 30, 1])
  // A report of a later month does not include the service.
  await db.query(sql`update deleted_service set deleted_at = '2026-11-01T12:00Z'`)
  const later = await order(end + 24 * 60 * minute, end + 25 * 60 * minute)
  await make(later)
  assert.equal(of(await documentOf(later)), undefined)
})

test('a report is made once, sealed with its files, and a changed file is found', async () => {
  const id = await order()
  await Promise.all([make(id), make(id)])
  await make(id)
  const files = await db.query(
    sql<{
      type_id: string
      size: number
    }>`select type_id, size from report_file where report_id = ${id} order by type_id`,
  )
  assert.deepEqual(
    files.map(({ type_id }) => type_id),
    ['analyses_csv', 'checks_csv', 'corrections_csv', 'csv', 'json', 'pdf', 'status_changes_csv'],
  )
  const seals = await db.query(
    sql`select from seal where kind = 'report' and convert_from(content, 'UTF8')::jsonb ->> 'report_id' = ${String(id)}`,
  )
  assert.equal(seals.length, 1)
  const faultsOfReport = async () =>
    (await verifyRecord(db)).faults.filter(({ table }) => table === 'report_file' || table === 'seal')
  assert.deepEqual(await faultsOfReport(), [])
  await db.query(sql`update report_file set content = content || ' ' where report_id = ${id} and type_id = 'json'`)
  assert.deepEqual(await faultsOfReport(), [{ table: 'report_file', fault: 'other', report_id: id, type_id: 'json' }])
  await db.query(sql`delete from report where id = ${id}`)
  assert.deepEqual(await faultsOfReport(), [])
})

test('a template without services gives a failed report with a reason', async () => {
  await db.query(
    sql`update report_template set scope = '{"all_services": false, "group_ids": [], "service_ids": []}' where id = ${template}`,
  )
  const id = await order()
  await make(id)
  const [found] = await db.query(sql`select status, failure_reason from report where id = ${id}`)
  assert.deepEqual(found, { status: 'failed', failure_reason: 'no_services' })
  await db.query(
    sql`update report_template set scope = '{"all_services": true, "group_ids": [], "service_ids": []}' where id = ${template}`,
  )
})

test('the document is written part by part, as one text of it would be, and its summary has no details', async () => {
  const id = await order()
  await make(id)
  const [found] = await db.query(sql<{
    content: Buffer
    summary: ReportSummary
  }>`select f.content, r.summary from report r
  join report_file f on f.report_id = r.id and f.type_id = 'json' where r.id = ${id}`)
  const text = found?.content.toString('utf8') ?? ''
  const document = JSON.parse(text) as ReportDocument
  assert.equal(JSON.stringify(document), text)
  assert.deepEqual(found?.summary, summarizeReport(document))
  assert.ok(JSON.stringify(found?.summary).length < text.length / 4)
})

test('a document that is too large gives a failed report with a reason', async () => {
  const id = await order()
  const render = () => Promise.reject(new DocumentTooLargeError('too much'))
  await createReportTask({ database: db, log: quiet, now: () => now, render })({ report: id })
  const [found] = await db.query(sql`select status, failure_reason from report where id = ${id}`)
  assert.deepEqual(found, { status: 'failed', failure_reason: 'document_too_large' })
})

test('a service whose maintenance windows were changed too often does not hold up other reports', async () => {
  const [first = 0] = services
  await db.query(sql`insert into weekly_suspension_version
  (weekly_suspension_id, service_id, valid_from, start_minute, end_minute, only_notifications)
select -n, ${first}, '2026-10-01', 60, 120, false from generate_series(1, 5001) n`)
  const id = await order()
  await make(id)
  const [found] = await db.query(sql`select status, failure_reason from report where id = ${id}`)
  assert.deepEqual(found, { status: 'failed', failure_reason: 'too_many_changes' })
  await db.query(sql`delete from weekly_suspension_version where weekly_suspension_id < 0`)
})

test('files have the name of the template, and the first day in its time zone', async () => {
  const id = await order()
  await make(id)
  const files = await db.query(
    sql<{
      name: string
    }>`select file_name as name from report_file where report_id = ${id} and type_id in ('json', 'csv') order by 1`,
  )
  assert.deepEqual(
    files.map(({ name }) => name),
    ['monthly-2026-10-01.csv', 'monthly-2026-10-01.json'],
  )
})

test('a report that cannot be printed says so, and is completed by a later attempt', async () => {
  const id = await order()
  const render = () => Promise.reject(new NotPrintableError('out of memory'))
  const failing = createReportTask({ database: db, log: quiet, now: () => now, render })
  await assert.rejects(failing({ report: id }), /out of memory/)
  const state = async () => (await db.query(sql`select status, failure_reason from report where id = ${id}`))[0]
  assert.deepEqual(await state(), { status: 'failed', failure_reason: 'not_printable' })
  await make(id)
  assert.deepEqual(await state(), { status: 'completed', failure_reason: null })
})

test('a report fails once every attempt has ended with an unforeseen error, and its job can be started again', async () => {
  const [exhausted, last, retried] = [await order(), await order(), await order()]
  const render = () => Promise.reject(new TypeError('a defect'))
  const failing = createReportTask({ database: db, log: quiet, now: () => now, render })
  const jobs = new Map<number, number>()
  for (const report of [exhausted, last, retried]) {
    await assert.rejects(failing({ report }), /a defect/)
    jobs.set(report, await addRawJob(db, 'report', { payload: { report }, key: `report:${report}` }))
  }
  await setAttempts(db, 'all')
  await db.query(sql`update ${jobTable} set locked_at = now(), locked_by = 'worker' where id = ${jobs.get(last)}`)
  await db.query(sql`update ${jobTable} set attempts = max_attempts - 1 where id = ${jobs.get(retried)}`)
  const errors: object[] = []
  const log = { error: (details: object) => void errors.push(details) }
  await failExhausted({ database: db, log, now })
  await failExhausted({ database: db, log, now })
  const states = await db.query(sql<{ id: number }>`select id, status, failure_reason, completed_at from report
where id = any(${[exhausted, last, retried]}::bigint[]) order by id`)
  assert.deepEqual(states, [
    { id: exhausted, status: 'failed', failure_reason: 'not_printable', completed_at: now },
    { id: last, status: 'in_progress', failure_reason: null, completed_at: null },
    { id: retried, status: 'in_progress', failure_reason: null, completed_at: null },
  ])
  assert.deepEqual(errors, [{ reports: [exhausted], previews: [] }])
  await make(exhausted)
  const [made] = await db.query(sql`select status, failure_reason from report where id = ${exhausted}`)
  assert.deepEqual(made, { status: 'completed', failure_reason: null })
  await deleteAllJobs(db)
})

test('the database waits for a document that takes as long to print as it may', async () => {
  const id = await order()
  const timeouts: string[] = []
  const render: typeof renderFiles = async (source, reportOrder, document) => {
    const [row] = await source.db.query(
      sql<{ timeout: string }>`select current_setting('idle_in_transaction_session_timeout') as timeout`,
    )
    timeouts.push(row?.timeout ?? '')
    return renderFiles(source, reportOrder, document)
  }
  await createReportTask({ database: db, log: quiet, now: () => now, render })({ report: id })
  assert.deepEqual(timeouts, ['5min'], 'printing is ended after one')
})

test('plans request each period once, catch up after a downtime, and do not go beyond the package', async () => {
  await db.query(sql`update report_template set reporting_plan_ids = '{daily,monthly}' where id = ${template}`)
  const since = '2026-11-10T12:00:00Z'
  await db.query(
    sql`update report_template set plans_since = jsonb_build_object('daily', ${since}::text, 'monthly', ${since}::text)`,
  )
  const planned = async () =>
    db.query(sql<{
      plan: string
      day: string
      status: string
    }>`select reporting_plan_id as plan, first_day::text as day, status
from report where reporting_plan_id is not null order by first_day`)
  assert.equal(await requestDueReports(db, new Date('2026-11-10T23:30:00Z')), 0, 'late results are waited for')
  const morning = new Date('2026-11-11T08:00:00Z')
  const counts = await Promise.all([requestDueReports(db, morning), requestDueReports(db, morning)])
  assert.deepEqual(counts.sort(), [0, 1])
  assert.equal(await requestDueReports(db, new Date('2026-11-14T08:00:00Z')), 3)
  assert.equal(await requestDueReports(db, new Date('2026-11-14T09:00:00Z')), 0)
  assert.deepEqual(
    (await planned()).map(({ day }) => day),
    ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'],
  )
  await db.query(sql`update package set monthly_reports_limit = 0`)
  assert.equal(await requestDueReports(db, new Date('2026-11-15T08:00:00Z')), 1)
  assert.equal((await planned()).at(-1)?.status, 'failed')
  const jobs = await db.query(
    sql<{ key: string }>`select key from graphile_worker._private_jobs where key like 'report:%'`,
  )
  assert.equal(jobs.length, 4)
})

test('a plan that is added or switched on again makes nothing up', async () => {
  await db.query(sql`update package set monthly_reports_limit = 1000`)
  await db.query(sql`delete from report where reporting_plan_id is not null`)
  await db.query(sql`update report_template set is_active = false where id = ${template}`)
  await db.query(sql`update report_template set is_active = true where id = ${template}`)
  assert.equal(await requestDueReports(db, new Date()), 0)
  await db.query(sql`update report_template set reporting_plan_ids = '{daily,monthly,yearly}' where id = ${template}`)
  assert.equal(await requestDueReports(db, new Date()), 0)
})

test('a failure links to its incident, not to one of another kind at the same time', async () => {
  const [first = 0] = services
  const [, failure] = await db.query(sql<{
    id: number
  }>`insert into incident (service_id, owner_id, kind, start_time, end_time, end_reason) values
  (${first}, ${owner}, 'certificate_expiry', '2026-10-09 10:00Z', '2026-10-20 10:00Z', 'recovered'),
  (${first}, ${owner}, 'failure', '2026-10-10 10:15Z', '2026-10-10 10:30Z', 'recovered') returning id`)
  const id = await order()
  await make(id)
  const service = (await documentOf(id)).services.find((each) => each.id === first)
  assert.deepEqual(
    service?.failures.map(({ incident_id }) => incident_id),
    [failure?.id],
  )
  assert.equal(JSON.stringify(service?.record.incidents).includes('kind'), false)
})
