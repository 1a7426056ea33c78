import {
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  type RowCondition,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { selectKeyAt } from '../../platform/found-rows.ts'
import { account } from '../accounts/account.ts'
import { serviceStatus } from '../checks-and-history/service-status.ts'

/** The number of certificates and domains in one answer. */
const maxExpiries = 2_000

const expiry = nameSchema(
  'expiry',
  Type.Object(
    {
      service_id: Type.Integer({ minimum: 1 }),
      kind: Type.String({ enum: ['certificate', 'domain'], description: 'What expires.' }),
      days_left: Type.Number({ description: 'Negative if it has expired; the smallest value that the sensors saw.' }),
      time: Type.String({ format: 'date-time', description: 'When the sensors saw it.' }),
      service: Type.Object({ name: Type.String(), address: Type.String(), group_id: Type.Integer() }, closed),
    },
    closed,
  ),
)

/** The operation that lists when the certificates and domains of an account expire. */
export const accountExpiries = (context: ApiContext): Operation => ({
  id: 'list_account_expiries',
  method: 'GET',
  path: '/accounts/{_id}/expiries',
  tag: 'accounts',
  summary: 'When the certificates and domains of services expire, soonest first.',
  description:
    'Of the services of the account and of those shared with it, by the newest analysis. Services that are paused, or that ' +
    `could not be connected to for half an hour, are left out. At most ${maxExpiries}.`,
  access: 'customer',
  on: { resource: 'account', flag: 'read_stats' },
  status: 200,
  result: [expiry],
  async handle(call) {
    const id = parseKey(account, call)
    await requirePermission({ resource: account, key: id }, 'read_stats', call)
    const found = await readExpiries(Number(id), call)
    const services = await readServices(
      context,
      found.map(({ service_id }) => service_id),
      call,
    )
    const value = found.flatMap((each) => {
      const service = services.get(each.service_id)
      return service ? [{ ...each, service }] : []
    })
    return { value, headers: { 'x-total-count': String(value.length) } }
  },
})

interface Expiry {
  readonly service_id: number
  readonly kind: 'certificate' | 'domain'
  readonly days_left: number
  readonly time: string
}

/**
 * Reads the days left of certificates and domains from the newest recent analysis with the metric; sensors report these
 * metrics every 15 minutes. Analyses with custom settings (kind `c`) do not count: they may be of another address.
 */
function readExpiries(id: number, { db, now }: Call): Promise<readonly Expiry[]> {
  return db.query(sql<Expiry>`select v.id as service_id, k.kind, d.days_left, wire_time(n.time) as time
from service v cross join (values ('certificate', 'certificate_days_left'), ('domain', 'domain_days_left')) k (kind, metric),
  (select coalesce(a.parent_account_id, a.id) as id from account a where a.id = ${id}) h,
  lateral (select ${now}::timestamptz - greatest(interval '30 minutes', 3 * v.interval * interval '1 second') as since offset 0) b,
  lateral (select y.time from check_detail y where y.service_id = v.id and y.metrics ? k.metric
    and y.time > b.since and y.time <= ${now}
    and not exists (select from forced_analysis f where f.service_id = v.id and f.time = y.time and f.kind = 'c') order by y.time desc limit 1) n,
  lateral (select min(case jsonb_typeof(x.metrics -> k.metric) when 'number' then (x.metrics ->> k.metric)::float8 end) as days_left
    from check_detail x where x.service_id = v.id and x.time = n.time) d
where (v.owner_id = h.id or v.group_id in (select s.group_id from group_share s where s.account_id = h.id))
  and v.is_active and not v.is_archived and d.days_left is not null
order by d.days_left, v.id, k.kind limit ${maxExpiries}`)
}

interface FoundService {
  readonly service_id: number
  readonly service: { readonly name: string; readonly address: string; readonly group_id: number }
}

const listedServicesCondition: RowCondition = {
  cacheKey: 'services of a list',
  condition: (row) => sql<boolean>`${row('id')} = any(${selectKeyAt(0)}::bigint[])`,
}

/** Loads the services by a search, so that the caller gets only those that it may read. */
async function readServices({ searcher }: ApiContext, ids: readonly number[], call: Call) {
  const request = {
    fields: ['service_id'],
    embed: ['service.name', 'service.address', 'service.group_id'],
    sort: [{ field: 'service_id' }],
    limit: maxExpiries,
    offset: 0,
  }
  const keys = [`{${[...new Set(ids)].join()}}`]
  const { rows } = await searcher.search(
    { resource: serviceStatus, within: listedServicesCondition, keys, request },
    call,
  )
  const services = JSON.parse(rows) as readonly FoundService[]
  return new Map(services.map(({ service_id, service }) => [service_id, service]))
}
