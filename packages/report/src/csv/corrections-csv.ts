import type { ReportDocument } from '../document.ts'
import { toCsvTime, writeCsv } from './write-csv.ts'

/** Writes the file `corrections_csv`: one row per correction. */
export function writeCorrectionsCsv({ services }: ReportDocument): string {
  return writeCsv(
    [
      'correction_id',
      'service_id',
      'service_name',
      'status',
      'start_time',
      'end_time',
      'created_at',
      'author',
      'reason',
    ],
    services.flatMap((service) =>
      service.corrections.map(({ id, status, start_time, end_time, created_at, author, reason }) => [
        id,
        service.id,
        service.name,
        status,
        toCsvTime(start_time),
        toCsvTime(end_time),
        toCsvTime(created_at),
        author,
        reason,
      ]),
    ),
  )
}
