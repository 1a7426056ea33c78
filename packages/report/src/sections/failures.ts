import type { ReportedFailure } from '../document.ts'
import { missingValue, type ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { detailServices, type ItemColumn, introduceSection, toTable } from './tables.ts'

export const failuresSection: ReportSection = {
  id: 'failures',
  toBlocks: (document, format) => [
    ...introduceSection('failures', format),
    ...detailServices(document, format, {
      hasContent: ({ failures }) => failures.length > 0,
      toBlocks: ({ failures }) =>
        toTable(
          failures.toSorted((one, other) => other.seconds - one.seconds),
          toColumns(format),
          { format },
        ),
      empty: format.words.empty.failures,
    }),
  ],
}

function toColumns({ words, time, duration }: ReportFormat): ItemColumn<ReportedFailure>[] {
  const { columns } = words
  return [
    { label: columns.start, toCell: ({ start_time }) => time(start_time) },
    {
      label: columns.end,
      align: 'left',
      toCell: ({ end_time }) => (end_time === null ? { text: words.ongoing, tone: 'bad' } : time(end_time)),
    },
    { label: columns.duration, toCell: ({ seconds }) => duration(seconds) },
    { label: columns.counted, toCell: ({ counted_seconds }) => duration(counted_seconds) },
    { label: columns.cause, align: 'left', toCell: ({ error_type }) => error_type ?? missingValue },
    { label: columns.corrected, align: 'left', toCell: ({ is_corrected }) => (is_corrected ? words.yes : words.no) },
  ]
}
