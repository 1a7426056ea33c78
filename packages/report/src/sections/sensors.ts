import type { ReportedSensor } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import type { ReportSection } from './section.ts'
import { countChecks, toSuccessRate } from './success-rate.ts'
import { type ItemColumn, introduceSection, toServiceBlocks, toTable } from './tables.ts'

export const sensorsSection: ReportSection = {
  id: 'sensors',
  toBlocks: (document, format) => [
    ...introduceSection('sensors', format),
    ...toServiceBlocks(document, format, {
      hasContent: ({ sensors }) => sensors.length > 0,
      toBlocks: ({ sensors }) => toTable(sensors, toColumns(format), { format }),
      emptyText: format.words.empty.sensors,
    }),
  ],
}

function toColumns({ words, number, percentage, milliseconds }: ReportFormat): ItemColumn<ReportedSensor>[] {
  const { columns } = words
  return [
    { label: columns.sensor, toCell: ({ name }) => name },
    { label: columns.checks, toCell: ({ checks }) => number(countChecks(checks)) },
    { label: columns.failed, toCell: ({ checks }) => number(checks.error) },
    { label: columns.unknownChecks, toCell: ({ checks }) => number(checks.unknown) },
    { label: columns.successRate, toCell: ({ checks }) => percentage(toSuccessRate(checks)) },
    { label: columns.average, toCell: ({ performance }) => milliseconds(performance.average) },
    { label: columns.p95, toCell: ({ performance }) => milliseconds(performance.p95) },
  ]
}
