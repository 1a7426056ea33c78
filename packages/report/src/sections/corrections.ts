import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument, ReportedCorrection } from '../document.ts'
import { missingValue, type ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { type ItemColumn, introduceSection, toEntryTable } from './tables.ts'

export const correctionsSection: ReportSection = {
  id: 'corrections',
  toBlocks: (document, format) => [
    ...introduceSection('corrections', format),
    ...noteIfNotApplied(document, format),
    ...describeLevels(document, format),
    ...toEntryTable(document, format, {
      getEntries: ({ corrections }) => corrections,
      columns: toColumns(format),
      emptyText: format.words.empty.corrections,
      serviceShare: 1.2,
    }),
  ],
}

function noteIfNotApplied({ accounting_method, totals }: ReportDocument, { words }: ReportFormat): DocumentBlock[] {
  if (accounting_method.corrected || totals.corrections_count === 0) return []
  return [{ kind: 'note', text: words.correctionsNotApplied }]
}

function describeLevels({ totals, services }: ReportDocument, { words, percentage }: ReportFormat): DocumentBlock[] {
  if (services.every(({ corrections }) => corrections.length === 0)) return []
  const { service_level, raw_service_level } = totals
  return [
    { kind: 'paragraph', text: words.levelWithCorrections(percentage(service_level), percentage(raw_service_level)) },
  ]
}

function toColumns({ words, time, endTime }: ReportFormat): ItemColumn<ReportedCorrection>[] {
  const { columns } = words
  const statuses: Readonly<Record<string, string>> = words.statuses
  return [
    { label: columns.status, align: 'left', share: 1.15, toCell: ({ status }) => statuses[status] ?? status },
    { label: columns.start, align: 'left', share: 1.3, toCell: ({ start_time }) => time(start_time) },
    {
      label: columns.end,
      align: 'left',
      share: 0.8,
      toCell: ({ start_time, end_time }) => endTime(start_time, end_time),
    },
    { label: columns.reason, align: 'left', share: 2.5, toCell: ({ reason }) => reason || missingValue },
    { label: columns.author, align: 'left', share: 1, toCell: ({ author }) => author ?? missingValue },
    { label: columns.createdAt, align: 'left', share: 1.3, toCell: ({ created_at }) => time(created_at) },
  ]
}
