import { nameSchema, type Operation, reject } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'

const measures = {
  services: Type.Integer({ minimum: 0, description: 'Services that were monitored at some time in the month.' }),
  service_steps: Type.Integer({ minimum: 0, description: 'The steps of these services.' }),
  service_seconds: Type.Integer({ minimum: 0, description: 'For how long they were monitored, in total.' }),
  checks: Type.Integer({ minimum: 0, description: 'Checks that were scheduled for them, on all sensors.' }),
  notifications: Type.Integer({ minimum: 0, description: 'Notifications that were sent about them, by any channel.' }),
  sms: Type.Integer({ minimum: 0, description: 'How many of these were text messages.' }),
}

const limitParameters = [
  {
    name: 'limit',
    schema: Type.Integer({ minimum: 0, maximum: 1000 }),
    description: 'The maximum number of records to return; by default 1000.',
  },
  {
    name: 'offset',
    schema: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
    description: 'The number of records to skip.',
  },
]

/** The operations that return the usage of a month, counted from service revisions, which include deleted services. */
export const usageStatsOperations: readonly Operation[] = [
  createUsageOperation('account', { account_id: id().schema, ...measures }),
  createUsageOperation('group', { group_id: id().schema, account_id: id().schema, ...measures }),
]

function createUsageOperation(grouping: 'account' | 'group', shape: Parameters<typeof Type.Object>[0]): Operation {
  const keys = grouping === 'account' ? sql`account_id` : sql`group_id, account_id`
  const isOfRow =
    grouping === 'account'
      ? sql`sent.account_id = by_service.account_id`
      : sql`sent.account_id = by_service.account_id and sent.group_id = by_service.group_id`
  return {
    id: `list_usage_stats_by_${grouping}`,
    method: 'GET',
    path: `/admin/usage_stats/by_${grouping}/{year}/{month}`,
    tag: 'admin',
    summary: `Resource usage statistics per ${grouping}.`,
    access: 'administrator',
    query: limitParameters,
    status: 200,
    result: [nameSchema(`monthly_usage_stats_by_${grouping}`, Type.Object(shape))],
    async handle({ params, query, db, now }) {
      const [from, to] = parseMonth(params, now)
      const limit = Math.min(Number(query['limit'] ?? 1000), 1000)
      // Grouped by service first, because a service that moved between groups counts once for its account.
      const [found] = await db.query(sql<{ total: number; rows: unknown[] }>`with watched as (
  select r.owner_id as account_id, r.group_id, r.service_id, r.step_count, d.seconds,
    d.seconds * 1000 / r.interval_ms * cardinality(r.sensor_ids) as checks
  from service_revision r, lateral (select extract(epoch from
    least(coalesce(r.effective_to, 'infinity'), ${to}::timestamptz) - greatest(r.effective_from, ${from}::timestamptz)) as seconds) d
  where r.is_active and r.effective_from < ${to} and (r.effective_to is null or r.effective_to > ${from}) and d.seconds > 0
), by_service as (
  select ${keys}, max(step_count) as steps, sum(seconds) as seconds, sum(checks) as checks from watched group by ${keys}, service_id
), sent as (
  select n.account_id, v.group_id, n.channel_id from notification n left join service v on v.id = n.service_id
  where n.status = 'sent' and n.sent_at >= ${from}::timestamptz and n.sent_at < ${to}::timestamptz
), used as (
  select ${keys}, count(*)::int as services, sum(steps)::int as service_steps, round(sum(seconds))::bigint as service_seconds,
    floor(sum(checks))::bigint as checks,
    (select count(*)::int from sent where ${isOfRow}) as notifications,
    (select count(*)::int from sent where ${isOfRow} and sent.channel_id = 'sms') as sms
  from by_service group by ${keys}
)
select (select count(*)::int from used) as total, (select coalesce(json_agg(page), '[]') from (
  select * from used order by ${keys} limit ${limit} offset ${Number(query['offset'] ?? 0)}) as page) as rows`)
      return { value: found?.rows ?? [], headers: { 'x-total-count': String(found?.total ?? 0) } }
    },
  }
}

/** Parses a month in UTC; the current month ends now. */
function parseMonth({ year = '', month = '' }: Readonly<Record<string, string>>, now: Date): [string, string] {
  if (!/^\d{4}$/.test(year) || !/^(0?[1-9]|1[0-2])$/.test(month) || Number(year) < 2000) reject('not_found')
  const start = new Date(Date.UTC(Number(year), Number(month) - 1))
  const end = new Date(Math.min(Date.UTC(Number(year), Number(month)), now.getTime()))
  return [start.toISOString(), (end < start ? start : end).toISOString()]
}
