import { toBreakdownBlocks } from './breakdown.ts'
import type { ReportSection } from './section.ts'

export const breakdownByMonthDaySection: ReportSection = {
  id: 'breakdown_by_month_day',
  toBlocks: (document, format) =>
    toBreakdownBlocks(document, format, {
      kind: 'by_month_day',
      columnLabel: format.words.columns.monthDay,
      toElementLabel: (index) => String(index + 1),
    }),
}
