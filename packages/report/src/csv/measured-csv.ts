import { dayMs, type Interval, readRollupInput } from '@wachta/domain'
import { type CountedAnalysis, loadAnalyses, loadCountedAnalyses, type RecordSource } from '@wachta/history'
import type { ReportDocument, ReportedService } from '../document.ts'
import { toIsoSeconds } from '../times.ts'
import { type CsvCell, generateCsvLines } from './write-csv.ts'

/** Yields one line for each analysis of each service, read day by day. */
export const generateAnalysesCsv = (source: RecordSource, document: ReportDocument): AsyncGenerator<string> =>
  generateTableLines(document, {
    load: (id, range) => loadCountedAnalyses(source, id, range),
    header: ['service_id', 'service_name', 'time', 'failure', 'ok_checks', 'error_checks', 'unknown_checks'],
    toRows: ({ id, name }, analyses) =>
      analyses.map((one) => [
        id,
        name,
        toIsoSeconds(one.time),
        one.failure,
        one.ok_checks_count,
        one.error_checks_count,
        one.unknown_checks_count,
      ]),
  })

/** Yields one line for each check of each sensor. */
export const generateChecksCsv = (source: RecordSource, document: ReportDocument): AsyncGenerator<string> =>
  generateTableLines(document, {
    load: async (id, range) => (await loadAnalyses(source, [id], range)).get(id) ?? [],
    header: ['service_id', 'service_name', 'time', 'sensor_id', 'result', 'response_time_ms', 'error_type_id'],
    toRows: ({ id, name }, analyses) =>
      readRollupInput(analyses).checks.map((one) => [
        id,
        name,
        toIsoSeconds(one.time),
        one.sensor_id,
        one.result,
        one.response_time,
        one.error_type_id === null ? null : Number(one.error_type_id),
      ]),
  })

interface CsvTable<Analysis extends CountedAnalysis> {
  readonly header: readonly string[]
  readonly load: (service: number, range: Interval) => Promise<readonly Analysis[]>
  readonly toRows: (service: ReportedService, analyses: readonly Analysis[]) => readonly (readonly CsvCell[])[]
}

async function* generateTableLines<Analysis extends CountedAnalysis>(
  { services }: ReportDocument,
  { header, load, toRows }: CsvTable<Analysis>,
): AsyncGenerator<string> {
  const [first] = generateCsvLines(header, [])
  yield first ?? ''
  for (const service of services) {
    const end = Date.parse(service.to)
    for (let start = Date.parse(service.from); start < end; start += dayMs) {
      const range = { start, end: Math.min(start + dayMs, end) }
      const [, ...lines] = generateCsvLines(header, toRows(service, await load(service.id, range)))
      yield lines.join('')
    }
  }
}
