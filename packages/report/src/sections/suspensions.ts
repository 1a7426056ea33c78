import type { ReportedSuspension } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { type ItemColumn, introduceSection, toEntryTable } from './tables.ts'

export const suspensionsSection: ReportSection = {
  id: 'suspensions',
  toBlocks: (document, format) => [
    ...introduceSection('suspensions', format),
    ...toEntryTable(document, format, {
      getEntries: ({ suspensions }) => suspensions,
      columns: toColumns(format),
      compare: (one, other) => one.start_time.localeCompare(other.start_time),
      emptyText: format.words.empty.suspensions,
    }),
  ],
}

function toColumns({ words, time, endTime, duration }: ReportFormat): ItemColumn<ReportedSuspension>[] {
  const { columns } = words
  return [
    { label: columns.start, align: 'left', toCell: ({ start_time }) => time(start_time) },
    { label: columns.end, align: 'left', toCell: ({ start_time, end_time }) => endTime(start_time, end_time) },
    {
      label: columns.effect,
      align: 'left',
      toCell: ({ only_notifications }) => (only_notifications ? words.onlyNotifications : words.monitoringPaused),
    },
    {
      label: columns.duration,
      toCell: ({ start_time, end_time }) => duration((Date.parse(end_time) - Date.parse(start_time)) / 1000),
    },
  ]
}
