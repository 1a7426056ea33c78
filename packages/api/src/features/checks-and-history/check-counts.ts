import { type CountedAnalysis, type RecordSource, splitRange } from '@wachta/history'
import { sql } from 'kysely'
import { type Range, toInterval } from '../../platform/range.ts'
import { splitRolledUp } from './rolled-up.ts'
import { selectAnalyses } from './stored-analyses.ts'

/** Counts the analyses and checks of a service in a range of any length. */
export async function loadAnalysisAndCheckCounts(
  service: number,
  range: Range,
  source: RecordSource,
): Promise<unknown> {
  const { db } = source
  const { rolled, raw } = await splitRolledUp(db, range, 'hour')
  const split = await Promise.all(raw.map((part) => splitRange(source, toInterval(part))))
  const old = await Promise.all(
    split.map(({ old: before }) => before?.history.readCountedAnalyses({ services: [service], ...before.range }) ?? []),
  )
  const recent = split.flatMap(({ recent: rest }) => rest ?? [])
  const parts = recent.map(
    (part) => sql`select count(*), count(*) filter (where a.failure), sum(a.ok_checks_count),
  sum(a.error_checks_count), sum(a.unknown_checks_count)
from analysis a where ${selectAnalyses(service, { from: new Date(part.start), to: new Date(part.end) })}`,
  )
  if (rolled)
    parts.push(sql`select sum(analyses), sum(failures), sum(ok_checks), sum(error_checks), sum(unknown_checks)
from rollup where service_id = ${service} and size = 'h' and sensor_id = 0 and start >= ${rolled.from} and start < ${rolled.to}`)
  parts.push(selectTotals(old.flat()))
  const sumColumn = (name: string) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint`
  const [counts] =
    await db.query(sql`select ${sumColumn('analyses')} as analyses_count, ${sumColumn('failures')} as failure_analyses_count,
  ${sumColumn('ok_checks')} as ok_checks_count, ${sumColumn('error_checks')} as error_checks_count, ${sumColumn('unknown_checks')} as unknown_checks_count
from (${sql.join(parts, sql` union all `)}) p (analyses, failures, ok_checks, error_checks, unknown_checks)`)
  return counts
}

/** Selects the counts from the history as one row, to be added to the counts from the database. */
function selectTotals(analyses: readonly CountedAnalysis[]) {
  const sum = (count: (analysis: CountedAnalysis) => number) =>
    analyses.reduce((total, analysis) => total + count(analysis), 0)
  const checks = [
    sum((one) => one.ok_checks_count),
    sum((one) => one.error_checks_count),
    sum((one) => one.unknown_checks_count),
  ].map((count) => sql`${count}::bigint`)
  return sql`select ${analyses.length}::bigint, ${sum(({ failure }) => Number(failure))}::bigint, ${sql.join(checks)}`
}
