import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@wachta/database'
import { createReportTask } from '@wachta/reporter/src/reports/make-report.ts'
import { requestDueReports } from '@wachta/reporter/src/reports/plans.ts'
import { createTestInstallation } from '@wachta/testing/processes/installation'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { fillMonth, type ReportedMonth } from './history.ts'
import { startLiveChecks } from './live-checks.ts'
import { watchChildren } from './peak-memory.ts'

const hourMs = 3_600_000
const timeoutMs = 3_600_000
const sections = [
  ...['summary', 'service_level', 'failures', 'performance', 'checks'],
  ...['corrections', 'suspensions', 'accounting_method'],
]

export interface Month {
  readonly seconds: number
  /** The 99th percentile of the delay of live checks while reports were made. */
  readonly lagSeconds: number
  readonly large: { readonly seconds: number; readonly peakMb: number }
}

/**
 * Measures reports of 20 services that are due at once, made by the reporter and sent to a mail server by the api,
 * while live checks run; then one report of all services.
 */
export async function measureMonth({ reports, services }: { reports: number; services: number }): Promise<Month> {
  await using stack = new AsyncDisposableStack()
  const installation = stack.use(await createTestInstallation())
  const db = stack.use(openDatabase(installation.database.url, { role: null, connections: 4 }))
  const month = await fillMonth(db, services)
  console.log(`${services} services with a month of checks were created`)
  const large = await measureLarge(db, month)
  console.log(`a report of ${services} services: ${large.seconds.toFixed(1)} s, ${large.peakMb.toFixed(0)} MB to print`)
  await addTemplates(db, month, reports)

  const sink = fork(fileURLToPath(new URL('./sink.ts', import.meta.url)))
  stack.defer(() => void sink.kill())
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  const checks = stack.use(await startLiveChecks(installation.folder, installation.cell))
  stack.use(
    startProcess('api', {
      ...installation.environment,
      ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, VERIFY_EMAIL_ADDRESSES: 'false', PUBLIC_URL: 'http://127.0.0.1' },
    }),
  )
  const reporter = stack.use(startProcess('reporter', installation.environment))
  const started = performance.now()
  await requestDueReports(db, new Date(Math.max(Date.now(), month.period.end + 5 * hourMs)))
  await waitUntilSent(db, reports, () => reporter.log())
  return { seconds: (performance.now() - started) / 1000, lagSeconds: checks.readWorstLagSeconds(), large }
}

/** Makes one report up to its stored and sealed files. Everything but the printing runs in this process. */
async function measureLarge(db: Database, { owner, period }: ReportedMonth): Promise<Month['large']> {
  const [template] = await db.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, language_id, time_zone_id, section_ids, accounting_method)
values (${owner}, 'All services', 'en', 'europe_warsaw', ${sections}, ${method}) returning id`)
  const [report] = await db.query(sql<{
    id: number
  }>`insert into report (template_id, name, start_time, end_time, template)
select id, name, ${new Date(period.start)}, ${new Date(period.end)}, report_template_snapshot(t) from report_template t
where id = ${template?.id} returning id`)
  const quiet = { info: () => undefined, error: () => undefined }
  const make = createReportTask({ database: db, log: quiet, now: () => new Date() })
  const started = performance.now()
  const { peakMb } = await watchChildren(() => make({ report: report?.id ?? 0 }))
  return { seconds: (performance.now() - started) / 1000, peakMb }
}

const method = JSON.stringify({ unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] })

/** Creates report templates, each for one group, whose reporting plan began with the month. */
async function addTemplates(db: Database, { owner, groups, period }: ReportedMonth, count: number): Promise<void> {
  await db.query(sql`insert into report_template (owner_id, name, language_id, time_zone_id, section_ids, accounting_method,
  reporting_plan_ids, scope, recipients, service_level_target)
select ${owner}, 'Report ' || n, case n % 2 when 0 then 'en' else 'pl' end, 'europe_warsaw', ${sections}, ${method}, '{monthly}',
  jsonb_build_object('all_services', false, 'service_ids', '[]'::jsonb, 'group_ids',
    jsonb_build_array((${groups}::bigint[])[1 + n % ${groups.length}])), array['customer-' || n || '@example.com'], 99.9
from generate_series(1, ${count}::int) n`)
  await db.query(sql`update report_template set plans_since = jsonb_build_object('monthly', ${new Date(period.start + hourMs)}::timestamptz)
where reporting_plan_ids = '{monthly}'`)
}

async function waitUntilSent(db: Database, wanted: number, log: () => string): Promise<void> {
  const counts = sql<Record<'sent' | 'failed' | 'completed', number>>`select
  (select count(*)::int from report_delivery where status = 'sent') as sent,
  (select count(*)::int from report where status = 'failed') as failed,
  (select count(*)::int from report where status = 'completed' and reporting_plan_id is not null) as completed`
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(500)) {
    const [{ sent = 0, failed = 0 } = {}] = await db.query(counts)
    if (failed > 0) throw new Error(`${failed} reports failed\n${log().slice(-2000)}`)
    if (sent >= wanted) return
  }
  const [lastCounts] = await db.query(counts)
  throw new Error(`not all reports were sent: ${JSON.stringify(lastCounts)}\n${log().slice(-2000)}`)
}
