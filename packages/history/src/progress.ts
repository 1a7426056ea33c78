import type { Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { sql } from 'kysely'
import type { AnalysisKey } from './history.ts'

/**
 * How far the record is copied: all days from `first` up to, not including, `day`, and the analyses of `day` up to
 * `after`.
 */
export interface FillProgress {
  /** The first day that was copied. */
  readonly first: number
  readonly day: number
  readonly after: AnalysisKey
}

export async function readFillProgress(db: Queryable): Promise<FillProgress | undefined> {
  const [row] = await db.query(
    sql<{
      copied_from: Date
      copied_to: Date
      last_service_id: number
      last_time: Date
    }>`select copied_from, copied_to, last_service_id, last_time from history_progress`,
  )
  if (!row) return undefined
  return {
    first: row.copied_from.getTime(),
    day: row.copied_to.getTime(),
    after: { service_id: row.last_service_id, time: row.last_time.getTime() },
  }
}

/** Returns the progress before the first copy, which begins with the oldest day that PostgreSQL keeps. */
export async function findFirstProgress(db: Queryable, now: Date): Promise<FillProgress> {
  const [found] = await db.query(sql<{ oldest: Date | null }>`select
  to_date(min(right(c.relname, 8)), 'YYYYMMDD')::timestamp at time zone 'UTC' as oldest
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass`)
  const day = found?.oldest?.getTime() ?? Math.floor(now.getTime() / dayMs) * dayMs
  return { first: day, day, after: { service_id: 0, time: 0 } }
}

export async function saveFillProgress(db: Queryable, { first, day, after }: FillProgress): Promise<void> {
  await db.query(sql`insert into history_progress (copied_from, copied_to, last_service_id, last_time)
values (${new Date(first)}, ${new Date(day)}, ${after.service_id}, ${new Date(after.time)})
on conflict (is_only) do update set copied_to = excluded.copied_to, last_service_id = excluded.last_service_id, last_time = excluded.last_time`)
}
