import { toBreakdownBlocks } from './breakdown.ts'
import type { ReportSection } from './section.ts'

export const breakdownByMonthSection: ReportSection = {
  id: 'breakdown_by_month',
  toBlocks: (document, format) =>
    toBreakdownBlocks(document, format, {
      kind: 'by_month',
      columnLabel: format.words.columns.month,
      toElementLabel: (index) => format.words.months[index] ?? '',
    }),
}
