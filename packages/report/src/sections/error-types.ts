import type { DocumentBlock } from '../blocks.ts'
import type { ReportedService } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { introduceSection, toServiceBlocks, toTable } from './tables.ts'

export const errorTypesSection: ReportSection = {
  id: 'error_types',
  toBlocks: (document, format) => [
    ...introduceSection('error_types', format),
    ...toServiceBlocks(document, format, {
      hasContent: ({ error_types }) => error_types.length > 0,
      toBlocks: (service) => toErrorTable(service, format),
      emptyText: format.words.empty.error_types,
    }),
  ],
}

function toErrorTable({ error_types }: ReportedService, format: ReportFormat): DocumentBlock[] {
  const { words, number, share } = format
  const { columns } = words
  const total = error_types.reduce((sum, { count }) => sum + count, 0)
  return toTable(
    error_types.toSorted((one, other) => other.count - one.count),
    [
      { label: columns.error, toCell: ({ name }) => name },
      // A code is an identifier, so it has no thousands separator.
      { label: columns.code, toCell: ({ id }) => String(id) },
      { label: columns.count, toCell: ({ count }) => number(count) },
      { label: columns.share, toCell: ({ count }) => share(count, total) },
    ],
    { format },
  )
}
