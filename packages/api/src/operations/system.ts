import { closed, named, type Operation } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Services } from '../services.ts'

/** Counting a large table takes a while, and everybody may ask. */
const statsMs = 60_000

const stats = Type.Object(
  {
    accounts: Type.Integer({ minimum: 0, description: 'Accounts, without additional users.' }),
    users: Type.Integer({ minimum: 0, description: 'Everyone who can sign in, additional users included.' }),
    time: Type.String({ format: 'dateTime', description: 'When this was counted.' }),
  },
  closed,
)
type Stats = { accounts: number; users: number; time: string }

export function systemOperations({ database }: Services): Operation[] {
  let counted: { stats: Promise<Stats>; until: number } | undefined
  const count = async (now: Date): Promise<Stats> => {
    const [row] = await database.query(sql<
      Omit<Stats, 'time'>
    >`select count(*) filter (where parent_account_id is null) as accounts,
  count(*) as users from account where closed_at is null`)
    return { accounts: row?.accounts ?? 0, users: row?.users ?? 0, time: `${now.toISOString().slice(0, 19)}Z` }
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
      result: named('my_ip_address', Type.Object({ ip_address: Type.String() }, closed)),
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
      result: named('system_stats', stats),
      async handle({ now }) {
        if (!counted || counted.until < now.getTime()) counted = { stats: count(now), until: now.getTime() + statsMs }
        counted.stats.catch(() => {
          counted = undefined
        })
        return { value: await counted.stats }
      },
    },
  ]
}
