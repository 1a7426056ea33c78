import { dayMs, getLastReportPeriod, toZoneName } from '@wachta/domain'
import { addJobs, makeReportJob } from '@wachta/queue'
import { type Call, type PreparedRow, reject, type Values } from '@wachta/resource'
import { sql } from 'kysely'
import { maxRangeMs } from '../../platform/range.ts'

/** Adds a snapshot of the template, and rejects an impossible period and a report beyond the package. */
export async function prepareReportOrder(data: Values, call: Call): Promise<PreparedRow> {
  const [found] = await call.db.query(
    sql<{ owner_id: number; title: string; snapshot: { time_zone_id: string } }>`select t.owner_id,
  coalesce(nullif(t.title, ''), t.name) as title, report_template_snapshot(t) as snapshot
from report_template t where t.id = ${data['template_id']}`,
  )
  const template = found ?? reject('not_found')
  const isTest = data['is_test'] === true
  if (!isTest) await rejectBeyondLimit(template.owner_id, call)
  return {
    columns: {
      ...data,
      ...readPeriod(data, template.snapshot.time_zone_id, call.now),
      name: template.title,
      template: JSON.stringify(template.snapshot),
    },
  }
}

/** Queues the report in the transaction that orders it. */
export async function queueReport(id: number, _forCreated: Values, { db }: Call): Promise<void> {
  await addJobs(db, [makeReportJob(id)])
}

/** Reads the period: by default the last whole month. Without a start, it has 30 days; without an end, it ends now. */
export function readPeriod(data: Values, zoneId: string, now: Date): { start_time: Date; end_time: Date } {
  if (data['start_time'] === undefined && data['end_time'] === undefined) {
    const { start, end } = getLastReportPeriod('monthly', toZoneName(zoneId) ?? 'UTC', now.getTime())
    return { start_time: new Date(start), end_time: new Date(end) }
  }
  const end_time = data['end_time'] === undefined ? now : new Date(String(data['end_time']))
  const monthBefore = new Date(end_time.getTime() - 30 * dayMs)
  const start_time = data['start_time'] === undefined ? monthBefore : new Date(String(data['start_time']))
  if (start_time >= end_time || start_time >= now) reject('wrong_window', 'data.end_time')
  if (end_time.getTime() - start_time.getTime() > maxRangeMs)
    reject('range_too_long', 'data.start_time', { limit: maxRangeMs / dayMs })
  return { start_time, end_time }
}

/**
 * Rejects a report beyond the monthly limit. The database function counts as for schedules, and serializes the orders
 * of one account.
 */
async function rejectBeyondLimit(ownerId: number, call: Call): Promise<void> {
  const month = new Date(Date.UTC(call.now.getUTCFullYear(), call.now.getUTCMonth()))
  const [usage] = await call.db.query(sql<{ used: number; allowed: number }>`select k.monthly_reports_limit as allowed,
  count_month_reports(a.id, ${month}) as used
from account a join package k on k.id = a.package_id where a.id = ${ownerId}`)
  if (usage && usage.used >= usage.allowed) reject('too_many_reports', 'data.template_id', { limit: usage.allowed })
}
