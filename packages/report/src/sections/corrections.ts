import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument, ReportedCorrection } from '../document.ts'
import { missingValue, type ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { detailServices, type ItemColumn, introduceSection, toTable } from './tables.ts'

export const correctionsSection: ReportSection = {
  id: 'corrections',
  toBlocks: (document, format) => [
    ...introduceSection('corrections', format),
    ...noteIfNotApplied(document, format),
    ...detailServices(document, format, {
      hasContent: ({ corrections }) => corrections.length > 0,
      toBlocks: ({ corrections, service_level, raw_service_level }) => [
        {
          kind: 'paragraph',
          text: format.words.levelWithCorrections(
            format.percentage(service_level),
            format.percentage(raw_service_level),
          ),
        },
        ...toTable(corrections, toColumns(format), { format }),
      ],
      empty: format.words.empty.corrections,
    }),
  ],
}

function noteIfNotApplied({ accounting_method, totals }: ReportDocument, { words }: ReportFormat): DocumentBlock[] {
  if (accounting_method.corrected || totals.corrections_count === 0) return []
  return [{ kind: 'note', text: words.correctionsNotApplied }]
}

function toColumns({ words, time }: ReportFormat): ItemColumn<ReportedCorrection>[] {
  const { columns } = words
  const statuses: Readonly<Record<string, string>> = words.statuses
  return [
    { label: columns.status, toCell: ({ status }) => statuses[status] ?? status },
    { label: columns.start, align: 'left', toCell: ({ start_time }) => time(start_time) },
    { label: columns.end, align: 'left', toCell: ({ end_time }) => time(end_time) },
    { label: columns.reason, align: 'left', toCell: ({ reason }) => reason || missingValue },
    { label: columns.author, align: 'left', toCell: ({ author }) => author ?? missingValue },
    { label: columns.createdAt, align: 'left', toCell: ({ created_at }) => time(created_at) },
  ]
}
