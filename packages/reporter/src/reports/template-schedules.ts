import type { Queryable, Transaction } from '@wachta/database'
import { getSpreadDelayMs, type ReportPeriod } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { type InsertedReport, type ReportSchedule, type ReportScope, readPlans, type StoredPlan } from './schedule.ts'

interface Row extends Pick<ReportSchedule, 'time_zone_id'> {
  readonly id: number
  readonly plans: readonly StoredPlan[]
}

/** Loads the plans of active templates. While an account is blocked or closed, its plans wait. */
export async function loadTemplateSchedules(db: Queryable): Promise<ReportSchedule[]> {
  const rows = await db.query(sql<Row>`select t.id, t.time_zone_id, json_agg(json_build_object('plan', p.plan,
  'switched_on', t.plans_since ->> p.plan, 'since', (extract(epoch from last.end_time) * 1000)::float8)) as plans
from report_template t join account a on a.id = t.owner_id cross join unnest(t.reporting_plan_ids) p(plan)
  left join lateral (select max(r.end_time) as end_time from report r where r.template_id = t.id and r.reporting_plan_id = p.plan) last on true
where t.is_active and not a.is_blocked and a.closed_at is null group by t.id order by t.id`)
  return rows.map((row) => ({
    key: `template ${row.id}`,
    time_zone_id: row.time_zone_id,
    plans: readPlans(row.plans, () => reportUnreadable('report_template.plans_since', row.id)),
    spreadDelayMs: getSpreadDelayMs(row.id),
    loadScope: (scoped) => loadScope(scoped, row.id),
    insert: (tx, period, now) => insertReport(tx, row, { period, now }),
  }))
}

async function loadScope(db: Queryable, id: number): Promise<ReportScope | undefined> {
  const [found] = await db.query(
    sql<ReportScope>`select t.owner_id, t.id as template_id, report_template_snapshot(t) as template from report_template t where t.id = ${id}`,
  )
  return found
}

/** Inserts a report; a report that exceeds the package is recorded as failed. */
async function insertReport(
  tx: Transaction,
  { id, time_zone_id }: Row,
  { period: { plan, first_day, start, end }, now }: { readonly period: ReportPeriod; readonly now: Date },
): Promise<InsertedReport | undefined> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const [report] = await tx.query(sql<InsertedReport>`insert into report
  (template_id, name, start_time, end_time, reporting_plan_id, first_day, template, created_at, status, failure_reason, completed_at)
select t.id, coalesce(nullif(t.title, ''), t.name), ${new Date(start)}, ${new Date(end)}, ${plan}, ${first_day}, report_template_snapshot(t), ${now},
  case when u.is_beyond then 'failed' else 'pending' end, case when u.is_beyond then 'beyond_package' end, case when u.is_beyond then ${now}::timestamptz end
from report_template t join account a on a.id = t.owner_id join package k on k.id = a.package_id,
  lateral (select count_month_reports(a.id, ${month}) >= k.monthly_reports_limit as is_beyond) u
where t.id = ${id} and t.is_active and ${plan} = any(t.reporting_plan_ids) and t.time_zone_id = ${time_zone_id}
on conflict do nothing returning id, status`)
  return report
}
