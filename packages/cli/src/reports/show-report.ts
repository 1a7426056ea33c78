import type { Report, ReportDelivery, ReportGeneratedAttachment } from '@wachta/client'
import type { Invocation } from '../frame/command.ts'
import { showRecord } from '../kinds/show-record.ts'
import { findStateLabel } from '../kinds/state-labels.ts'
import { formatRelativeTime } from '../times/time-text.ts'
import { formatReportStatus } from './report-columns.ts'

interface ShownReport {
  readonly report: Report
  readonly files: readonly ReportGeneratedAttachment[]
  readonly deliveries: readonly ReportDelivery[]
}

/** Prints a report, its files with their digests, and its recipients. */
export function showReport(
  { out, language }: Pick<Invocation, 'out' | 'language'>,
  { report, files, deliveries }: ShownReport,
): void {
  const now = new Date()
  const show = () => {
    const { id, name, start_time, end_time, time_zone_id, language_id, section_ids, created_at, completed_at } = report
    const summary = {
      ...{
        id,
        title: name,
        status: formatReportStatus(report, language),
        start_time,
        end_time,
        time_zone_id,
        language_id,
      },
      ...(report.reporting_plan_id !== null && { schedule: report.reporting_plan_id }),
      ...{ section_ids, created_at, completed_at },
    }
    showRecord(out, summary, { kind: 'reports', language, now })
    if (files.length > 0) {
      out.line('')
      out.table(files, [
        { title: { en: 'File', pl: 'Plik' }, value: ({ file_name }) => file_name },
        { title: { en: 'Type', pl: 'Typ' }, value: ({ type_id }) => type_id, isNeverCut: true },
        {
          title: { en: 'Size', pl: 'Rozmiar' },
          value: ({ size }) => formatSize(size),
          isNeverCut: true,
          isNumber: true,
        },
        { title: { en: 'SHA-256', pl: 'SHA-256' }, value: ({ sha256 }) => sha256 },
      ])
    }
    if (deliveries.length > 0) {
      out.line('')
      out.table(deliveries, [
        { title: { en: 'Recipient', pl: 'Odbiorca' }, value: ({ recipient }) => recipient },
        {
          title: { en: 'Status', pl: 'Stan' },
          value: ({ status }) => findStateLabel('report-deliveries', 'status', status)?.[language],
          tone: ({ status }) => findStateLabel('report-deliveries', 'status', status)?.tone,
          isNeverCut: true,
        },
        {
          title: { en: 'Sent', pl: 'Wysłano' },
          value: ({ sent_at }) => (sent_at === null ? null : formatRelativeTime(sent_at, now, language)),
          isNeverCut: true,
        },
        { title: { en: 'Reason', pl: 'Powód' }, value: ({ failure_reason }) => failure_reason },
      ])
    }
  }
  // As CSV, a line for each file.
  out.result({ ...report, files, deliveries }, show, files)
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
