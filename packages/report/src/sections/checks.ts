import type { ReportSection } from './section.ts'
import { countChecks, toSuccessRate } from './success-rate.ts'
import { introduceSection, toServiceTable } from './tables.ts'

export const checksSection: ReportSection = {
  id: 'checks',
  toBlocks(document, format) {
    const { number, words } = format
    const { columns } = words
    return [
      ...introduceSection('checks', format),
      ...toServiceTable(document, format, {
        columns: [
          { label: columns.checks, toCell: ({ checks }) => number(countChecks(checks)) },
          { label: columns.succeeded, toCell: ({ checks }) => number(checks.ok) },
          { label: columns.failed, toCell: ({ checks }) => number(checks.error) },
          { label: columns.unknownChecks, toCell: ({ checks }) => number(checks.unknown) },
          { label: columns.successRate, toCell: ({ checks }) => format.percentage(toSuccessRate(checks)) },
        ],
      }),
    ]
  },
}
