import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export interface Table {
  readonly name: string
  readonly bytesPerCheck: number
}

/** Returns the size of tables with their indexes in bytes; the partitions of a table count as one. */
export async function measureSizes(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query(sql<{ name: string; size: number }>`select
  coalesce(pg_partition_root(c.oid), c.oid::regclass)::text as name, sum(pg_total_relation_size(c.oid))::float8 as size
from pg_class c where c.relkind in ('r', 'm') group by 1`)
  return new Map(rows.map(({ name, size }) => [name, size]))
}

/** Returns the growth of tables per this number of checks, the largest first. */
export const computeGrowth = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  checks: number,
): Table[] =>
  [...after]
    .map(([name, size]) => ({ name, bytesPerCheck: (size - (before.get(name) ?? 0)) / checks }))
    .filter(({ bytesPerCheck }) => bytesPerCheck !== 0)
    .toSorted((one, other) => other.bytesPerCheck - one.bytesPerCheck)
