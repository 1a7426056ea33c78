import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import type { Range } from '../../platform/range.ts'
import { splitRolledUp } from './rolled-up.ts'
import { selectAnalyses } from './stored-analyses.ts'

/** Counts the analyses and checks of a service in a range of any length. */
export async function checkCounts(service: number, range: Range, db: Call['db']): Promise<unknown> {
  const { rolled, raw } = await splitRolledUp(db, range, 'hour')
  const parts = raw.map(
    (
      part,
    ) => sql`select count(*) as analyses, count(*) filter (where a.failure) as failures, sum(a.ok_checks_count) as ok_checks,
  sum(a.error_checks_count) as error_checks, sum(a.unknown_checks_count) as unknown_checks
from analysis a where ${selectAnalyses(service, part)}`,
  )
  if (rolled)
    parts.push(sql`select sum(analyses), sum(failures), sum(ok_checks), sum(error_checks), sum(unknown_checks)
from rollup where service_id = ${service} and size = 'h' and sensor_id = 0 and start >= ${rolled.from} and start < ${rolled.to}`)
  const total = (name: string) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint`
  const [counts] =
    await db.query(sql`select ${total('analyses')} as analyses_count, ${total('failures')} as failure_analyses_count,
  ${total('ok_checks')} as ok_checks_count, ${total('error_checks')} as error_checks_count, ${total('unknown_checks')} as unknown_checks_count
from (${sql.join(parts, sql` union all `)}) p`)
  return counts
}
