import type { DocumentBlock } from '../blocks.ts'
import type { ReportedService } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { toBreakdownBlocks } from './breakdown.ts'
import { maxChartedServices } from './limits.ts'
import type { ReportSection } from './section.ts'

export const breakdownByHourSection: ReportSection = {
  id: 'breakdown_by_hour',
  toBlocks: (document, format) =>
    toBreakdownBlocks(document, format, {
      kind: 'by_hour',
      columnLabel: format.words.columns.hour,
      toElementLabel: toHourLabel,
      toExtraBlocks: (service, label) =>
        document.services.length > maxChartedServices ? [] : toHeatMap(service, label, format),
    }),
}

function toHourLabel(hour: number): string {
  const [start, end] = [hour, hour + 1].map((each) => `${String(each).padStart(2, '0')}:00`)
  return `${start}–${end}`
}

function toHeatMap({ week }: ReportedService, label: string, { words }: ReportFormat): DocumentBlock[] {
  if (week.every((level) => level === null)) return []
  return [
    {
      kind: 'chart',
      chart: { type: 'hour_heat_map', levels: week, week_days: words.weekDaysShort, label },
      alt: words.charts.week(label),
    },
  ]
}
