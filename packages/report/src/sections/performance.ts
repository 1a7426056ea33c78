import type { DocumentBlock } from '../blocks.ts'
import type { ReportDocument } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { maxChartedServices } from './limits.ts'
import type { ReportSection } from './section.ts'
import { createServiceLabels } from './service-labels.ts'
import { introduceSection, toServiceTable } from './tables.ts'

export const performanceSection: ReportSection = {
  id: 'performance',
  toBlocks: (document, format) => [
    ...introduceSection('performance', format),
    ...toResponseTimes(document, format),
    ...toResponseTimeCharts(document, format),
  ],
}

function toResponseTimes(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const { words, milliseconds } = format
  const { columns } = words
  const services = document.services.filter(({ performance }) => performance.count > 0)
  if (services.length === 0) return [{ kind: 'paragraph', text: words.empty.performance }]
  return toServiceTable(document, format, {
    services,
    columns: [
      { label: columns.average, toCell: ({ performance }) => milliseconds(performance.average) },
      { label: columns.median, toCell: ({ performance }) => milliseconds(performance.p50) },
      { label: columns.p95, toCell: ({ performance }) => milliseconds(performance.p95) },
      { label: columns.p99, toCell: ({ performance }) => milliseconds(performance.p99) },
      { label: columns.minimum, toCell: ({ performance }) => milliseconds(performance.minimum) },
      { label: columns.maximum, toCell: ({ performance }) => milliseconds(performance.maximum) },
    ],
  })
}

function toResponseTimeCharts(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  if (document.services.length > maxChartedServices) return []
  const { words, milliseconds } = format
  const toLabel = createServiceLabels(document, format)
  return document.services
    .filter(({ days }) => days.some(({ performance }) => performance.count > 0))
    .map((service) => ({
      kind: 'chart',
      chart: {
        type: 'response_time_bands',
        points: service.days.map(({ date, performance: { average, minimum, maximum } }) => ({
          date,
          average,
          minimum,
          maximum,
        })),
        label: toLabel(service),
        unit: words.units.millisecond,
      },
      alt: words.charts.responseTimes(toLabel(service), milliseconds(service.performance.average)),
    }))
}
