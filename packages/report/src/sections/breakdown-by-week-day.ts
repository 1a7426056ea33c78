import { toBreakdownBlocks } from './breakdown.ts'
import type { ReportSection } from './section.ts'

export const breakdownByWeekDaySection: ReportSection = {
  id: 'breakdown_by_week_day',
  toBlocks: (document, format) =>
    toBreakdownBlocks(document, format, {
      kind: 'by_week_day',
      columnLabel: format.words.columns.weekDay,
      toElementLabel: (index) => format.words.weekDays[index] ?? '',
    }),
}
