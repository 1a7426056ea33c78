import type { Queryable, Transaction } from '@wachta/database'
import { getSpreadDelayMs, type ReportPeriod } from '@wachta/domain'
import { type ReportedGroup, toGroupTemplate } from '@wachta/report'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { type InsertedReport, type ReportSchedule, readPlans, type StoredPlan } from './schedule.ts'

interface Row extends ReportedGroup {
  readonly owner_id: number
  readonly plans: readonly StoredPlan[]
}

/**
 * Loads the periodic reports of groups. A frequency is active while its flag is on and the group has an address for it.
 */
export async function loadGroupSchedules(db: Queryable): Promise<ReportSchedule[]> {
  const rows = await db.query(sql<Row>`select g.id, g.name, g.owner_id, a.language_id, a.time_zone_id,
  g.archived_services_in_periodic_reports, json_agg(json_build_object('plan', p.plan,
    'switched_on', g.periodic_reports_since ->> p.plan,
    'since', (extract(epoch from greatest(p.since, last.end_time)) * 1000)::float8)) as plans
from (select group_id, report_frequency as plan, min(since) as since from periodic_report_address group by 1, 2) p
  join service_group g on g.id = p.group_id and g.periodic_reports_since ->> p.plan is not null
  join account a on a.id = g.owner_id
  left join lateral (select max(r.end_time) as end_time from report r where r.group_id = g.id and r.reporting_plan_id = p.plan) last on true
where not a.is_blocked and a.closed_at is null group by g.id, a.id order by g.id`)
  return rows.map((row) => ({
    key: `group ${row.id}`,
    time_zone_id: row.time_zone_id,
    plans: readPlans(row.plans, () => reportUnreadable('service_group.periodic_reports_since', row.id)),
    spreadDelayMs: getSpreadDelayMs(row.id),
    loadScope: async () => ({ owner_id: row.owner_id, template_id: null, template: toGroupTemplate(row) }),
    insert: (tx, period, now) => insertReport(tx, row, { period, now }),
  }))
}

/** Inserts a report for the current addresses of the group. */
async function insertReport(
  tx: Transaction,
  group: Row,
  { period: { plan, first_day, start, end }, now }: { readonly period: ReportPeriod; readonly now: Date },
): Promise<InsertedReport | undefined> {
  const [report] = await tx.query(sql<InsertedReport>`insert into report
  (group_id, name, start_time, end_time, reporting_plan_id, first_day, template, created_at)
select g.id, g.name, ${new Date(start)}, ${new Date(end)}, ${plan}, ${first_day},
  ${JSON.stringify(toGroupTemplate(group))}::jsonb || jsonb_build_object('recipients', x.addresses), ${now}
from service_group g join account a on a.id = g.owner_id,
  lateral (select jsonb_agg(distinct p.address) as addresses from periodic_report_address p
    where p.group_id = g.id and p.report_frequency = ${plan}) x
where g.id = ${group.id} and g.periodic_reports_since ->> ${plan} is not null and a.time_zone_id = ${group.time_zone_id}
  and x.addresses is not null
on conflict do nothing returning id, status`)
  return report
}
