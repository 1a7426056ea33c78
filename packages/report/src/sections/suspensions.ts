import type { ReportedSuspension } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { detailServices, type ItemColumn, introduceSection, toTable } from './tables.ts'

export const suspensionsSection: ReportSection = {
  id: 'suspensions',
  toBlocks: (document, format) => [
    ...introduceSection('suspensions', format),
    ...detailServices(document, format, {
      hasContent: ({ suspensions }) => suspensions.length > 0,
      toBlocks: ({ suspensions }) => toTable(suspensions, toColumns(format), { format }),
      empty: format.words.empty.suspensions,
    }),
  ],
}

function toColumns({ words, time, duration }: ReportFormat): ItemColumn<ReportedSuspension>[] {
  const { columns } = words
  return [
    { label: columns.start, toCell: ({ start_time }) => time(start_time) },
    { label: columns.end, align: 'left', toCell: ({ end_time }) => time(end_time) },
    {
      label: columns.duration,
      toCell: ({ start_time, end_time }) => duration((Date.parse(end_time) - Date.parse(start_time)) / 1000),
    },
    {
      label: columns.effect,
      align: 'left',
      toCell: ({ only_notifications }) => (only_notifications ? words.onlyNotifications : words.monitoringPaused),
    },
  ]
}
