import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from './database.ts'

interface ChangesRow {
  readonly from: string
  readonly rows: readonly (readonly [id: number, version: string])[]
}

export interface Changes {
  /** Returns the ids of the rows that have changed since the last call; the first call returns none. */
  listChangedIds(): Promise<readonly number[]>
}

/** Selects the ids and versions of the rows whose `xmin` meets the condition. */
export type ChangedRows = (isRecent: (xmin: RawBuilder<unknown>) => RawBuilder<unknown>) => RawBuilder<unknown>

/** A version contains the transaction ids of both rows of a service, so a change of either row is found. */
export const selectChangedServices: ChangedRows = (isRecent) =>
  sql`select id, string_agg(version, ' ' order by version) as version from (
    select service_id as id, xmin::text as version from service_state where ${isRecent(sql`xmin`)}
    union all select id, xmin::text from service where ${isRecent(sql`xmin`)}) written group by id`

/** Incidents are kept for years: the index on the time of their last change finds the few that matter. */
export const selectChangedIncidents: ChangedRows = (isRecent) =>
  sql`select id, xmin::text as version from incident where changed_at > now() - interval '10 minutes' and ${isRecent(sql`xmin`)}`

/**
 * Finds changed rows by the transaction ids (xmin) that PostgreSQL stores with each row, so that writing a status
 * costs nothing extra and needs no index. Transactions that were running at the last call may have been committed
 * since, so each call starts at the oldest of them, and omits rows that were already returned with the same xmin.
 */
export function createChanges(db: Pick<Queryable, 'query'>, rows: ChangedRows): Changes {
  let from: string | null = null
  let returned: ReadonlyMap<number, string> = new Map()
  return {
    async listChangedIds() {
      const isFirst = from === null
      const [found] = await db.query(selectSince(from === null ? currentXmin : sql`${from}::text::xid`, rows))
      if (!found) return []
      const previous = returned
      from = found.from
      returned = new Map(found.rows.map(([id, version]) => [id, version]))
      if (isFirst) return []
      return [...returned].filter(([id, version]) => previous.get(id) !== version).map(([id]) => id)
    },
  }
}

const currentXmin = sql`pg_snapshot_xmin(pg_current_snapshot())::xid`

/** Transaction ids wrap around, so a row that was unchanged for half a cycle has a negative age and is omitted. */
const selectSince = (from: RawBuilder<unknown>, rows: ChangedRows) => sql<ChangesRow>`with changed as (${rows(
  (xmin) => sql`age(${xmin}) between 0 and age(${from})`,
)})
select ${currentXmin}::text as "from", coalesce((select json_agg(json_build_array(id, version)) from changed), '[]') as rows`
