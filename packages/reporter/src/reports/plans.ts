import type { Database } from '@wachta/database'
import { hourMs, minuteMs, periodsSince, type ReportingPlan, zoneName } from '@wachta/domain'
import { addJobs, makeReportJob } from '@wachta/queue'
import { sql } from 'kysely'

/** How long after its end a period is reported on at the earliest, so that late results are in. */
const settleMs = hourMs

/** Reports that are due at the same midnight are spread over this time, each template always at its own place in it. */
const spreadMs = 3 * hourMs

/** No plan makes up for more than the longest period that reports can cover. */
const longestMs = 397 * 24 * hourMs

interface PlannedTemplate {
  readonly id: number
  readonly time_zone_id: string
  readonly plans: readonly { readonly plan: ReportingPlan; readonly since: number }[]
}

/** Orders the reports that are due by plan, and returns how many it ordered. Several reporters can run it at once. */
export async function orderDueReports(database: Pick<Database, 'query' | 'transaction'>, now: Date): Promise<number> {
  let ordered = 0
  for (const template of await plannedTemplates(database)) {
    const settled = now.getTime() - settleMs - placeInSpread(template.id)
    for (const { plan, since } of template.plans) {
      const zone = zoneName(template.time_zone_id) ?? 'UTC'
      const earliest = Math.max(since, now.getTime() - longestMs)
      for (const { first_day, start, end } of periodsSince(plan, zone, { since: earliest, now: settled }))
        ordered += await orderOnce(database, template.id, { plan, first_day, start, end, now })
    }
  }
  return ordered
}

/** Spreads neighbours far apart, the same for every reporter and every period. */
const placeInSpread = (id: number): number => ((id * 7_919) % (spreadMs / minuteMs)) * minuteMs

const plannedTemplates = (database: Pick<Database, 'query'>): Promise<PlannedTemplate[]> =>
  database.query(sql<PlannedTemplate>`select t.id, t.time_zone_id, json_agg(json_build_object('plan', p.plan, 'since',
  (extract(epoch from greatest((t.plans_since ->> p.plan)::timestamptz, last.end_time)) * 1000)::float8)) as plans
from report_template t cross join unnest(t.reporting_plan_ids) p(plan)
  left join lateral (select max(r.end_time) as end_time from report r where r.template_id = t.id and r.reporting_plan_id = p.plan) last on true
where t.is_active group by t.id order by t.id`)

interface DuePeriod {
  readonly plan: ReportingPlan
  readonly first_day: string
  readonly start: number
  readonly end: number
  readonly now: Date
}

/** The unique index decides which of several reporters orders it; a report beyond the package is recorded as failed. */
async function orderOnce(
  database: Pick<Database, 'transaction'>,
  templateId: number,
  { plan, first_day, start, end, now }: DuePeriod,
): Promise<number> {
  return database.transaction(async (tx) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
    const [made] = await tx.query(sql<{ id: number; status: string }>`insert into report
  (template_id, name, start_time, end_time, reporting_plan_id, first_day, template, created_at, status, failure_reason, completed_at)
select t.id, coalesce(nullif(t.title, ''), t.name), ${new Date(start)}, ${new Date(end)}, ${plan}, ${first_day}, report_template_snapshot(t), ${now},
  case when u.is_beyond then 'failed' else 'pending' end, case when u.is_beyond then 'beyond_package' end, case when u.is_beyond then ${now}::timestamptz end
from report_template t join account a on a.id = t.owner_id join package k on k.id = a.package_id,
  lateral (select count(*) >= k.monthly_reports_limit as is_beyond from report r
    where r.owner_id = a.id and not r.is_test and r.status <> 'failed' and r.created_at >= ${month}) u
where t.id = ${templateId} and t.is_active and ${plan} = any(t.reporting_plan_ids)
on conflict (template_id, reporting_plan_id, first_day) where reporting_plan_id is not null do nothing
returning id, status`)
    if (!made) return 0
    if (made.status === 'pending') await addJobs(tx, [makeReportJob(made.id)])
    return 1
  })
}
