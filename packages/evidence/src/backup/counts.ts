import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'

/** The tables whose rows are counted in a backup and again after a restore. */
const countedTables = [
  'account',
  'service',
  'service_revision',
  'sensor',
  'analysis',
  'analysis_amendment',
  'check_detail',
  'artifact',
  'correction',
  'status_change',
  'occurrence',
  'notification',
  'audit',
  'audit_personal',
  'seal',
  'seal_stamp',
  'report',
  'report_file',
] as const

export async function countTables(db: Queryable): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of countedTables) {
    // A backup of an older version lacks the newer tables.
    const [known] = await db.query(sql<{ name: string | null }>`select to_regclass(${table})::text as name`)
    if (!known?.name) continue
    const [row] = await db.query(sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`)
    counts[table] = row?.count ?? 0
  }
  return counts
}

/** Returns the tables whose number of rows differs. */
export const findDifferentCounts = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
) =>
  Object.keys(before)
    .filter((table) => before[table] !== after[table])
    .map((table) => ({ table, before: before[table] ?? 0, after: after[table] ?? 0 }))
