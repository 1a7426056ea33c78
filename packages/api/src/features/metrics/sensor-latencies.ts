import { type Call, closed, nameSchema, type Operation, parseKey, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { account } from '../accounts/account.ts'
import { serviceStatus } from '../checks-and-history/service-status.ts'
import { accountServicesCondition } from './account-services.ts'

/** The number of services that are examined; more change the median very little. */
const maxServices = 1_000

const sensorLatency = nameSchema(
  'sensor_latency',
  Type.Object(
    {
      sensor_id: Type.Integer({ minimum: 1 }),
      median_response_time: Type.Number({ minimum: 0, description: 'In milliseconds.' }),
      check_count: Type.Integer({ minimum: 1, description: 'Checks with a response time.' }),
    },
    closed,
  ),
)

/** The operation that returns how fast the services of an account respond to each sensor. */
export const accountSensorLatencies = (context: ApiContext): Operation => ({
  id: 'list_account_sensor_latencies',
  method: 'GET',
  path: '/accounts/{_id}/sensor_latencies',
  tag: 'accounts',
  summary: 'Median response time of the last day, by sensor.',
  description:
    'Over the services of the account and those shared with it: the median of their hourly medians. Sensors without a result are left out. ' +
    `Of accounts with more than ${maxServices} services, those with the lowest ids count.`,
  access: 'customer',
  on: { resource: 'account', flag: 'read_stats' },
  status: 200,
  result: [sensorLatency],
  async handle(call) {
    const id = parseKey(account, call)
    await requirePermission({ resource: account, key: id }, 'read_stats', call)
    const value = await readLatencies(await findServices(context, id, call), call)
    return { value, headers: { 'x-total-count': String(value.length) } }
  },
})

/** Finds the services by a search, so that the same permissions apply. */
async function findServices({ searcher }: ApiContext, id: string | number, call: Call): Promise<readonly number[]> {
  const request = { fields: ['service_id'], sort: [{ field: 'service_id' }], limit: maxServices, offset: 0 }
  const query = { resource: serviceStatus, within: accountServicesCondition, keys: [id, ''], request }
  const { rows } = await searcher.search(query, call)
  return (JSON.parse(rows) as readonly { service_id: number }[]).map(({ service_id }) => service_id)
}

/** Reads the median response times per sensor from hourly rollups (size `h`). */
const readLatencies = (ids: readonly number[], { db, now }: Call) =>
  db.query(sql`select r.sensor_id, percentile_cont(0.5) within group (order by r.response_p50) as median_response_time,
  sum(r.response_count)::int as check_count
from rollup r
where r.service_id = any(${ids}::bigint[]) and r.size = 'h' and r.start > ${now}::timestamptz - interval '25 hours'
  and r.sensor_id > 0 and r.response_p50 is not null and r.response_count > 0
group by r.sensor_id order by r.sensor_id`)
