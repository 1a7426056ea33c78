import { hourMs } from '@wachta/domain'
import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'

const maxPerHour = 5

/** Limits changes of the time zone: each change is stored, and slows down the computation of past service levels. */
export async function rejectFrequentZoneChanges(account: number, { db, now }: Pick<Call, 'db' | 'now'>): Promise<void> {
  const [counted] = await db.query(sql<{ count: number }>`select count(*)::int as count from account_time_zone_version
where account_id = ${account} and valid_from > ${new Date(now.getTime() - hourMs)}`)
  if ((counted?.count ?? 0) >= maxPerHour) reject('too_many_for_now', 'data.time_zone_id', { limit: maxPerHour })
}
