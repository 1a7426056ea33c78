import type { ServiceStatus } from '@wachta/domain'
import type { DocumentTone } from '../blocks.ts'
import type { ReportedService, ReportedStatusChange } from '../document.ts'
import { missingValue, type ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { type ItemColumn, introduceSection, toServiceBlocks, toTable } from './tables.ts'

export const statusChangesSection: ReportSection = {
  id: 'status_changes',
  toBlocks: (document, format) => [
    ...introduceSection('status_changes', format),
    ...toServiceBlocks(document, format, {
      hasContent: ({ status_changes }) => status_changes.length > 0,
      toBlocks: (service) => toTable(service.status_changes, toColumns(service, format), { format }),
      emptyText: format.words.empty.status_changes,
    }),
  ],
}

function toColumns(
  { to }: ReportedService,
  { words, time, duration }: ReportFormat,
): ItemColumn<ReportedStatusChange>[] {
  const { columns, statuses } = words
  return [
    { label: columns.status, toCell: ({ status }) => ({ text: statuses[status], tone: statusTones[status] }) },
    { label: columns.start, align: 'left', toCell: ({ start_time }) => time(start_time) },
    {
      label: columns.end,
      align: 'left',
      toCell: ({ end_time }) => (end_time === null ? words.ongoing : time(end_time)),
    },
    {
      label: columns.duration,
      toCell: ({ start_time, end_time }) => duration((Date.parse(end_time ?? to) - Date.parse(start_time)) / 1000),
    },
    { label: columns.cause, align: 'left', toCell: ({ error_type }) => error_type ?? missingValue },
    { label: columns.corrected, align: 'left', toCell: ({ is_corrected }) => (is_corrected ? words.yes : words.no) },
  ]
}

const statusTones: Readonly<Record<ServiceStatus, DocumentTone>> = {
  ok: 'good',
  failure: 'bad',
  paused: 'neutral',
  unknown: 'warning',
}
