import type { ReportSection } from './section.ts'
import { introduceSection, toServiceTable } from './tables.ts'

export const analysesSection: ReportSection = {
  id: 'analyses',
  toBlocks(document, format) {
    const { number, words } = format
    const { columns } = words
    return [
      ...introduceSection('analyses', format),
      ...toServiceTable(document, format, {
        columns: [
          { label: columns.analyses, toCell: ({ analyses }) => number(analyses.count) },
          {
            label: columns.withoutFailure,
            toCell: ({ analyses: { count, failures, below_quorum } }) => number(count - failures - below_quorum),
          },
          { label: columns.withFailure, toCell: ({ analyses }) => number(analyses.failures) },
          { label: columns.belowQuorum, toCell: ({ analyses }) => number(analyses.below_quorum) },
        ],
      }),
    ]
  },
}
