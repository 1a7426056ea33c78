import { closed, nameSchema, type Operation } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'

/** How long the counts are cached, because counting is slow and the operation is public. */
const statsCacheMs = 60_000
/** A sensor without a heartbeat for this long is offline. */
const offlineAfterMs = 30_000

const stats = Type.Object(
  {
    accounts: Type.Integer({ minimum: 0, description: 'Accounts, without additional users.' }),
    users: Type.Integer({ minimum: 0, description: 'Everyone who can sign in, additional users included.' }),
    services: Type.Integer({ minimum: 0, description: 'Services that are not archived.' }),
    sensors: Type.Integer({ minimum: 0, description: 'Public sensors that are switched on.' }),
    online_sensors: Type.Integer({
      minimum: 0,
      description: 'Public sensors that sent a heartbeat within the last 30 seconds.',
    }),
    time: Type.String({ format: 'dateTime', description: 'When this was counted.' }),
  },
  closed,
)
type Counts = Record<'accounts' | 'users' | 'services' | 'sensors' | 'online_sensors', number>
type Stats = Counts & { time: string }

const zeroCounts: Counts = { accounts: 0, users: 0, services: 0, sensors: 0, online_sensors: 0 }

export function systemOperations({ database }: ApiContext): Operation[] {
  let cachedStats: { stats: Promise<Stats>; until: number } | undefined
  const count = async (now: Date): Promise<Stats> => {
    const [row = zeroCounts] =
      await database.query(sql<Counts>`select count(*) filter (where parent_account_id is null) as accounts, count(*) as users,
  (select count(*) from service where not is_archived) as services,
  (select count(*) from sensor where owner_id is null and is_active) as sensors,
  (select count(*) from sensor s join sensor_state t on t.sensor_id = s.id where s.owner_id is null and s.is_active
    and t.last_seen > ${new Date(now.getTime() - offlineAfterMs)}) as online_sensors
from account where closed_at is null`)
    return { ...row, time: `${now.toISOString().slice(0, 19)}Z` }
  }
  return [
    {
      id: 'read_my_ip_address',
      method: 'GET',
      path: '/system/my_ip_address',
      tag: 'system',
      summary: 'IP address of the API client.',
      access: 'public',
      status: 200,
      result: nameSchema('my_ip_address', Type.Object({ ip_address: Type.String() }, closed)),
      handle: async ({ request }) => ({ value: { ip_address: request.address } }),
    },
    {
      id: 'read_system_stats',
      method: 'GET',
      path: '/system/stats',
      tag: 'system',
      summary: 'Current statistics of the whole system.',
      access: 'public',
      status: 200,
      result: nameSchema('system_stats', stats),
      async handle({ now }) {
        if (!cachedStats || cachedStats.until < now.getTime())
          cachedStats = { stats: count(now), until: now.getTime() + statsCacheMs }
        cachedStats.stats.catch(() => {
          cachedStats = undefined
        })
        return { value: await cachedStats.stats }
      },
    },
  ]
}
