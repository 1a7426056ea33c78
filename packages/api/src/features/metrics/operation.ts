import { createHash } from 'node:crypto'
import { type Call, type Operation, parseKey, type QueryParameter, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { account } from '../accounts/account.ts'
import { serviceStatus } from '../checks-and-history/service-status.ts'
import { accountServicesCondition } from './account-services.ts'
import { expositionType, formatExposition } from './exposition.ts'
import { buildMetricFamilies, type MeasuredService } from './families.ts'

/** The number of services in one answer; they have ten thousand series, which is enough for one scrape. */
export const maxMetricServices = 2_000

const buildNumberParameter = (name: string, description: string): QueryParameter => ({
  name,
  schema: Type.String({ pattern: '^(0|[1-9]\\d{0,14})$' }),
  description,
})

/** The operation that exports the statuses of an account's services to the customer's Prometheus. */
export const accountMetrics = (context: ApiContext): Operation => ({
  id: 'read_account_metrics',
  method: 'GET',
  path: '/accounts/{_id}/metrics',
  tag: 'accounts',
  summary: 'The statuses of the services of the account, in the text format of Prometheus.',
  description:
    'Status, response time, time of the newest analysis and days left of the certificate, of each service of the account and of those shared ' +
    `with it. At most ${maxMetricServices} services in one answer: if there are more, request them group by group, or page by page with \`offset\`; ` +
    '`X-Total-Count` says how many there are.',
  access: 'customer',
  on: { resource: 'account', flag: 'read_stats' },
  query: [
    buildNumberParameter('group_id', 'Only services of this group.'),
    buildNumberParameter('offset', 'The number of services to skip, in the order of their ids.'),
  ],
  status: 200,
  media: expositionType,
  async handle(call) {
    const id = parseKey(account, call)
    await requirePermission({ resource: account, key: id }, 'read_stats', call)
    const { rows, total } = await loadStatuses(context, id, call)
    if (total > maxMetricServices && call.query['offset'] === undefined)
      reject('too_many_series', undefined, { maximum: maxMetricServices })
    const text = formatExposition(
      buildMetricFamilies(rows, await loadCertificateDays(rows, call), call.caller.language === 'pl' ? 'pl' : 'en'),
    )
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    return { text, headers: { 'x-total-count': String(total), 'cache-control': 'private, no-cache', etag } }
  },
})

/** Loads the statuses by a search, so that the same permissions apply. */
async function loadStatuses({ searcher }: ApiContext, id: string | number, call: Call) {
  const request = {
    fields: ['service_id', 'status', 'last_analysis_time', 'average_response_time'],
    embed: ['service.name', 'service.type_id', 'service.group_id'],
    sort: [{ field: 'service_id' }],
    limit: maxMetricServices,
    offset: Number(call.query['offset'] ?? 0),
  }
  const keys = [id, String(call.query['group_id'] ?? '')]
  const { rows, total } = await searcher.search(
    { resource: serviceStatus, within: accountServicesCondition, keys, request },
    call,
  )
  return { rows: JSON.parse(rows) as readonly MeasuredService[], total }
}

/**
 * Loads the days left of certificates, the minimum of all sensors, from the newest recent analysis that measured them.
 * Analyses with custom settings (kind `c`) do not count.
 */
async function loadCertificateDays(
  rows: readonly MeasuredService[],
  { db, now }: Call,
): Promise<ReadonlyMap<number, number>> {
  const ids = rows.map(({ service_id }) => service_id)
  const found = await db.query(sql<{ service_id: number; days: number }>`select v.id as service_id, d.days
from service v, lateral (select ${now}::timestamptz - greatest(interval '30 minutes', 3 * v.interval * interval '1 second') as since offset 0) b,
  lateral (select min(case jsonb_typeof(x.metrics -> 'certificate_days_left') when 'number' then (x.metrics ->> 'certificate_days_left')::float8 end) as days
    from check_detail x
    where x.service_id = v.id and x.metrics ? 'certificate_days_left' and x.time > b.since
      and x.time = (select y.time from check_detail y where y.service_id = v.id and y.metrics ? 'certificate_days_left'
        and y.time > b.since and y.time <= ${now}
        and not exists (select from forced_analysis f where f.service_id = v.id and f.time = y.time and f.kind = 'c') order by y.time desc limit 1)) d
where v.id = any(${ids}::bigint[]) and d.days is not null`)
  return new Map(found.map(({ service_id, days }) => [service_id, days]))
}
