import type { Queryable } from '@wachta/database'
import { dayMs, recordedIn, type StoredAnalysis } from '@wachta/domain'
import type { ReportDocument, ReportedService } from '../document.ts'
import { loadAnalyses } from '../load/activity.ts'
import { iso } from '../times.ts'
import { type CsvCell, generateCsvLines } from './write-csv.ts'

/** Yields one line for each analysis of each service, read day by day. */
export const generateAnalysesCsv = (db: Queryable, document: ReportDocument): AsyncGenerator<string> =>
  generate(db, document, {
    header: ['service_id', 'service_name', 'time', 'failure', 'ok_checks', 'error_checks', 'unknown_checks'],
    toRows: ({ id, name }, analyses) =>
      analyses.map((one) => [
        id,
        name,
        iso(one.time),
        one.failure,
        one.ok_checks_count,
        one.error_checks_count,
        one.unknown_checks_count,
      ]),
  })

/** Yields one line for each check of each sensor. */
export const generateChecksCsv = (db: Queryable, document: ReportDocument): AsyncGenerator<string> =>
  generate(db, document, {
    header: ['service_id', 'service_name', 'time', 'sensor_id', 'result', 'response_time_ms', 'error_type_id'],
    toRows: ({ id, name }, analyses) =>
      recordedIn(analyses).checks.map((one) => [
        id,
        name,
        iso(one.time),
        one.sensor_id,
        one.result,
        one.response_time,
        one.error_type_id === null ? null : Number(one.error_type_id),
      ]),
  })

interface Table {
  readonly header: readonly string[]
  readonly toRows: (service: ReportedService, analyses: readonly StoredAnalysis[]) => readonly (readonly CsvCell[])[]
}

async function* generate(
  db: Queryable,
  { services }: ReportDocument,
  { header, toRows }: Table,
): AsyncGenerator<string> {
  const [first] = generateCsvLines(header, [])
  yield first ?? ''
  for (const service of services) {
    const end = Date.parse(service.to)
    for (let start = Date.parse(service.from); start < end; start += dayMs) {
      const range = { start, end: Math.min(start + dayMs, end) }
      const analyses = (await loadAnalyses(db, [service.id], range)).get(service.id) ?? []
      const [, ...lines] = generateCsvLines(header, toRows(service, analyses))
      yield lines.join('')
    }
  }
}
