import type { ReportDocument } from '../document.ts'
import { toCsvTime, writeCsv } from './write-csv.ts'

/** Writes the file `status_changes_csv`: one row per status change. */
export function writeStatusChangesCsv({ services }: ReportDocument): string {
  return writeCsv(
    ['service_id', 'service_name', 'status', 'start_time', 'end_time', 'is_corrected', 'error_type'],
    services.flatMap(({ id, name, status_changes }) =>
      status_changes.map(({ status, start_time, end_time, is_corrected, error_type }) => [
        id,
        name,
        status,
        toCsvTime(start_time),
        toCsvTime(end_time),
        is_corrected,
        error_type,
      ]),
    ),
  )
}
