import type { StatementRunner } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'

interface Look {
  readonly from: string
  readonly rows: readonly (readonly [id: number, version: string])[]
}

export interface Changes {
  /** The services of which something has changed since the last look; the first look finds out what there is already. */
  look(): Promise<readonly number[]>
}

/**
 * Which services have changed, read off the versions that PostgreSQL gives to rows anyway: whoever writes a status pays
 * nothing for being watched, and no index has to follow every analysis. A version is the number of a transaction. Those
 * that were under way at the last look may have ended since, so each look begins with the oldest of them; what has been
 * told already under the same version is left out.
 */
export function createChanges(db: StatementRunner): Changes {
  let from: string | null = null
  let told: ReadonlyMap<number, string> = new Map()
  return {
    async look() {
      const isFirst = from === null
      const [found] = await db.query(since(from === null ? present : sql`${from}::text::xid`))
      if (!found) return []
      const before = told
      from = found.from
      // The same service may come twice, once for each of its two rows: either version is news.
      told = new Map(found.rows.map(([id, version]) => [id, version]))
      if (isFirst) return []
      return [...told].filter(([id, version]) => before.get(id) !== version).map(([id]) => id)
    },
  }
}

const present = sql`pg_snapshot_xmin(pg_current_snapshot())::xid`

/** Numbers of transactions go round; a row that nobody has touched for half a round would seem to be of the future. */
const since = (from: RawBuilder<unknown>) => sql<Look>`with changed as (
  select service_id as id, xmin::text as version from service_state where age(xmin) between 0 and age(${from})
  union all
  select id, xmin::text from service where age(xmin) between 0 and age(${from})
)
select ${present}::text as "from",
  coalesce((select json_agg(json_build_array(id, versions)) from (select id, string_agg(version, ' ' order by version) as versions from changed group by id) c), '[]') as rows`
